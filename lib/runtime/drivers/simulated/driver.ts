import type { MachineSpec } from '#lib/model/compute/machine.ts';
import { type ComputeDriver, DriverError, type MachineStatus } from '#lib/runtime/driver.ts';
import type { StopOptions } from '#lib/runtime/driver-calls.ts';
import type { MachineSample } from '#lib/runtime/driver-view.ts';
import { allImages, CATALOG_REGISTRY, withStored } from '#lib/runtime/images.ts';
import { ignore } from '#lib/runtime/system/errors.ts';
import { SimulatedBalancing } from './balancing.ts';
import { SimulatedDisks, UP } from './disks.ts';
import { SimulatedHost } from './host.ts';
import { SimulatedImages } from './images.ts';
import { readState } from './state.ts';

/**
 * A driver that runs nothing. It keeps each machine's status, and its calls take the times of contract 3.1, multiplied
 * by `timeScale`.
 */
export async function openSimulatedDriver(dir: string, timeScale: number): Promise<ComputeDriver> {
  return new SimulatedDriver(new SimulatedHost(dir, timeScale, await readState(dir)));
}

class SimulatedDriver extends SimulatedDisks implements ComputeDriver {
  readonly kind = 'simulated';
  readonly balancing = new SimulatedBalancing(this.host);
  readonly imageStore = new SimulatedImages(this.host);

  capabilities(): readonly string[] {
    const disks = ['volumes', 'volume_hot_attach', 'snapshots'];
    const balancing = ['load_balancing', 'https_listeners', 'proxy_protocol', 'grpc_backends'];
    return [...disks, 'metrics', 'elastic_ip', 'east_west_firewall', ...balancing, 'low_ports'];
  }

  images() {
    return withStored(allImages(), { stored: this.imageStore.stored(), registry: CATALOG_REGISTRY, reason: null });
  }

  create: ComputeDriver['create'] = (spec, options) =>
    this.host.enqueue(spec.id, options?.signal, async (signal) => {
      const known = this.host.state.machines.get(spec.id);
      if (!known && spec.source_snapshot_id !== null) this.host.snapshot(spec.source_snapshot_id);
      if (!known?.running) await this.host.pass('create', signal);
      return this.#up(spec);
    });

  start: ComputeDriver['start'] = (spec, options) =>
    this.host.enqueue(spec.id, options?.signal, async (signal) => {
      if (!this.host.machine(spec.id).running) await this.host.pass('start', signal);
      return this.#up(spec);
    });

  reboot: ComputeDriver['reboot'] = (spec, { signal: caller }) =>
    this.host.enqueue(spec.id, caller, async (signal) => {
      this.host.machine(spec.id);
      await this.host.setMachine(spec.id, false);
      await this.host.pass('reboot', signal);
      return this.#up(spec);
    });

  stop = (id: string, { force, signal: caller }: StopOptions): Promise<void> =>
    this.host.enqueue(id, caller, async (signal) => {
      if (!this.host.state.machines.get(id)?.running) return;
      await this.host.setMachine(id, false);
      if (!force) await this.host.pass('stop', signal);
    });

  async destroy(id: string): Promise<void> {
    this.host.abort(id);
    await this.host.enqueue(id, undefined, async (signal) => {
      if (!this.host.state.machines.has(id)) return;
      await this.host.pass('destroy', signal);
      this.host.state.machines.delete(id);
      for (const volume of this.host.state.volumes.values()) if (volume.machine === id) volume.machine = null;
      await Promise.all([this.host.save('machines'), this.host.save('volumes')]);
    });
  }

  async status(id: string): Promise<MachineStatus> {
    const machine = this.host.state.machines.get(id);
    if (!machine) return 'absent';
    return machine.running ? 'running' : 'stopped';
  }

  async list(): Promise<readonly string[]> {
    return [...this.host.state.machines.keys()];
  }

  /** There is nothing to change. The call still waits for its turn, as on every driver. */
  configure: ComputeDriver['configure'] = ({ id }) =>
    this.host.enqueue(id, undefined, async () => void this.host.machine(id));

  async samples() {
    return [...this.host.state.machines].flatMap(([id, { running }]) => (running ? [idleSample(id)] : []));
  }

  async console(): Promise<never> {
    throw new DriverError('UNSUPPORTED', 'a simulated machine has no console: nothing runs in it');
  }

  /** A machine in which nothing runs never goes down by itself. */
  onPowerOff(): () => void {
    return ignore;
  }

  close(): Promise<void> {
    return this.host.close();
  }

  async #up(spec: MachineSpec) {
    const taken = spec.volumes.filter(({ id }) => this.take(id, spec.id));
    if (taken.length > 0) await this.host.save('volumes');
    await this.host.setMachine(spec.id, true);
    return UP;
  }
}

/** The sample of a machine in which nothing runs: it uses nothing, whatever its size. */
export const idleSample = (id: string): MachineSample => ({
  id,
  boot: id,
  taken_ms: performance.now(),
  cpus: 1,
  ram_mib: 1,
  cpu_seconds: 0,
  ram_used_mib: 0,
  disk_gib: 1,
  disk_used_mib: 0,
  net_rx_bytes: 0,
  net_tx_bytes: 0,
  disk_read_bytes: 0,
  disk_write_bytes: 0,
});
