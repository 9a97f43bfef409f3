import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

/** Lines of a connection to what holds machines, one by one. */
export class Conversation {
  readonly #socket: Socket;
  readonly #lines: AsyncIterator<string>;

  constructor(path: string) {
    this.#socket = connect(path).on('error', () => undefined);
    this.#lines = createInterface(this.#socket)[Symbol.asyncIterator]();
  }

  say(line: string): void {
    this.#socket.write(`${line}\n`);
  }

  async hear(): Promise<string> {
    return (await this.#lines.next()).value ?? '';
  }

  end(): void {
    this.#socket.destroy();
  }
}
