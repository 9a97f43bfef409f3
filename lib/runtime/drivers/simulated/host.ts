import { DriverError } from '#lib/runtime/driver.ts';
import { asDriverError } from '#lib/runtime/system/errors.ts';
import { ignore } from '#lib/runtime/system/ignore.ts';
import { type DURATIONS, passTime } from './clock.ts';
import { type SimulatedState, type StatePart, writeState } from './state.ts';

/** What simulated calls share: the state, the duration of calls, and their order. */
export class SimulatedHost {
  readonly state: SimulatedState;
  readonly #dir: string;
  readonly #timeScale: number;
  /** Aborts the running calls of each machine, volume or snapshot. */
  readonly #dooms = new Map<string, AbortController>();
  readonly #turns = new Map<string, Promise<unknown>>();
  readonly #closed = new AbortController();
  #writing: Promise<void> = Promise.resolve();

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

  async setMachine(id: string, running: boolean): Promise<void> {
    if (this.state.machines.get(id)?.running === running) return;
    this.state.machines.set(id, { running });
    await this.save('machines');
  }

  save(part: StatePart): Promise<void> {
    const write = this.#writing.then(() => writeState(this.#dir, part, this.state));
    this.#writing = write.catch(ignore);
    return write;
  }

  /** Aborts the calls on something, those that run and those that wait. */
  doom(id: string): void {
    this.#dooms.get(id)?.abort();
    this.#dooms.delete(id);
  }

  /** Runs the calls on one machine, volume or snapshot one after the other. */
  inTurn<T>(id: string, caller: AbortSignal | undefined, act: (signal: AbortSignal) => Promise<T>): Promise<T> {
    if (this.#closed.signal.aborted) return Promise.reject(new DriverError('CLOSED', 'the driver was closed'));
    const doom = this.#dooms.get(id) ?? new AbortController();
    this.#dooms.set(id, doom);
    const signal = AbortSignal.any([doom.signal, this.#closed.signal, ...(caller ? [caller] : [])]);
    const turn = (this.#turns.get(id) ?? Promise.resolve())
      .then(() => {
        if (signal.aborted) throw new DriverError('ABORTED', 'the call was aborted');
        return act(signal);
      })
      .catch((error: unknown) => Promise.reject(asDriverError(error)));
    const settled = turn.catch(ignore).then(() => {
      if (this.#turns.get(id) !== settled) return;
      this.#turns.delete(id);
      this.#dooms.delete(id);
    });
    this.#turns.set(id, settled);
    return turn;
  }

  async close(): Promise<void> {
    this.#closed.abort();
    await Promise.allSettled(this.#turns.values());
    await this.#writing;
  }
}
