import type { Socket } from 'node:net';

/** What an engine answered: whether its status is 200, and the text. */
export interface Answer {
  readonly isGood: boolean;
  readonly text: string;
}

/** Whom a connection tells that it has nothing to do, and that it is over. */
interface Owner {
  onIdle(connection: Connection): void;
  onEnd(connection: Connection): void;
}

/** A call whose answer is awaited. */
interface Call {
  resolve(answer: Answer): void;
  reject(error: Error): void;
}

/** Bytes of a status line and headers; an engine sends a few hundred. */
const LONGEST_HEAD = 16_384;
const HEAD_END = '\r\n\r\n';
const PROTOCOL = 'HTTP/1.1 ';

/**
 * A connection to an engine, which makes one call at a time. It reads only what the engines on a laptop send: HTTP/1.1
 * with a Content-Length. Node's client, which reads and repairs everything, takes longer than the engine takes to
 * answer.
 */
export class Connection {
  readonly #socket: Socket;
  readonly #owner: Owner;
  #call: Call | undefined;
  #parts: Buffer[] = [];
  #received = 0;
  /** Bytes of the whole answer, as far as it is known. */
  #expected = 0;
  #failure: Error | undefined;

  constructor(socket: Socket, owner: Owner) {
    this.#socket = socket;
    this.#owner = owner;
    socket.on('data', (bytes: Buffer) => this.#read(bytes));
    socket.on('error', (error) => {
      this.#failure ??= error;
    });
    socket.once('close', () => this.#end());
  }

  /** Sends a request, and reads the answer. Rejects with an error that has a code where there is none. */
  ask(request: string): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#call = { resolve, reject };
      this.#socket.ref();
      this.#socket.write(request);
    });
  }

  #read(bytes: Buffer): void {
    this.#parts.push(bytes);
    this.#received += bytes.length;
    if (this.#received < this.#expected) return;
    const all = this.#parts.length === 1 ? bytes : Buffer.concat(this.#parts);
    this.#parts = [all];
    const head = headOf(all);
    if (head === 'partial') return;
    this.#expected = head?.end ?? 0;
    if (!head || !this.#call || this.#received > head.end) {
      this.#failure = misread();
      this.#socket.destroy();
    } else if (this.#received === head.end) {
      this.#answer(this.#call, { isGood: head.isGood, text: all.toString('utf8', head.start, head.end) }, head.isLast);
    }
  }

  #answer(call: Call, answer: Answer, isLast: boolean): void {
    this.#call = undefined;
    this.#parts = [];
    this.#received = 0;
    this.#expected = 0;
    if (isLast) this.#socket.destroy();
    else {
      // A process that has nothing else to do ends.
      this.#socket.unref();
      this.#owner.onIdle(this);
    }
    call.resolve(answer);
  }

  #end(): void {
    this.#owner.onEnd(this);
    this.#call?.reject(this.#failure ?? withCode('the engine went away', 'ECONNRESET'));
    this.#call = undefined;
  }
}

/** What the beginning of an answer says: its status, where its text begins and ends, and whether another can follow. */
interface Head {
  readonly isGood: boolean;
  readonly start: number;
  readonly end: number;
  readonly isLast: boolean;
}

/** Undefined for what is not an answer of an engine. */
function headOf(bytes: Buffer): Head | 'partial' | undefined {
  const at = bytes.indexOf(HEAD_END);
  if (at < 0) {
    const begins = PROTOCOL.startsWith(bytes.toString('latin1', 0, PROTOCOL.length));
    return begins && bytes.length < LONGEST_HEAD ? 'partial' : undefined;
  }
  const [first = '', ...lines] = bytes.toString('latin1', 0, at).split('\r\n');
  const status = /^HTTP\/1\.1 ([2-5]\d\d)(?: |$)/.exec(first)?.[1];
  const length = field(lines, 'content-length');
  if (status === undefined || length === undefined || !/^\d{1,10}$/.test(length)) return undefined;
  const start = at + HEAD_END.length;
  const isLast = field(lines, 'connection')?.toLowerCase() === 'close';
  return { isGood: status === '200', start, end: start + Number(length), isLast };
}

/** The value of a header. */
function field(lines: readonly string[], name: string): string | undefined {
  const line = lines.find((one) => one.slice(0, name.length + 1).toLowerCase() === `${name}:`);
  return line?.slice(name.length + 1).trim();
}

/** Named as Node's parser names it. */
const misread = () => withCode('the engine answered what is not HTTP/1.1 with a length', 'HPE_INVALID_CONSTANT');

const withCode = (message: string, code: string): Error => Object.assign(new Error(message), { code });
