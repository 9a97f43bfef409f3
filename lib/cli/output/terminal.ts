import { terminal as saidByTerminal } from '#lib/cli/config/environment.ts';

/** Whether a person sees this stream. */
export const isShown = (stream: { isTTY?: boolean }): boolean => stream.isTTY === true;

/** Whether a person can be asked. */
export const canAsk = (): boolean => isShown(process.stdin) && isShown(process.stderr);

/** Columns of the terminal; undefined where the stream is none. */
export function widthOf(stream: NodeJS.WriteStream): number | undefined {
  return isShown(stream) ? stream.columns || 80 : undefined;
}

/** Whether text on this stream has colours: NO_COLOR is stronger than FORCE_COLOR. */
function isColoured(stream: NodeJS.WriteStream): boolean {
  const { NO_COLOR, FORCE_COLOR, TERM } = saidByTerminal();
  if (NO_COLOR) return false;
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== '') return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false';
  return isShown(stream) && TERM !== 'dumb';
}

const codes = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33 } as const;

/** Text in a colour, where the stream has colours. */
export function paint(text: string, colour: keyof typeof codes, stream: NodeJS.WriteStream): string {
  return isColoured(stream) ? `\u001b[${codes[colour]}m${text}\u001b[0m` : text;
}

/** Control characters, and marks that turn the direction of writing or end a line: what draws on a terminal. */
const marks = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/** Text without control characters and marks that turn the direction of writing: no name can draw on the terminal. */
export function plain(text: string): string {
  return text.replaceAll(marks, (mark) => (/[\n\t\u2028\u2029]/.test(mark) ? ' ' : ''));
}

/** Text for a stream: on a terminal such characters are shown as JSON writes them; a pipe gets every byte. */
function visible(text: string, stream: { isTTY?: boolean }): string {
  if (!isShown(stream)) return text;
  return text.replaceAll(marks, (mark) =>
    mark === '\n' || mark === '\t' ? mark : `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Writes data: whatever a pipe is to get. Nothing in it draws on a terminal. */
export function print(text: string): void {
  printDrawn(visible(text, process.stdout));
}

/** Writes what has colours or other sequences of its own, all else in it being plain. */
export function printDrawn(text: string): void {
  process.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
}

/** Tells a person something beside the data. */
export function tell(text: string): void {
  process.stderr.write(`${visible(text, process.stderr)}\n`);
}

/** One line that is written over by the next: how long work goes on is heard, and that on terminals alone. */
export class StatusLine {
  readonly #isOn: boolean;
  #isDrawn = false;

  constructor(isQuiet: boolean) {
    this.#isOn = !isQuiet && isShown(process.stderr) && saidByTerminal().CI === undefined;
  }

  show(text: string): void {
    if (!this.#isOn) return;
    this.#isDrawn = true;
    process.stderr.write(`\r\u001b[2K${plain(text).slice(0, (process.stderr.columns || 80) - 1)}`);
  }

  clear(): void {
    if (this.#isDrawn) process.stderr.write('\r\u001b[2K');
    this.#isDrawn = false;
  }
}
