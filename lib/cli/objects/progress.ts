import { bytes } from '#lib/cli/output/cells.ts';
import { StatusLine } from '#lib/cli/output/terminal.ts';

/** Milliseconds between two drawings. */
const interval = 100;

/** Characters of the bar. */
const bar = 24;

/** How much is copied, as one line on a terminal's stderr: a bar, bytes, rate. */
export class Progress {
  readonly #line: StatusLine;
  readonly #began = Date.now();
  #drawnAt = 0;
  #done = 0;
  /** What was there before this run, which says nothing about the rate. */
  #before = 0;
  #total = 0;
  /** What is being copied. */
  title = '';

  constructor(isQuiet: boolean) {
    this.#line = new StatusLine(isQuiet);
  }

  /** There is more to copy, in bytes; `before` of it was copied by an earlier run. */
  expect(size: number, before = 0): void {
    this.#total += size;
    this.#before += before;
    this.#done += before;
    this.#draw();
  }

  /** So many bytes were copied; fewer than none where they must be copied again. */
  add(size: number): void {
    this.#done += size;
    this.#draw();
  }

  /** What was copied of all, in percent. */
  get percent(): number {
    return this.#total === 0 ? 0 : Math.floor((100 * Math.min(this.#done, this.#total)) / this.#total);
  }

  clear(): void {
    this.#line.clear();
  }

  #draw(): void {
    const now = Date.now();
    if (now - this.#drawnAt < interval) return;
    this.#drawnAt = now;
    const full = Math.round((bar * this.percent) / 100);
    const seconds = Math.max(1, now - this.#began) / 1000;
    const rate = bytes(Math.max(0, this.#done - this.#before) / seconds);
    const drawn = `${'#'.repeat(full)}${'.'.repeat(bar - full)}`;
    this.#line.show(
      `[${drawn}] ${this.percent}% ${bytes(this.#done)} of ${bytes(this.#total)} ${rate}/s ${this.title}`,
    );
  }
}
