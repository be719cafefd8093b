/** The newest of a list that grows with the run, and more of it when it is asked for: a long run stays quick to walk. */
export class Recent {
  #room = $state(0);
  readonly #first: number;

  constructor(room: number) {
    this.#room = this.#first = room;
  }

  of<T>(all: readonly T[]): readonly T[] {
    return all.length > this.#room ? all.slice(-this.#room) : all;
  }

  more = (): void => {
    this.#room += 5 * this.#first;
  };
}
