import { closeSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';

/** Bytes after which the file is written anew, with what is kept of the log alone. */
const MOST_BYTES = 1024 * 1024;

/** A log that another runtime has begun: what is kept of it, and the bytes of its last line, which has no end yet. */
export interface BegunLog {
  readonly boot: string;
  /** The first part that is kept. */
  readonly no: number;
  readonly from: number;
  readonly lines: readonly string[];
  readonly rest: Buffer;
}

/**
 * A console log in a file, in which a later runtime finds what this one has read of a console. First comes a line with
 * where the log begins; then lines of the log, each after an `L`, and the bytes of a line without an end, in
 * hexadecimal digits after an `R`, of which the last ones count. It is written at once, and not synced: a machine does
 * not outlive its host's kernel.
 */
export class KeptLog {
  readonly #path: string;
  #file: number | null = null;
  #bytes = 0;
  #lines = '';
  #rest = '';

  constructor(path: string) {
    this.#path = path;
  }

  /** Reads what an earlier runtime has kept. Null where it has kept nothing that can be read. */
  read(): BegunLog | null {
    try {
      const [head = '', ...rows] = readFileSync(this.#path, 'utf8').split('\n');
      const of = (kind: string) => rows.filter((row) => row.startsWith(kind)).map((row) => row.slice(1));
      const rest = rows.findLast((row) => row.startsWith('R'))?.slice(1) ?? '';
      return { ...(JSON.parse(head) as Pick<BegunLog, 'boot' | 'no' | 'from'>), lines: of('L'), rest: hex(rest) };
    } catch {
      return null;
    }
  }

  /** Writes the file anew. */
  begin({ boot, no, from, lines, rest }: BegunLog): void {
    this.#close();
    const draft = `${this.#path}.new`;
    this.#file = openSync(draft, 'w', 0o600);
    this.#bytes = 0;
    this.#lines = '';
    this.#rest = rest.toString('hex');
    const rows = [JSON.stringify({ boot, no, from }), ...lines.map((line) => `L${line}`), `R${this.#rest}`];
    this.#write(`${rows.join('\n')}\n`);
    renameSync(draft, this.#path);
    this.#bytes = 0;
  }

  line(line: string): void {
    this.#lines += `L${line}\n`;
  }

  /** Writes what was added. True where the file is to be written anew. */
  settle(rest?: Buffer): boolean {
    const digits = rest?.toString('hex') ?? this.#rest;
    const row = digits === this.#rest ? '' : `R${digits}\n`;
    this.#rest = digits;
    const text = this.#lines + row;
    this.#lines = '';
    if (text !== '') this.#write(text);
    return this.#bytes > MOST_BYTES;
  }

  end(): void {
    this.#close();
    rmSync(this.#path, { force: true });
  }

  #write(text: string): void {
    if (this.#file === null) return;
    try {
      this.#bytes += writeSync(this.#file, text);
    } catch {
      // The disk is full. The log is whole as long as this process is.
    }
  }

  #close(): void {
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
  }
}

const hex = (digits: string): Buffer => Buffer.from(digits, 'hex');
