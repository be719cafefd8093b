// The store of the notes: a text with a version that counts the changes, and what each access to it runs into.
export class Store {
  reads = 0;
  writes = 0;
  #version = 0;

  constructor({ notes, versions, reads = [], writes = [] }) {
    this.content = notes ?? null;
    this.hasVersions = versions !== false;
    this.readScript = [...reads];
    this.writeScript = [...writes];
  }

  get version() {
    return this.hasVersions ? `v${this.#version}` : null;
  }

  set(content) {
    this.content = content;
    this.#version += 1;
  }

  wasRead(request) {
    this.reads += 1;
    const fault = this.readScript.shift();
    if (fault?.fail !== undefined) return { type: "notesFailed", request, message: fault.fail };
    return { type: "notesRead", request, content: this.content, version: this.version };
  }

  written(request, content, ifVersion) {
    this.writes += 1;
    const script = this.writeScript.shift();
    if (script && "meanwhile" in script) this.set(script.meanwhile);
    if (script?.fail !== undefined) return { type: "notesFailed", request, message: script.fail };
    const { version } = this;
    if (ifVersion && ifVersion !== version) return { type: "notesConflicted", request, content: this.content, version };
    this.set(content);
    return { type: "notesWritten", request, version: this.version };
  }
}

/** The same store as a session takes it. */
export function notesOf(store, notesConflict) {
  const answer = ({ type, message, content, version }) => {
    if (type === "notesFailed") throw new Error(message);
    if (type === "notesConflicted") throw notesConflict();
    return type === "notesRead" ? { content, version: version ?? undefined } : { version: version ?? undefined };
  };
  return {
    read: async () => answer(store.wasRead(0)),
    write: async (content, ifVersion) => answer(store.written(0, content, ifVersion)),
  };
}
