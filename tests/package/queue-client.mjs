/** A client of one's own: no stub, only of the same shape. */
export class QueueClient {
  #replies;

  constructor(replies) {
    this.#replies = [...replies];
  }

  messages = { create: async () => this.#replies.shift() };
}
