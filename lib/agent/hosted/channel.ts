import type { ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';
import { DriverError, type PowerOffCause } from '#lib/agent/driver.ts';
import { ignore } from '#lib/agent/hosted/ignore.ts';
import type { CallName, Calls, Report, Request } from './protocol.ts';

/** The agent's end of the line to a runtime process. */
export interface Channel {
  /** Rejects with a DriverError only: the runtime's refusal, or CLOSED when the line breaks. */
  call<Name extends CallName>(
    name: Name,
    params: Calls[Name][0],
    signal?: AbortSignal,
    handle?: Socket,
  ): Promise<Calls[Name][1]>;
  /** Resolves when the runtime process is gone. */
  readonly gone: Promise<void>;
  /** Lets the runtime go; it ends, and everything it still runs with it. */
  hangUp(): void;
}

/** What a runtime says unasked. */
export interface ChannelListener {
  powerOff(id: string, cause: PowerOffCause): void;
  log(line: string): void;
}

interface Pending {
  resolve(value: unknown): void;
  reject(error: DriverError): void;
}

/** Speaks the runtime protocol with a child process started with an IPC channel. */
export function openChannel(child: ChildProcess, listener: ChannelListener): Channel {
  const pending = new Map<number, Pending>();
  let last = 0;
  let broken = false;
  const send = (message: Request, handle?: Socket) => void (child.connected && child.send(message, handle, {}, ignore));
  const { promise: gone, resolve: breakLine } = Promise.withResolvers<void>();
  const snap = () => {
    broken = true;
    for (const { reject } of pending.values()) reject(new DriverError('CLOSED', 'the machine runtime ended'));
    pending.clear();
    breakLine();
  };
  child.once('exit', snap);
  child.once('error', snap);
  child.on('message', (message: Report) => {
    if (message.type === 'log') return listener.log(message.line);
    if (message.type === 'borrow') return;
    if (message.type === 'poweroff') return listener.powerOff(message.id, message.cause);
    const waiter = pending.get(message.seq);
    pending.delete(message.seq);
    if (message.type === 'reply') waiter?.resolve(message.value);
    else waiter?.reject(new DriverError(message.code, message.message));
  });
  return {
    gone,
    hangUp: () => child.connected && child.disconnect(),
    call: (name, params, signal, handle) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(new DriverError('ABORTED', 'the call was aborted'));
        if (broken) return reject(new DriverError('CLOSED', 'the machine runtime ended'));
        const seq = ++last;
        const abort = () => send({ type: 'abort', seq });
        const settled = () => signal?.removeEventListener('abort', abort);
        signal?.addEventListener('abort', abort, { once: true });
        pending.set(seq, {
          resolve: (value) => {
            settled();
            resolve(value as never);
          },
          reject: (error) => {
            settled();
            reject(error);
          },
        });
        send({ type: 'call', seq, name, params }, handle);
      }),
  };
}
