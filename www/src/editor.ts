// The editor of programs: a script of its own, since most visits need none of it.
import { defaultKeymap, history, historyKeymap, indentMore } from "@codemirror/commands";
import { javascript } from "@codemirror/lang-javascript";
import { HighlightStyle, bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { Compartment, EditorState, Prec } from "@codemirror/state";
import { EditorView, drawSelection, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";

/** What an editor is made with. */
export interface Setup {
  text: string;
  /** The number of its first line. */
  first: number;
  /** What a screen reader calls it, with its keys. */
  label: string;
  /** The longest text that is taken. Unit: UTF-16 code units. */
  longest: number;
  onchange: (text: string) => void;
  /** What was put in would make the text longer than that; it stays as it was. */
  onrefuse: () => void;
  /** Ctrl+Enter, or Cmd+Enter. */
  onsubmit: () => void;
}

/** An editor that stands in the page. */
export interface Editor {
  /** Puts another text in its place; the same text changes nothing. */
  put: (text: string) => void;
  /** Whether it can be written in; otherwise it is read alone. */
  allow: (writing: boolean) => void;
  focus: () => void;
  /** Takes it out of the page. */
  end: () => void;
}

const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.bool, tags.null], color: "var(--code-word)", fontWeight: "600" },
  { tag: [tags.string, tags.special(tags.string), tags.number], color: "var(--code-literal)" },
  { tag: tags.comment, color: "var(--soft)", fontStyle: "italic" },
]);

const look = EditorView.theme({
  "&": { color: "inherit", backgroundColor: "transparent" },
  "&.cm-focused": { outline: "2.5px solid var(--focus)", outlineOffset: "1px" },
  ".cm-scroller": { fontFamily: "inherit", lineHeight: "1.6" },
  ".cm-content": { padding: "8px 0", caretColor: "currentColor" },
  // What does not fit on a line goes on further in than the statements of the loop begin.
  ".cm-line": { padding: "0 10px 0 calc(10px + var(--hang))", textIndent: "calc(-1 * var(--hang))" },
  ".cm-gutters": { backgroundColor: "transparent", color: "var(--soft)", borderRight: "1px solid var(--hair)" },
  ".cm-lineNumbers .cm-gutterElement": { padding: "0 7px 0 9px" },
  // Nothing is active before the editor has the focus, or once there is nothing to write.
  ".cm-activeLine": { backgroundColor: "transparent" },
  "&.cm-focused .cm-activeLine": { backgroundColor: "color-mix(in srgb, currentColor 5%, transparent)" },
  ".cm-cursor": { borderLeftColor: "currentColor" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "color-mix(in srgb, var(--focus) 25%, transparent)",
  },
  "&.cm-focused .cm-matchingBracket": { backgroundColor: "transparent", outline: "1px solid var(--edge)" },
});

/**
 * Puts an editor into an element. It stands in a shadow tree of its own: there its styles are sheets that are adopted, which the page's
 * policy allows, and not elements, which it refuses.
 */
export function edit(parent: HTMLElement, { text, first, label, longest, onchange, onrefuse, onsubmit }: Setup): Editor {
  const root = parent.shadowRoot ?? parent.attachShadow({ mode: "open" });
  const writing = new Compartment();
  const may = (is: boolean) => [EditorState.readOnly.of(!is), EditorView.editable.of(is)];
  /** Tab indents while the editor has it; after Escape it leaves, as everywhere else. */
  let leaves = false;
  const fits = (length: number): boolean => {
    // Not within the change itself: what hears of it may change the page.
    if (length > longest) queueMicrotask(onrefuse);
    return length <= longest;
  };
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: text,
      extensions: [
        EditorView.lineWrapping,
        lineNumbers({ formatNumber: (line) => String(line + first - 1) }),
        history(),
        drawSelection(),
        highlightActiveLine(),
        bracketMatching(),
        indentOnInput(),
        indentUnit.of("  "),
        javascript(),
        syntaxHighlighting(colours),
        look,
        EditorView.contentAttributes.of({ "aria-label": label, "data-testid": "task-code", "data-first": String(first), lang: "en" }),
        EditorState.changeFilter.of((change) => fits(change.newDoc.length)),
        Prec.highest(
          keymap.of([
            { key: "Mod-Enter", run: () => (onsubmit(), true) },
            { key: "Escape", run: () => ((leaves = true), false) },
            { key: "Tab", run: (at) => !leaves && indentMore(at) },
          ]),
        ),
        keymap.of([...defaultKeymap, ...historyKeymap]),
        EditorView.domEventHandlers({ focus: () => void (leaves = false) }),
        EditorView.updateListener.of(({ docChanged, state }) => docChanged && onchange(state.doc.toString())),
        writing.of(may(true)),
      ],
    }),
  });
  return {
    put(other) {
      if (other !== view.state.doc.toString()) view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: other } });
    },
    allow: (is) => view.dispatch({ effects: writing.reconfigure(may(is)) }),
    focus: () => view.focus(),
    end: () => view.destroy(),
  };
}
