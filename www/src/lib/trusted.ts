/** `window.trustedTypes`, where a browser has it. */
interface Factory {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string };
}

/** The addresses of scripts that came with the page as text. */
const texts = new Set<string>();

const factory = (globalThis as { trustedTypes?: Factory }).trustedTypes;

function own(url: string): string {
  if (texts.delete(url)) return url;
  const { href } = new URL(url, document.baseURI);
  if (!href.startsWith(new URL(".", document.baseURI).href)) throw new TypeError(`${href} is no script of this page`);
  return href;
}

const policy = factory?.createPolicy("secondwind", { createScriptURL: own });

/** The address of a script of this page, in the form that the policy of the page asks for. */
export const scriptUrl = (path: string): string => (policy ? policy.createScriptURL(path) : own(path));

/** An address for a text of this page that is a script, for a Worker to start from. */
export function textUrl(code: string): string {
  const url = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
  texts.add(url);
  return scriptUrl(url);
}

/** Runs a script of this page. After a failure it may be asked for again. */
export function loadScript(path: string): Promise<void> {
  const script = document.createElement("script");
  return new Promise((resolve, reject) => {
    script.onload = () => resolve();
    script.onerror = () => reject(new Error(`${path} did not load`));
    script.src = scriptUrl(path);
    document.head.append(script);
  });
}
