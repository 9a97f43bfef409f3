import { isShown } from '#lib/cli/output/terminal.ts';

/** The key that hangs up, as with telnet and virsh: Ctrl-]. */
const hangUp = 0x1d;

/** Ctrl-D, by which a terminal says that nothing more comes. */
const endOfInput = Buffer.from([4]);

/** Sequences that bring a terminal back from what a program on a machine may have left it in. */
const sane = [
  // The usual screen, the cursor, no mouse, no bracketed paste, usual arrows and colours.
  '\u001b[?1049l\u001b[?25h\u001b[?1000l\u001b[?1002l\u001b[?1003l\u001b[?1006l\u001b[?2004l\u001b[?1l\u001b[0m',
].join('');

/** What becomes of keys. */
interface Typist {
  /** Takes bytes; answers a promise where it cannot take more for now. */
  typed(bytes: Buffer): Promise<void> | undefined;
  hungUp(): void;
}

/** Signals that end this program, and the exit code of each. */
const deadly = { SIGTERM: 143, SIGHUP: 129, SIGQUIT: 131 } as const;

/** Keys as they are, every one of them, while a console is open. Where there is no terminal, whatever is piped in. */
export class Keyboard {
  readonly #isTerminal = isShown(process.stdin);
  readonly #read: (bytes: Buffer) => void;
  readonly #end: () => void;
  readonly #restore = () => this.stop();
  readonly #killed = Object.entries(deadly).map(([signal, code]) => ({
    signal,
    answer: () => {
      this.stop();
      process.exit(code);
    },
  }));

  constructor(typist: Typist) {
    const take = (bytes: Buffer) => {
      const until = bytes.length > 0 ? typist.typed(bytes) : undefined;
      if (!until) return;
      process.stdin.pause();
      void until.then(() => process.stdin.resume());
    };
    this.#read = (bytes) => {
      const at = this.#isTerminal ? bytes.indexOf(hangUp) : -1;
      take(at < 0 ? bytes : bytes.subarray(0, at));
      if (at >= 0) typist.hungUp();
    };
    this.#end = () => take(endOfInput);
  }

  start(): void {
    if (this.#isTerminal) process.stdin.setRawMode(true);
    process.stdin.on('data', this.#read).once('end', this.#end).resume();
    process.once('exit', this.#restore);
    for (const { signal, answer } of this.#killed) process.once(signal, answer);
  }

  /** Gives the terminal back as it was. May be called again. */
  stop(): void {
    process.stdin.off('data', this.#read).off('end', this.#end).pause();
    process.off('exit', this.#restore);
    for (const { signal, answer } of this.#killed) process.off(signal, answer);
    if (!this.#isTerminal || !process.stdin.isRaw) return;
    process.stdin.setRawMode(false);
    if (isShown(process.stdout)) process.stdout.write(sane);
  }
}
