import { DriverError } from '#lib/runtime/driver.ts';
import type { Booted } from '#lib/runtime/driver-calls.ts';
import type { DiskDriver } from '#lib/runtime/driver-disks.ts';
import type { SimulatedHost } from './host.ts';

/** Nothing runs, so there is no host key and SSH is not ready. */
export const UP: Booted = { host_key: null, ssh_ready: false };

/** Volumes and snapshots of which only the records are kept. */
export class SimulatedDisks implements DiskDriver {
  protected readonly host: SimulatedHost;

  constructor(host: SimulatedHost) {
    this.host = host;
  }

  createVolume: DiskDriver['createVolume'] = ({ id, size_gib }, options) =>
    this.host.enqueue(id, options?.signal, async (signal) => {
      if (this.host.state.volumes.has(id)) return;
      await this.host.pass('createVolume', signal);
      this.host.state.volumes.set(id, { size_gib, machine: null });
      await this.host.save('volumes');
    });

  growVolume: DiskDriver['growVolume'] = (id, size_gib, options) =>
    this.host.enqueue(id, options?.signal, async (signal) => {
      const volume = this.#volume(id);
      if (volume.size_gib < size_gib) {
        await this.host.pass('growVolume', signal);
        volume.size_gib = size_gib;
        await this.host.save('volumes');
      }
      return { grown: 'now' };
    });

  deleteVolume: DiskDriver['deleteVolume'] = (id, options) =>
    this.host.enqueue(id, options?.signal, async (signal) => {
      const volume = this.host.state.volumes.get(id);
      if (!volume) return;
      if (volume.machine !== null) throw inUse(id, volume.machine);
      await this.host.pass('deleteVolume', signal);
      this.host.state.volumes.delete(id);
      await this.host.save('volumes');
    });

  attachVolume: DiskDriver['attachVolume'] = (machine, { id, mount_path }, options) =>
    this.host.enqueue(machine, options?.signal, async (signal) => {
      this.host.machine(machine);
      if (this.take(id, machine)) {
        // Taken before the time passes, so that no other machine takes it meanwhile.
        await this.host.pass('attachVolume', signal).catch((error) => {
          this.#volume(id).machine = null;
          throw error;
        });
        await this.host.save('volumes');
      }
      return { device: null, mount_path };
    });

  detachVolume: DiskDriver['detachVolume'] = (machine, id, { signal: caller }) =>
    this.host.enqueue(machine, caller, async (signal) => {
      const volume = this.host.state.volumes.get(id);
      if (volume?.machine !== machine) return;
      await this.host.pass('detachVolume', signal);
      volume.machine = null;
      await this.host.save('volumes');
    });

  createSnapshot: DiskDriver['createSnapshot'] = (machine, id, options) =>
    this.host.enqueue(machine, options?.signal, async (signal) => {
      const known = this.host.state.snapshots.get(id);
      if (known) return known;
      const { running } = this.host.machine(machine);
      options?.onProgress?.(0);
      await this.host.pass('createSnapshot', signal);
      const made = { size_bytes: 0, consistency: running ? 'crash' : 'offline' } as const;
      this.host.state.snapshots.set(id, made);
      await this.host.save('snapshots');
      options?.onProgress?.(100);
      return made;
    });

  restoreSnapshot: DiskDriver['restoreSnapshot'] = (spec, id, { signal: caller, start, onProgress }) =>
    this.host.enqueue(spec.id, caller, async (signal) => {
      this.host.machine(spec.id);
      this.host.snapshot(id);
      await this.host.pass('restoreSnapshot', signal);
      onProgress?.(100);
      await this.host.setMachine(spec.id, start);
      return start ? UP : null;
    });

  convertDisk: DiskDriver['convertDisk'] = async () => ({ converted: false });

  deleteSnapshot: DiskDriver['deleteSnapshot'] = (id, options) =>
    this.host.enqueue(id, options?.signal, async (signal) => {
      if (!this.host.state.snapshots.has(id)) return;
      await this.host.pass('deleteSnapshot', signal);
      this.host.state.snapshots.delete(id);
      await this.host.save('snapshots');
    });

  /** Gives a machine a volume; false when it has it already. ABSENT, VOLUME_IN_USE. */
  protected take(id: string, machine: string): boolean {
    const volume = this.#volume(id);
    if (volume.machine === machine) return false;
    if (volume.machine !== null) throw inUse(id, volume.machine);
    volume.machine = machine;
    return true;
  }

  #volume(id: string): { size_gib: number; machine: string | null } {
    const volume = this.host.state.volumes.get(id);
    if (!volume) throw new DriverError('ABSENT', `volume ${id} is not on this host`);
    return volume;
  }
}

const inUse = (id: string, machine: string) =>
  new DriverError('VOLUME_IN_USE', `volume ${id} is attached to ${machine}; detach it first`);
