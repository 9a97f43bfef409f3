import { exits, Failure } from '#lib/cli/failure.ts';
import { canAsk, plain } from '#lib/cli/output/terminal.ts';

/** Asks for a line on the terminal. Refuses where nobody can be asked. */
export async function ask(question: string): Promise<string> {
  return line(question, true);
}

/** Asks for a line that is not shown as it is typed. */
export async function askSecret(question: string): Promise<string> {
  return line(question, false);
}

/** Asks for yes or no; anything but yes is no. */
export async function isConfirmed(question: string): Promise<boolean> {
  return /^y(es)?$/i.test((await ask(`${question} [y/N] `)).trim());
}

/** Goes on only where a person agrees, or `--yes` does. Refuses where nobody can be asked. */
export async function agreed({ yes = false }: { readonly yes?: boolean }, question: string, command: string) {
  if (yes) return;
  if (!canAsk())
    throw new Failure(`${command} asks first, and there is no terminal`, {
      exit: exits.usage,
      code: 'not_confirmed',
      hint: 'the same command with --yes',
    });
  if (!(await isConfirmed(question))) throw new Failure('nothing was changed', { code: 'not_confirmed' });
}

/** The text on standard input, without the end of its last line. */
export async function readInput(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks)
    .toString('utf8')
    .replace(/\r?\n$/, '');
}

/** Keys that end, delete and interrupt, as terminals send them. */
const [enter, backspace, interrupt, end] = [/[\r\n]/, /[\b\u007f]/, '\u0003', '\u0004'];

/** Reads keys until enter, which ends the line, or Ctrl-C, which refuses it. */
function line(question: string, isVisible: boolean): Promise<string> {
  if (!canAsk()) {
    const what = plain(question).trim().split(/[:?]/, 1)[0] ?? '';
    throw new Failure(`"${what}" cannot be asked without a terminal`, { exit: exits.usage, code: 'no_terminal' });
  }
  const stdin = process.stdin;
  // Before the question is shown: what answers it as soon as it is there is read as keys.
  stdin.setRawMode(true).setEncoding('utf8').resume();
  process.stderr.write(plain(question));
  return new Promise((resolve, reject) => {
    const typed = new Typed(isVisible);
    const read = (keys: string) => {
      const isOver = [...keys].some((key) => typed.isOverAfter(key));
      if (!isOver) return;
      stdin.off('data', read).setRawMode(false).pause();
      process.stderr.write('\n');
      if (typed.text === undefined) reject(interrupted());
      else resolve(typed.text);
    };
    stdin.on('data', read);
  });
}

/** A line as it is typed. */
class Typed {
  readonly #isVisible: boolean;
  /** Undefined after Ctrl-C. */
  text: string | undefined = '';

  constructor(isVisible: boolean) {
    this.#isVisible = isVisible;
  }

  /** Takes a key, and answers whether the line is over. */
  isOverAfter(key: string): boolean {
    if (key === interrupt) this.text = undefined;
    if (this.text === undefined || enter.test(key) || (key === end && this.text === '')) return true;
    if (backspace.test(key)) this.#erase(this.text);
    else if (key >= ' ') this.#add(this.text, key);
    return false;
  }

  #erase(text: string): void {
    if (this.#isVisible && text !== '') process.stderr.write('\b \b');
    this.text = [...text].slice(0, -1).join('');
  }

  #add(text: string, key: string): void {
    if (this.#isVisible) process.stderr.write(key);
    this.text = text + key;
  }
}

const interrupted = (): Failure => new Failure('interrupted', { exit: exits.interrupted, code: 'interrupted' });
