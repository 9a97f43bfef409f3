import { randomUUID } from 'node:crypto';
import { type BegunLog, KeptLog } from './kept.ts';

/** A part of a console log: its number since the boot, the number of its first line, and its lines. */
export interface LogPart {
  readonly no: number;
  readonly from: number;
  readonly lines: readonly string[];
}

/** What is kept of a console log from a part on. `boot` names the boot. */
export interface LogNews {
  readonly boot: string;
  readonly parts: readonly LogPart[];
}

/** The most bytes of a part, and the most parts that are kept: 256 KiB together. */
const partBytes = 16 * 1024;
const partsKept = 16;

/** What a line costs beside its text, so that empty lines are bounded too. */
const perLine = 8;

interface Part {
  readonly no: number;
  readonly from: number;
  readonly lines: string[];
  bytes: number;
}

/** What a machine has written to its console since it booted. The oldest parts are dropped. */
export class ConsoleLog {
  readonly boot: string;
  /** Bytes with which the next line begins. */
  readonly rest: Buffer;
  readonly #told: () => void;
  readonly #kept: KeptLog | null;
  #parts: Part[];

  /** `told` is called after each line. `kept` is where a later runtime finds the log, and `begun` what is there. */
  constructor(told: () => void, kept: KeptLog | null = null, begun: BegunLog | null = null) {
    this.boot = begun?.boot ?? randomUUID();
    this.rest = begun?.rest ?? Buffer.alloc(0);
    this.#parts = [{ no: begun?.no ?? 0, from: begun?.from ?? 0, lines: [], bytes: 0 }];
    this.#told = told;
    this.#kept = kept;
    for (const line of begun?.lines ?? []) this.#append(line);
    kept?.begin(this.#begun());
  }

  add(line: string): void {
    this.#append(line);
    this.#kept?.line(line);
    this.#told();
  }

  /** Keeps what was added. `rest` are the bytes of a line without an end yet that follow it. */
  settle(rest?: Buffer): void {
    if (this.#kept?.settle(rest)) this.#kept.begin(this.#begun(rest));
  }

  /** Ends the keeping: the machine is down. */
  end(): void {
    this.#kept?.end();
  }

  #append(line: string): void {
    const cost = Buffer.byteLength(line) + perLine;
    let part = this.#parts.at(-1) as Part;
    if (part.bytes + cost > partBytes) {
      part = { no: part.no + 1, from: part.from + part.lines.length, lines: [], bytes: 0 };
      this.#parts = [...this.#parts, part].slice(-partsKept);
    }
    part.lines.push(line);
    part.bytes += cost;
  }

  #begun(rest: Buffer = this.rest): BegunLog {
    const [{ no, from }] = this.#parts as [Part];
    return { boot: this.boot, no, from, lines: this.#parts.flatMap((part) => part.lines), rest };
  }

  /** What is kept from part `no` on. */
  since(no: number): LogNews {
    return { boot: this.boot, parts: this.#parts.filter((part) => part.no >= no) };
  }
}

/** The log of a machine that boots, or that is taken over (`goesOn`). It is kept in the file, where there is one. */
export function openLog(told: () => void, file: string | null, goesOn: boolean): ConsoleLog {
  const kept = file === null ? null : new KeptLog(file);
  return new ConsoleLog(told, kept, goesOn ? kept?.read() : null);
}
