import { exits, Failure } from '#lib/cli/failure.ts';

/** Runs work that Ctrl-C ends at once, with exit 130. */
export async function interruptible(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const controller = new AbortController();
  const reason = new Failure('interrupted', { exit: exits.interrupted, code: 'interrupted' });
  const interrupt = () => {
    // A second one ends the process: whatever is under way does not listen.
    if (controller.signal.aborted) process.exit(exits.interrupted);
    controller.abort(reason);
  };
  process.on('SIGINT', interrupt);
  try {
    await work(controller.signal);
  } finally {
    process.off('SIGINT', interrupt);
  }
}
