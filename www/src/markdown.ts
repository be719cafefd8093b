// Markdown of models, made harmless: a script of its own, since most runs need none of it.
import DOMPurify, { type Config } from "dompurify";
import MarkdownIt, { type Token } from "markdown-it";

/** Longer texts are shown as they are: nobody reads them formatted. Unit: UTF-16 code units. */
const longest = 100_000;

const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false });

// An image is fetched as soon as it is shown, and its address can carry away what the page holds. Its words are shown.
markdown.renderer.rules["image"] = (tokens, at) => markdown.utils.escapeHtml(`[${tokens[at]?.content ?? ""}]`);

// Anything else is no address of a page, and stays text.
markdown.validateLink = (address) => /^https?:\/\//i.test(address);

// An image beside the text, as a course may have one, is no address of a page either; its words are shown all the same.
markdown.inline.ruler.before("image", "image_beside", (state, silent) => {
  const found = /^!\[([^[\]]{1,999})\]\(([^()\s]{0,999})\)/.exec(state.src.slice(state.pos, state.pos + 2002));
  if (!found || markdown.validateLink(found[2]!)) return false;
  if (!silent) state.push("image", "", 0).content = found[1]!;
  state.pos += found[0].length;
  return true;
});

const host = (address: string): string => {
  try {
    return new URL(address).host;
  } catch {
    return address;
  }
};

// Where a link leads is said beside it: its words may say something else.
markdown.core.ruler.push("mark_links", ({ tokens, Token }) => {
  for (const { children } of tokens) {
    if (!children) continue;
    const open: string[] = [];
    for (let at = 0; at < children.length; at += 1) {
      const token = children[at]!;
      if (token.type === "link_open") open.push(host(String(token.attrGet("href") ?? "")));
      if (token.type !== "link_close") continue;
      const mark = new Token("text", "", 0);
      mark.content = ` (${open.pop() ?? ""})`;
      children.splice(++at, 0, mark);
    }
  }
});

DOMPurify.addHook("uponSanitizeAttribute", (node, data) => {
  if (data.attrName !== "href") return;
  node.setAttribute("target", "_blank");
  node.setAttribute("rel", "noopener noreferrer nofollow");
});

const rules: Config & { RETURN_DOM_FRAGMENT: true } = {
  ALLOWED_TAGS: ["p", "br", "hr", "h1", "h2", "h3", "h4", "h5", "h6", "em", "strong", "s", "code", "pre", "blockquote", "ul", "ol", "li", "table", "thead", "tbody", "tr", "th", "td", "a"],
  ALLOWED_ATTR: ["href", "start", "target", "rel"],
  ALLOWED_URI_REGEXP: /^https?:\/\//i,
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  RETURN_DOM_FRAGMENT: true,
};

/** Where the headings of a text begin, so that they stand below the one of the page. */
function below(tokens: Token[], top: number): Token[] {
  const levels = tokens.filter(({ type }) => type === "heading_open").map(({ tag }) => Number(tag.slice(1)));
  const lift = top - Math.min(...levels);
  for (const token of tokens) if (token.type.startsWith("heading_")) token.tag = `h${Math.min(6, Number(token.tag.slice(1)) + lift)}`;
  return tokens;
}

/** A text of the course: its headings begin at the level `top`. */
export function renderCourse(text: string, top: number): DocumentFragment {
  return DOMPurify.sanitize(markdown.renderer.render(below(markdown.parse(text, {}), top), markdown.options, {}), rules);
}

/** A line of the course, without a paragraph of its own. */
export function renderLine(text: string): DocumentFragment {
  return DOMPurify.sanitize(markdown.renderInline(text), rules);
}

/** A text as elements that run nothing and fetch nothing; null for one that is shown as it is. */
export function render(text: string): DocumentFragment | null {
  if (text.length > longest) return null;
  return DOMPurify.sanitize(markdown.render(text), rules);
}
