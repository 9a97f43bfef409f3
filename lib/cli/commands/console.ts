import type { Command } from 'commander';
import { Keyboard } from '#lib/cli/console/keyboard.ts';
import { Line } from '#lib/cli/console/line.ts';
import { addressed } from '#lib/cli/forms.ts';
import { isShown, plain, tell } from '#lib/cli/output/terminal.ts';
import type { Session } from '#lib/cli/run/session.ts';
import type { Runners } from './command.ts';
import { runningMachine } from './machines.ts';

/** `svc console`: the machine's terminal, over the platform and without SSH keys. */
export function add(command: Command, { run }: Runners): void {
  command.argument('<instance>', 'name or id').action(
    run(async (session, name: string) => {
      const { id, name: called } = await runningMachine(session, name);
      const { url } = await session.typed.ask('createConsoleTicket', { id });
      process.exitCode = await opened(session, called, addressed(url, session.settings.endpoint, 'ws'));
    }),
  );
}

const size = () => ({ cols: process.stdout.columns ?? 80, rows: process.stdout.rows ?? 24 });

/** Joins this terminal to the machine's, and answers the exit code of its shell. */
async function opened({ globals, signal }: Session, name: string, url: string): Promise<number> {
  let isLeft = false;
  const line = new Line(url, size(), { ready: () => ready(), bytes: shown });
  const leave = () => {
    isLeft = true;
    line.close();
  };
  const keyboard = new Keyboard({ typed: (bytes) => line.type(bytes), hungUp: leave });
  const resize = () => line.resize(size());
  const ready = () => {
    if (!globals.quiet && isShown(process.stdin)) tell(`Connected to ${plain(name)}; Ctrl-] hangs up.`);
    keyboard.start();
    process.stdout.on('resize', resize);
    resize();
  };
  signal.addEventListener('abort', leave);
  try {
    const end = await line.ended;
    if ('code' in end) return end.code;
    if (!isLeft) throw end.failure;
    signal.throwIfAborted();
    return 0;
  } finally {
    signal.removeEventListener('abort', leave);
    process.stdout.off('resize', resize);
    keyboard.stop();
  }
}

/** Writes what the machine shows; answers a promise where this terminal is slower. */
function shown(bytes: Buffer): Promise<void> | undefined {
  if (process.stdout.write(bytes)) return undefined;
  return new Promise((resolve) => process.stdout.once('drain', resolve));
}
