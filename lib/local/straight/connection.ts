import { connect, type Socket } from 'node:net';

/** What an engine answered: whether its status is 200, and the text. */
export interface Answer {
  readonly isGood: boolean;
  readonly text: string;
}

interface Waiter {
  resolve(answer: Answer): void;
  reject(error: Error): void;
}

/**
 * A connection to an engine's socket, for one call at a time. It understands no more of HTTP than the engines answer: a
 * head with the length of the body, and the body. Node's own client takes as long as the engine itself.
 */
export class Connection {
  readonly #socket: Socket;
  readonly #parts: Buffer[] = [];
  #size = 0;
  /** The answer's head, once it is read. */
  #head: Head | undefined;
  #waiter: Waiter | undefined;
  #isOpen = true;

  constructor(socketPath: string) {
    this.#socket = connect(socketPath)
      .on('data', (part) => this.#take(part))
      .on('error', (error) => this.#end(error))
      .on('close', () => this.#end(failure('ECONNRESET', 'the engine went away')));
  }

  /** Whether another call may follow. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Sends a request and waits for its answer. Rejects with an error that has a code where there is none. */
  send(request: string): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#waiter = { resolve, reject };
      this.#socket.ref();
      this.#socket.write(request);
    });
  }

  #take(part: Buffer): void {
    this.#parts.push(part);
    this.#size += part.length;
    try {
      this.#head ??= headOf(this.#bytes());
      if (this.#head && this.#size >= this.#head.whole) this.#answer(this.#head);
    } catch (error) {
      this.#end(error as Error);
    }
  }

  #answer({ whole, start, isGood, isLast }: Head): void {
    const waiter = this.#waiter;
    if (this.#size > whole || !waiter) throw failure('EPROTO', 'the engine said too much');
    const text = this.#bytes().toString('utf8', start);
    this.#begin();
    if (isLast) this.#end(failure('ECONNRESET', 'the engine ended the connection'));
    waiter.resolve({ isGood, text });
  }

  #bytes(): Buffer {
    if (this.#parts.length > 1) this.#parts.splice(0, this.#parts.length, Buffer.concat(this.#parts));
    return this.#parts[0] as Buffer;
  }

  /** Makes it ready for the next call, until when it does not keep the process from ending. */
  #begin(): void {
    this.#parts.length = 0;
    this.#size = 0;
    this.#head = undefined;
    this.#waiter = undefined;
    this.#socket.unref();
  }

  #end(error: Error): void {
    this.#isOpen = false;
    this.#socket.destroy();
    this.#waiter?.reject(error);
    this.#waiter = undefined;
  }
}

interface Head {
  readonly isGood: boolean;
  /** Where the body starts, and where it ends. */
  readonly start: number;
  readonly whole: number;
  /** Whether the engine closes the connection after it. */
  readonly isLast: boolean;
}

const longestHead = 16_384;

/** The head of an answer; undefined while it is not complete. Throws for one in another form. */
function headOf(bytes: Buffer): Head | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0 && bytes.length <= longestHead) return undefined;
  const lines = bytes.toString('latin1', 0, Math.max(end, 0));
  const length = /\r\ncontent-length: *(\d{1,10})(?=\r\n|$)/i.exec(lines)?.[1];
  const status = /^HTTP\/1\.1 (\d{3}) /.exec(lines)?.[1];
  if (length === undefined || status === undefined) throw failure('EPROTO', 'the engine answered in another form');
  const start = end + 4;
  return {
    isGood: status === '200',
    start,
    whole: start + Number(length),
    isLast: /\r\nconnection: *close(?=\r\n|$)/i.test(lines),
  };
}

const failure = (code: string, message: string): Error => Object.assign(new Error(message), { code });
