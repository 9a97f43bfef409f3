import type { ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';
import type { FirstBoot } from '#lib/model/compute/first-boot.ts';
import type { ServiceFailure } from '#lib/model/compute/service-failure.ts';
import type { HealthNews } from '#lib/runtime/balancer/spec.ts';
import { DriverError, type OwnPowerOffCause } from '#lib/runtime/driver.ts';
import type { PullProgress } from '#lib/runtime/driver-images.ts';
import type { CallName, Calls, Report, Request } from '#lib/runtime/protocol.ts';
import { ignore } from '#lib/runtime/system/errors.ts';

/** What may come with a call: an abort signal, one end of a connection, and a listener for progress. */
export interface CallExtras {
  readonly signal?: AbortSignal | undefined;
  readonly handle?: Socket | undefined;
  readonly onProgress?: ((percent: number) => void) | undefined;
  readonly onPull?: ((progress: PullProgress) => void) | undefined;
}

/** The runtime ended before it answered a call, or could not be started for it. */
export class RuntimeEnded extends DriverError {
  override readonly name = 'RuntimeEnded';
  /** Whether this call was the only one under way by which the runtime can have ended. */
  readonly alone: boolean;

  constructor(message: string, alone: boolean) {
    super('CLOSED', message);
    this.alone = alone;
  }
}

/** The agent's end of the channel to a runtime process. */
export interface Channel {
  /** Rejects with a DriverError only: the runtime's refusal, or RuntimeEnded when the channel breaks. */
  call<Name extends CallName>(name: Name, params: Calls[Name][0], extras?: CallExtras): Promise<Calls[Name][1]>;
  /** Resolves when the runtime process has ended. */
  readonly gone: Promise<void>;
  /** Closes the channel. The runtime ends; so does what it runs, unless that outlives it. */
  hangUp(): void;
}

/** Receives the reports that a runtime sends without being asked. */
export interface ChannelListener {
  powerOff(id: string, cause: OwnPowerOffCause): void;
  wrote(id: string): void;
  firstBoot(id: string, news: FirstBoot): void;
  serviceFailed(id: string, news: ServiceFailure): void;
  outOfMemory(id: string, killed: number): void;
  health(news: HealthNews): void;
  unbalanced(ids: readonly string[]): void;
  log(line: string): void;
}

interface Pending extends Pick<CallExtras, 'onProgress' | 'onPull'> {
  readonly name: CallName;
  resolve(value: unknown): void;
  reject(error: DriverError): void;
}

/** Calls that ask, or change what is served. A runtime does not end by these, and they are often under way. */
const harmless: ReadonlySet<CallName> = new Set([
  'status',
  'list',
  'processes',
  'samples',
  'consoleLog',
  'console',
  'configure',
  'balance',
  'unbalance',
]);

/** Passes a report to the listener. Requests for sockets are left to `lendSockets`, which listens too. */
function dispatch(message: Exclude<Report, { readonly seq: number }>, listener: ChannelListener): void {
  if (message.type === 'log') listener.log(message.line);
  else if (message.type === 'health') listener.health(message.news);
  else if (message.type === 'unbalanced') listener.unbalanced(message.ids);
  else if (message.type === 'wrote') listener.wrote(message.id);
  else if (message.type === 'firstboot') listener.firstBoot(message.id, message.news);
  else if (message.type === 'servicefailed') listener.serviceFailed(message.id, message.news);
  else if (message.type === 'outofmemory') listener.outOfMemory(message.id, message.killed);
  else if (message.type === 'poweroff') listener.powerOff(message.id, message.cause);
}

/** Rejects every call that is under way. One that alone was at work is told so: it may have ended the runtime. */
function rejectAll(pending: Map<number, Pending>): void {
  const works = [...pending.values()].filter(({ name }) => !harmless.has(name));
  for (const one of pending.values())
    one.reject(new RuntimeEnded('the machine runtime ended', works.length === 1 && works[0] === one));
  pending.clear();
}

/** Speaks the runtime protocol with a child process that was started with an IPC channel. */
export function openChannel(child: ChildProcess, listener: ChannelListener): Channel {
  const pending = new Map<number, Pending>();
  let last = 0;
  let broken = false;
  const send = (message: Request, handle?: Socket) => void (child.connected && child.send(message, handle, {}, ignore));
  const { promise: gone, resolve: breakLine } = Promise.withResolvers<void>();
  const snap = () => {
    broken = true;
    rejectAll(pending);
    breakLine();
  };
  child.once('exit', snap);
  child.once('error', snap);
  child.on('message', (message: Report) => {
    if (!('seq' in message)) return dispatch(message, listener);
    if (message.type === 'progress') return pending.get(message.seq)?.onProgress?.(message.percent);
    if (message.type === 'pulling') return pending.get(message.seq)?.onPull?.(message.progress);
    const waiter = pending.get(message.seq);
    pending.delete(message.seq);
    if (message.type === 'reply') waiter?.resolve(message.value);
    else waiter?.reject(new DriverError(message.code, message.message));
  });
  return {
    gone,
    hangUp: () => child.connected && child.disconnect(),
    call: (name, params, { signal, handle, onProgress, onPull } = {}) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(new DriverError('ABORTED', 'the call was aborted'));
        if (broken) return reject(new RuntimeEnded('the machine runtime ended', false));
        const seq = ++last;
        const abort = () => send({ type: 'abort', seq });
        const settled = () => signal?.removeEventListener('abort', abort);
        signal?.addEventListener('abort', abort, { once: true });
        pending.set(seq, {
          name,
          onProgress,
          onPull,
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
