import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { type IPty, spawn } from '@lydell/node-pty';
import { eventually } from '#test/support/vitest/eventually.ts';

const bin = fileURLToPath(new URL('../../../node_modules/.bin', import.meta.url));

/** Where a program on a terminal runs. */
interface Place {
  readonly home: string;
  readonly env: NodeJS.ProcessEnv;
}

/** A program on a terminal of its own, with `svc` on its PATH. */
export class Terminal {
  readonly #pty: IPty;
  readonly exited: Promise<number>;
  /** What it has shown since the last question. */
  shown = '';

  constructor({ home, env: given }: Place, file: string, args: readonly string[], cols = 80) {
    const env = { ...given, PATH: `${bin}:${given.PATH}`, TERM: 'xterm' } as Record<string, string>;
    this.#pty = spawn(file, [...args], { cols, rows: 24, cwd: home, env });
    this.#pty.onData((text) => {
      this.shown += text;
    });
    this.exited = new Promise((resolve) => this.#pty.onExit(({ exitCode }) => resolve(exitCode)));
  }

  get pid(): number {
    return this.#pty.pid;
  }

  /** Waits until a text is shown, with the terminal's own sequences; a pattern is looked for without them. */
  async sees(text: string | RegExp): Promise<void> {
    const isThere = () =>
      typeof text === 'string' ? this.shown.includes(text) : text.test(stripVTControlCharacters(this.shown));
    await eventually(isThere, { seen: () => this.shown });
  }

  /** Waits for a text, forgets what was shown until then, and types. */
  async answer(question: string | RegExp, keys: string): Promise<void> {
    await this.sees(question);
    this.shown = '';
    this.#pty.write(keys);
  }

  resize(cols: number, rows: number): void {
    this.#pty.resize(cols, rows);
  }
}
