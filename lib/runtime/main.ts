import type { Socket } from 'node:net';
import { saidSeldom } from './console-log/said-seldom.ts';
import { DriverError } from './driver.ts';
import type { PullProgress } from './driver-images.ts';
import type { CallName, Report, Request } from './protocol.ts';
import { type HandlerExtras, makeRuntime } from './runtime.ts';
import { asDriverError, ignore } from './system/errors.ts';

/**
 * The runtime process: it runs the machines of one host. The agent that started it sends it calls over an IPC channel.
 */

const aborts = new Map<number, AbortController>();
const runtime = makeRuntime({
  powerOff: (id, cause) => report({ type: 'poweroff', id, cause }),
  wrote: saidSeldom((id) => report({ type: 'wrote', id })),
  firstBoot: (id, news) => report({ type: 'firstboot', id, news }),
  serviceFailed: (id, news) => report({ type: 'servicefailed', id, news }),
  outOfMemory: (id, killed) => report({ type: 'outofmemory', id, killed }),
  log: (line) => report({ type: 'log', line }),
  health: (news) => report({ type: 'health', news }),
  lost: (ids) => report({ type: 'unbalanced', ids }),
});

function report(message: Report): void {
  if (process.connected) process.send?.(message, undefined, undefined, ignore);
}

async function answer(seq: number, name: CallName, params: unknown, handle?: Socket): Promise<void> {
  const abort = new AbortController();
  aborts.set(seq, abort);
  try {
    const handler = runtime.handlers[name] as (
      params: unknown,
      signal: AbortSignal,
      extras: HandlerExtras,
    ) => Promise<unknown>;
    const onProgress = (percent: number) => report({ type: 'progress', seq, percent });
    const onPull = (progress: PullProgress) => report({ type: 'pulling', seq, progress });
    report({ type: 'reply', seq, value: await handler(params, abort.signal, { handle, onProgress, onPull }) });
  } catch (error) {
    handle?.destroy();
    const { code, message } = abort.signal.aborted
      ? new DriverError('ABORTED', 'the call was aborted')
      : asDriverError(error);
    report({ type: 'refusal', seq, code, message });
  } finally {
    aborts.delete(seq);
  }
}

process.on('message', (message: Request, handle?: Socket) => {
  if (message.type === 'call') void answer(message.seq, message.name, message.params, handle);
  else if (message.type === 'abort') aborts.get(message.seq)?.abort();
});

// The agent is gone. The next one starts a runtime, which takes over the machines that outlive this one.
process.on('disconnect', () => {
  runtime.abandon();
  process.exit(0);
});

// Ctrl-C in a terminal is meant for the agent, which closes the runtime in order.
process.on('SIGINT', ignore);
process.on('SIGHUP', ignore);
process.on('SIGTERM', ignore);

// A fault of one client or machine must not end the others.
process.on('uncaughtException', (error) =>
  report({ type: 'log', line: `unexpected: ${error.stack ?? error.message}` }),
);
