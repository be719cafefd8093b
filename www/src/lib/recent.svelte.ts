/** The newest of a list that grows with the run, and more of it when it is asked for: a long run stays quick to walk. */
export class Recent {
  readonly #first: number;
  readonly #key: () => unknown;
  #asked = $state.raw<{ of: unknown; room: number }>({ of: null, room: 0 });

  /** `first` is how many are shown unasked; what was asked for is forgotten when `key` changes. */
  constructor(first: number, key: () => unknown) {
    this.#first = first;
    this.#key = key;
  }

  get #room(): number {
    return this.#asked.of === this.#key() ? this.#asked.room : this.#first;
  }

  of<T>(all: readonly T[]): readonly T[] {
    return all.length > this.#room ? all.slice(-this.#room) : all;
  }

  more = (): void => {
    this.#asked = { of: this.#key(), room: this.#room + 5 * this.#first };
  };
}
