import { type ChildProcess, spawn } from 'node:child_process';
import { SFTP_SERVER } from '#lib/runtime/ssh/sftp.ts';

/** Numbers of requests and replies (draft-ietf-secsh-filexfer-02). */
export const REQUEST = {
  INIT: 1,
  OPEN: 3,
  CLOSE: 4,
  READ: 5,
  WRITE: 6,
  LSTAT: 7,
  FSTAT: 8,
  SETSTAT: 9,
  FSETSTAT: 10,
  OPENDIR: 11,
  READDIR: 12,
  REMOVE: 13,
  MKDIR: 14,
  RMDIR: 15,
  REALPATH: 16,
  STAT: 17,
  RENAME: 18,
  READLINK: 19,
  SYMLINK: 20,
  EXTENDED: 200,
} as const;

/** Flags of OPEN. */
export const OPEN = { READ: 1, WRITE: 2, APPEND: 4, CREAT: 8, TRUNC: 0x10, EXCL: 0x20 } as const;

export const NO_ATTRIBUTES = Buffer.alloc(4);

export const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

export const u64 = (value: number | bigint): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return bytes;
};

export const text = (value: string | Buffer): Buffer =>
  Buffer.concat([u32(Buffer.byteLength(value)), Buffer.from(value as string)]);

/** One packet: its type, and what follows it. */
export interface Packet {
  readonly type: number;
  readonly body: Buffer;
}

export const packet = (type: number, ...body: readonly Buffer[]): Buffer => {
  const bytes = Buffer.concat(body);
  return Buffer.concat([u32(1 + bytes.length), Buffer.from([type]), bytes]);
};

/** A server in a folder, spoken to byte by byte. */
export class SftpClient {
  readonly process: ChildProcess;
  /** The exit code, once it has ended. */
  readonly ended: Promise<number | null>;
  complaints = '';
  #id = 0;
  #received = Buffer.alloc(0);
  readonly #packets: Packet[] = [];
  readonly #waiting: ((packet: Packet) => void)[] = [];

  constructor(cwd: string) {
    const [file = '', ...args] = SFTP_SERVER ?? [];
    this.process = spawn(file, args, { cwd, env: { HOME: cwd, PATH: '/usr/bin:/bin' }, stdio: 'pipe' });
    this.ended = new Promise((resolve) => this.process.once('close', resolve));
    this.process.stdin?.on('error', () => undefined);
    this.process.stdout?.on('data', (data: Buffer) => this.#take(data));
    this.process.stderr?.setEncoding('utf8').on('data', (data: string) => {
      this.complaints += data;
    });
  }

  /** One that has been greeted. */
  static async greeted(cwd: string): Promise<SftpClient> {
    const client = new SftpClient(cwd);
    client.send(packet(REQUEST.INIT, u32(3)));
    await client.next();
    return client;
  }

  send(...bytes: readonly Buffer[]): void {
    for (const part of bytes) this.process.stdin?.write(part);
  }

  /** The next packet of the server. */
  next(): Promise<Packet> {
    const packet = this.#packets.shift();
    return packet ? Promise.resolve(packet) : new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Sends a request and answers the reply to it, without its id. */
  async ask(type: number, ...body: readonly Buffer[]): Promise<Packet> {
    this.#id += 1;
    this.send(packet(type, u32(this.#id), ...body));
    const reply = await this.next();
    const id = reply.body.readUInt32BE(0);
    if (id !== this.#id) throw new Error(`the reply to ${this.#id} was to ${id}`);
    return { type: reply.type, body: reply.body.subarray(4) };
  }

  /** Sends a request and answers the status it ends with, as `<code> <words>`. */
  async status(type: number, ...body: readonly Buffer[]): Promise<string> {
    return statusOf(await this.ask(type, ...body));
  }

  /** Opens a file and answers its handle as a field of a packet. */
  async open(path: string, flags: number, attributes: Buffer = NO_ATTRIBUTES): Promise<Buffer> {
    return handleOf(await this.ask(REQUEST.OPEN, text(path), u32(flags), attributes));
  }

  async openFolder(path: string): Promise<Buffer> {
    return handleOf(await this.ask(REQUEST.OPENDIR, text(path)));
  }

  /** Bytes of a file; the status where there are none. */
  async read(handle: Buffer, offset: number | bigint, length: number): Promise<Buffer | string> {
    const reply = await this.ask(REQUEST.READ, handle, u64(offset), u32(length));
    return reply.type === 103 ? reply.body.subarray(4) : statusOf(reply);
  }

  write(handle: Buffer, offset: number | bigint, data: string | Buffer): Promise<string> {
    return this.status(REQUEST.WRITE, handle, u64(offset), text(data));
  }

  close(): Promise<number | null> {
    this.process.stdin?.end();
    return this.ended;
  }

  #take(data: Buffer): void {
    this.#received = Buffer.concat([this.#received, data]);
    while (this.#received.length >= 4 && this.#received.length >= 4 + this.#received.readUInt32BE(0)) {
      const end = 4 + this.#received.readUInt32BE(0);
      const found = { type: this.#received[4] ?? 0, body: this.#received.subarray(5, end) };
      this.#received = this.#received.subarray(end);
      const waiting = this.#waiting.shift();
      if (waiting) waiting(found);
      else this.#packets.push(found);
    }
  }
}

/** A STATUS as `<code> <words>`; any other packet by its type. */
export function statusOf({ type, body }: Packet): string {
  if (type !== 101) return `type ${type}`;
  return `${body.readUInt32BE(0)} ${body.subarray(8, 8 + body.readUInt32BE(4)).toString()}`;
}

function handleOf(reply: Packet): Buffer {
  if (reply.type !== 102) throw new Error(`no handle: ${statusOf(reply)}`);
  return reply.body;
}
