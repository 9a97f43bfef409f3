import { randomUUID } from 'node:crypto';

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
  readonly boot = randomUUID();
  readonly #told: () => void;
  #parts: Part[] = [{ no: 0, from: 0, lines: [], bytes: 0 }];

  /** `told` is called after each line. */
  constructor(told: () => void) {
    this.#told = told;
  }

  add(line: string): void {
    const cost = Buffer.byteLength(line) + perLine;
    let part = this.#parts.at(-1) as Part;
    if (part.bytes + cost > partBytes) {
      part = { no: part.no + 1, from: part.from + part.lines.length, lines: [], bytes: 0 };
      this.#parts = [...this.#parts, part].slice(-partsKept);
    }
    part.lines.push(line);
    part.bytes += cost;
    this.#told();
  }

  /** What is kept from part `no` on. */
  since(no: number): LogNews {
    return { boot: this.boot, parts: this.#parts.filter((part) => part.no >= no) };
  }
}
