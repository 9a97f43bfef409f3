/** Sequences of terminals: draw as one picture, go home, clear to the end of line and screen, other screen, cursor. */
const esc = (text: string): string => `\u001b[${text}`;
const [begin, end, home] = [esc('?2026h'), esc('?2026l'), esc('H')];
const [clearLine, clearRest] = [esc('K'), esc('J')];
const [enter, leave] = [`${esc('?1049h')}${esc('?25l')}`, `${esc('?25h')}${esc('?1049l')}`];

/** The whole terminal, which is drawn over and given back as it was. */
export class Screen {
  readonly #restore = () => this.close();
  readonly #killed = () => process.exit(143);
  #isOpen = true;

  constructor() {
    process.once('exit', this.#restore);
    for (const signal of ['SIGTERM', 'SIGHUP']) process.once(signal, this.#killed);
    process.stdout.write(enter);
  }

  get rows(): number {
    return process.stdout.rows || 24;
  }

  /** Draws lines over what is there. Nothing is cleared before, so that nothing flickers. */
  draw(lines: readonly string[]): void {
    const shown = lines.slice(0, this.rows);
    const text = shown.map((line) => `${line}${clearLine}`).join('\r\n');
    process.stdout.write(`${begin}${home}${text}${clearRest}${end}`);
  }

  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    process.off('exit', this.#restore);
    for (const signal of ['SIGTERM', 'SIGHUP']) process.off(signal, this.#killed);
    process.stdout.write(leave);
  }
}
