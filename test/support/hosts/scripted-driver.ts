import type { MachineSpec } from '#lib/model/compute/machine.ts';
import { type ComputeDriver, DriverError, type PowerOffCause } from '#lib/runtime/driver.ts';
import type { Booted } from '#lib/runtime/driver-calls.ts';
import type { CopyOptions } from '#lib/runtime/driver-disks.ts';
import { type DiskCall, ScriptedDisks } from './scripted-disks.ts';

type Call = 'create' | 'start' | 'stop' | 'reboot' | 'destroy' | 'configure' | DiskCall;
/** Runs inside a call before the call takes effect. It may throw, or wait for the signal. */
type Script = (
  signal: AbortSignal | undefined,
  spec?: MachineSpec,
  onProgress?: (percent: number) => void,
) => Promise<void> | void;

/** Waits until the call is aborted, as a boot that never ends would. */
export const forever: Script = (signal) =>
  new Promise((_, reject) => {
    const abort = () => reject(new DriverError('ABORTED', 'the call was aborted'));
    if (signal?.aborted) abort();
    signal?.addEventListener('abort', abort);
  });

/** Fails with this code. */
export const failing =
  (code: ConstructorParameters<typeof DriverError>[0], message: string): Script =>
  () => {
    throw new DriverError(code, message);
  };

const hostKey = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIF2H9dyDHb1wjAjS5ZdZBz0NcCeJdoB5mVyJcCXnqBzX';

/** A driver that keeps its machines in memory and runs the scripts of a test. */
export class ScriptedDriver extends ScriptedDisks {
  readonly kind = 'simulated' as const;
  readonly specs = new Map<string, MachineSpec>();
  /** Scripts by kind of call. Each runs once, in order, at the start of a call. */
  readonly scripts: Partial<Record<Call, Script[]>> = {};
  readonly #listeners = new Set<Parameters<ComputeDriver['onPowerOff']>[0]>();

  /** This driver as the interface that agents take. */
  driver(): ComputeDriver {
    return this as unknown as ComputeDriver;
  }

  /** Makes the next calls of a kind run these scripts first. */
  next(call: Call, ...scripts: Script[]): void {
    this.scripts[call] = [...(this.scripts[call] ?? []), ...scripts];
  }

  capabilities = () => ['ssh'];
  images = () => [];
  create = (spec: MachineSpec, options?: { signal?: AbortSignal }) => this.#boot('create', spec, options?.signal);
  reboot = (spec: MachineSpec, options?: { signal?: AbortSignal }) => this.#boot('reboot', spec, options?.signal);

  start = (spec: MachineSpec, options?: { signal?: AbortSignal }) => {
    if (this.machines.has(spec.id)) return this.#boot('start', spec, options?.signal);
    return Promise.reject(new DriverError('ABSENT', `machine ${spec.id} has no disk here`));
  };

  stop = async (id: string, options: { signal?: AbortSignal; force: boolean; grace_ms: number }) => {
    this.calls.push(`stop ${id}${options.force ? ' by force' : ''} within ${options.grace_ms}`);
    await this.scripts.stop?.shift()?.(options.signal);
    if (this.machines.has(id)) this.machines.set(id, 'stopped');
  };

  destroy = async (id: string) => {
    this.calls.push(`destroy ${id}`);
    await this.scripts.destroy?.shift()?.(undefined);
    this.machines.delete(id);
    for (const volume of this.volumes.values()) if (volume.machine === id) volume.machine = null;
  };

  configure = async (spec: MachineSpec) => {
    this.calls.push(`configure ${spec.id}`);
    await this.scripts.configure?.shift()?.(undefined, spec);
    if (!this.machines.has(spec.id)) throw new DriverError('ABSENT', `machine ${spec.id} has no disk here`);
    this.specs.set(spec.id, spec);
  };

  status = async (id: string) => this.machines.get(id) ?? 'absent';
  list = async () => [...this.machines.keys()];
  close = async () => undefined;

  onPowerOff(listener: Parameters<ComputeDriver['onPowerOff']>[0]): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Lets the machine shut itself down. */
  powerOff(id: string, cause: PowerOffCause = 'guest'): void {
    this.machines.set(id, 'stopped');
    for (const listener of this.#listeners) listener(id, cause);
  }

  async #boot(call: Call, spec: MachineSpec, signal: AbortSignal | undefined): Promise<Booted> {
    this.calls.push(`${call} ${spec.id}`);
    await this.scripts[call]?.shift()?.(signal, spec);
    return this.up(spec);
  }

  protected async play(call: DiskCall, { signal, onProgress }: CopyOptions): Promise<void> {
    await this.scripts[call]?.shift()?.(signal, undefined, onProgress);
  }

  protected up(spec: MachineSpec): Booted {
    this.machines.set(spec.id, 'running');
    this.specs.set(spec.id, spec);
    return { host_key: hostKey, ssh_ready: true };
  }
}
