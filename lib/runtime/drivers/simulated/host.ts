import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { DriverError } from '#lib/runtime/driver.ts';
import { asDriverError, checkAborted } from '#lib/runtime/system/errors.ts';
import { KeyedQueue, Queue } from '#lib/runtime/system/queues.ts';
import { type SimulatedState, type StatePart, writeState } from './state.ts';

/** Seconds of each call, the shortest and the longest (contract 3.1: provisioning takes 40 to 60). */
const DURATIONS = {
  create: [40, 60],
  start: [10, 20],
  stop: [5, 10],
  reboot: [10, 15],
  destroy: [2, 5],
  createVolume: [2, 5],
  growVolume: [2, 5],
  deleteVolume: [1, 3],
  attachVolume: [2, 5],
  detachVolume: [2, 5],
  createSnapshot: [20, 40],
  restoreSnapshot: [20, 40],
  deleteSnapshot: [1, 3],
  pullImage: [10, 20],
  removeImage: [1, 3],
  balance: [1, 2],
} as const satisfies Record<string, readonly [number, number]>;

/** Waits for the scaled time of a call. Rejects with ABORTED as soon as the signal fires. */
async function passTime(call: keyof typeof DURATIONS, scale: number, signal: AbortSignal): Promise<void> {
  const [from, to] = DURATIONS[call];
  const milliseconds = randomInt(from * 1000, to * 1000 + 1) * scale;
  try {
    await wait(milliseconds, undefined, { signal });
  } catch {
    throw new DriverError('ABORTED', 'the call was aborted');
  }
}

/** What simulated calls share: the state, the duration of calls, and their order. */
export class SimulatedHost {
  readonly state: SimulatedState;
  readonly #dir: string;
  readonly #timeScale: number;
  /** Aborts the running calls of each machine, volume or snapshot. */
  readonly #aborts = new Map<string, AbortController>();
  readonly #calls = new KeyedQueue((id) => this.#aborts.delete(id));
  readonly #writes = new Queue();
  readonly #closed = new AbortController();

  constructor(dir: string, timeScale: number, state: SimulatedState) {
    this.#dir = dir;
    this.#timeScale = timeScale;
    this.state = state;
  }

  pass(call: keyof typeof DURATIONS, signal: AbortSignal): Promise<void> {
    return passTime(call, this.#timeScale, signal);
  }

  /** The machine; refuses with ABSENT without one. */
  machine(id: string): { running: boolean } {
    const machine = this.state.machines.get(id);
    if (!machine) throw new DriverError('ABSENT', `machine ${id} has no disk on this host`);
    return machine;
  }

  /** Refuses with ABSENT when the snapshot does not exist. */
  snapshot(id: string): void {
    if (!this.state.snapshots.has(id)) throw new DriverError('ABSENT', `snapshot ${id} is not on this host`);
  }

  async setMachine(id: string, running: boolean): Promise<void> {
    if (this.state.machines.get(id)?.running === running) return;
    this.state.machines.set(id, { running });
    await this.save('machines');
  }

  save(part: StatePart): Promise<void> {
    return this.#writes.run(() => writeState(this.#dir, part, this.state));
  }

  /** Aborts the calls on a machine, volume or snapshot, those that run and those that wait. */
  abort(id: string): void {
    this.#aborts.get(id)?.abort();
    this.#aborts.delete(id);
  }

  /** Runs the calls on one machine, volume or snapshot one after the other. */
  enqueue<T>(id: string, caller: AbortSignal | undefined, act: (signal: AbortSignal) => Promise<T>): Promise<T> {
    if (this.#closed.signal.aborted) return Promise.reject(new DriverError('CLOSED', 'the driver was closed'));
    const abort = this.#aborts.get(id) ?? new AbortController();
    this.#aborts.set(id, abort);
    const signal = AbortSignal.any([abort.signal, this.#closed.signal, ...(caller ? [caller] : [])]);
    return this.#calls.run(id, async () => {
      try {
        checkAborted(signal);
        return await act(signal);
      } catch (error) {
        throw asDriverError(error);
      }
    });
  }

  async close(): Promise<void> {
    this.#closed.abort();
    await this.#calls.drained();
    await this.#writes.run(async () => undefined);
  }
}
