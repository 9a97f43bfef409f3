import { closeSync, fdatasync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import { promisify } from 'node:util';
import { Flusher } from './flusher.ts';

const datasync = promisify(fdatasync);

/**
 * An append-only file of JSON lines. A write survives the end of the process at once, and a power cut after `durable`.
 */
export class Journal {
  readonly #fd: number;
  readonly #flusher: Flusher;
  #length: number;
  #flushed: number;
  #closed = false;

  constructor(path: string, flags: 'ax' | 'r+', length = 0) {
    this.#fd = openSync(path, flags, 0o600);
    this.#length = length;
    this.#flushed = 0;
    this.#flusher = new Flusher(async () => {
      const length = this.#length;
      if (this.#flushed >= length) return;
      await datasync(this.#fd);
      this.#flushed = length;
    });
    if (flags === 'r+') ftruncateSync(this.#fd, length);
  }

  /** Appends one record completely or not at all. Throws as the file system does, and may then be called again. */
  append(record: unknown): void {
    if (this.#closed) throw new Error('the journal is closed');
    const bytes = Buffer.from(`${JSON.stringify(record)}\n`);
    try {
      let done = 0;
      while (done < bytes.length) done += writeSync(this.#fd, bytes, done, bytes.length - done, this.#length + done);
    } catch (error) {
      ftruncateSync(this.#fd, this.#length);
      throw error;
    }
    this.#length += bytes.length;
  }

  /** Resolves once every record appended so far is on the disk. Calls share one fdatasync. */
  async durable(): Promise<void> {
    if (this.#flushed < this.#length) await this.#flusher.request();
  }

  /** Flushes and closes the file; safe to call twice. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    try {
      await this.durable();
    } finally {
      closeSync(this.#fd);
    }
  }
}

/**
 * The complete records of a journal file, and their length. An incomplete last line, as a crash leaves it, is left out;
 * so is everything after a damaged line.
 */
export function readJournal(path: string): { records: unknown[]; length: number; damaged: boolean } {
  const bytes = readFileSync(path);
  const records: unknown[] = [];
  let length = 0;
  for (let end = bytes.indexOf(0x0a); end >= 0; end = bytes.indexOf(0x0a, length)) {
    const record = parse(bytes.toString('utf8', length, end));
    if (record === undefined) return { records, length, damaged: true };
    records.push(record);
    length = end + 1;
  }
  return { records, length, damaged: false };
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
