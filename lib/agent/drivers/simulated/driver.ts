import {
  type Booted,
  type ComputeDriver,
  DriverError,
  type MachineStatus,
  type StopOptions,
} from '#lib/agent/driver.ts';
import { asDriverError } from '#lib/agent/hosted/errors.ts';
import { ignore } from '#lib/agent/hosted/ignore.ts';
import { allImages } from '#lib/agent/images.ts';
import { type DURATIONS, passTime } from './clock.ts';
import { readMachines, type SimulatedMachines, writeMachines } from './state.ts';

/** Nothing runs, so there is no host key and no SSH to be ready. */
const UP: Booted = { host_key: null, ssh_ready: false };

/** A driver that runs nothing: it keeps each machine's status, and takes the specification's times multiplied by `timeScale`. */
export async function openSimulatedDriver(dir: string, timeScale: number): Promise<ComputeDriver> {
  return new SimulatedDriver(dir, timeScale, await readMachines(dir));
}

class SimulatedDriver implements ComputeDriver {
  readonly kind = 'simulated';
  readonly #dir: string;
  readonly #timeScale: number;
  readonly #machines: SimulatedMachines;
  /** Breaks off the calls under way on a machine. */
  readonly #dooms = new Map<string, AbortController>();
  readonly #turns = new Map<string, Promise<unknown>>();
  readonly #closed = new AbortController();
  #writing: Promise<void> = Promise.resolve();

  constructor(dir: string, timeScale: number, machines: SimulatedMachines) {
    this.#dir = dir;
    this.#timeScale = timeScale;
    this.#machines = machines;
  }

  capabilities(): readonly string[] {
    return [];
  }

  images() {
    return allImages();
  }

  create: ComputeDriver['create'] = (spec, options) =>
    this.#inTurn(spec.id, options?.signal, async (signal) => {
      if (!this.#machines.get(spec.id)?.running) await this.#pass('create', signal);
      await this.#set(spec.id, true);
      return UP;
    });

  start: ComputeDriver['start'] = (spec, options) =>
    this.#inTurn(spec.id, options?.signal, async (signal) => {
      if (!this.#need(spec.id).running) await this.#pass('start', signal);
      await this.#set(spec.id, true);
      return UP;
    });

  reboot: ComputeDriver['reboot'] = (spec, { signal: caller }) =>
    this.#inTurn(spec.id, caller, async (signal) => {
      this.#need(spec.id);
      await this.#set(spec.id, false);
      await this.#pass('reboot', signal);
      await this.#set(spec.id, true);
      return UP;
    });

  stop = (id: string, { force, signal: caller }: StopOptions): Promise<void> =>
    this.#inTurn(id, caller, async (signal) => {
      if (!this.#machines.get(id)?.running) return;
      await this.#set(id, false);
      if (!force) await this.#pass('stop', signal);
    });

  async destroy(id: string): Promise<void> {
    this.#dooms.get(id)?.abort();
    this.#dooms.delete(id);
    await this.#inTurn(id, undefined, async (signal) => {
      if (!this.#machines.has(id)) return;
      await this.#pass('destroy', signal);
      this.#machines.delete(id);
      await this.#save();
    });
    this.#turns.delete(id);
  }

  async status(id: string): Promise<MachineStatus> {
    const machine = this.#machines.get(id);
    if (!machine) return 'absent';
    return machine.running ? 'running' : 'stopped';
  }

  async list(): Promise<readonly string[]> {
    return [...this.#machines.keys()];
  }

  /** Nothing listens, so there is nothing to change; in turn, as on every driver. */
  configure: ComputeDriver['configure'] = ({ id }) => this.#inTurn(id, undefined, async () => void this.#need(id));

  /** A machine in which nothing runs never goes down by itself. */
  onPowerOff(): () => void {
    return ignore;
  }

  async close(): Promise<void> {
    this.#closed.abort();
    await Promise.allSettled(this.#turns.values());
    await this.#writing;
  }

  #pass(call: keyof typeof DURATIONS, signal: AbortSignal): Promise<void> {
    return passTime(call, this.#timeScale, signal);
  }

  #need(id: string): { running: boolean } {
    const machine = this.#machines.get(id);
    if (!machine) throw new DriverError('ABSENT', `machine ${id} has no disk on this host`);
    return machine;
  }

  async #set(id: string, running: boolean): Promise<void> {
    if (this.#machines.get(id)?.running === running) return;
    this.#machines.set(id, { running });
    await this.#save();
  }

  #save(): Promise<void> {
    const write = this.#writing.then(() => writeMachines(this.#dir, this.#machines));
    this.#writing = write.catch(ignore);
    return write;
  }

  #inTurn<T>(id: string, caller: AbortSignal | undefined, act: (signal: AbortSignal) => Promise<T>): Promise<T> {
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
    this.#turns.set(id, turn.catch(ignore));
    return turn;
  }
}
