import type { MachineSpec, Mount } from '#lib/model/compute/machine.ts';
import { DriverError } from '#lib/runtime/driver.ts';
import type { Booted } from '#lib/runtime/driver-calls.ts';
import type { Attached, Converted, CopyOptions, Growth, SnapshotInfo, VolumeSpec } from '#lib/runtime/driver-disks.ts';
import type { ImageDriver, StoredImage } from '#lib/runtime/driver-images.ts';

export type DiskCall =
  | 'createVolume'
  | 'growVolume'
  | 'deleteVolume'
  | 'attachVolume'
  | 'detachVolume'
  | 'createSnapshot'
  | 'restoreSnapshot'
  | 'deleteSnapshot'
  | 'convertDisk'
  | 'pullImage'
  | 'removeImage';

/** What a host finds in every image: the program of Redis. */
export const plainImage: StoredImage = {
  id: '',
  digest: `sha256:${'a'.repeat(64)}`,
  reference: null,
  size_bytes: 512 * 2 ** 20,
  architecture: 'amd64',
  default_user: 'root',
  env: ['PATH=/usr/local/bin:/usr/bin:/bin'],
  working_dir: '/data',
  user: 'redis',
  entrypoint: ['docker-entrypoint.sh'],
  cmd: ['redis-server'],
  shell: true,
  init: null,
  package_manager: 'apk',
};

interface Options {
  signal?: AbortSignal;
}

export interface Volume {
  size_gib: number;
  machine: string | null;
}

/** The disks of a scripted driver, in memory. Each call is recorded, and runs the test's script first. */
export abstract class ScriptedDisks {
  readonly volumes = new Map<string, Volume>();
  readonly snapshots = new Set<string>();
  /** When volumes have their new size. */
  grown: Growth['grown'] = 'now';
  /** Machines whose disks have a limit already. */
  readonly limited = new Set<string>();
  readonly pulled = new Map<string, StoredImage>();
  readonly machines = new Map<string, 'running' | 'stopped'>();
  /** Every call so far: "create i-…". */
  readonly calls: string[] = [];

  /** Runs the test's script for the next call of this kind. */
  protected abstract play(call: DiskCall, options: CopyOptions): Promise<void>;
  protected abstract up(spec: MachineSpec): Booted;

  createVolume = async ({ id, size_gib }: VolumeSpec, options: Options = {}): Promise<void> => {
    await this.#note('createVolume', id, options);
    if (!this.volumes.has(id)) this.volumes.set(id, { size_gib, machine: null });
  };

  growVolume = async (id: string, size_gib: number, options: Options = {}): Promise<Growth> => {
    await this.#note('growVolume', `${id} to ${size_gib}`, options);
    this.#volume(id).size_gib = size_gib;
    return { grown: this.grown };
  };

  deleteVolume = async (id: string, options: Options = {}): Promise<void> => {
    await this.#note('deleteVolume', id, options);
    this.volumes.delete(id);
  };

  attachVolume = async (machine: string, mount: Mount, options: Options = {}): Promise<Attached> => {
    await this.#note('attachVolume', `${mount.id} ${machine} at ${mount.mount_path}`, options);
    this.#volume(mount.id).machine = machine;
    return { device: null, mount_path: mount.mount_path };
  };

  detachVolume = async (machine: string, id: string, options: Options & { force: boolean }): Promise<void> => {
    await this.#note('detachVolume', `${id} ${machine}${options.force ? ' by force' : ''}`, options);
    const volume = this.volumes.get(id);
    if (volume?.machine === machine) volume.machine = null;
  };

  createSnapshot = async (machine: string, id: string, options: CopyOptions = {}): Promise<SnapshotInfo> => {
    await this.#note('createSnapshot', `${id} ${machine}`, options);
    this.snapshots.add(id);
    return { size_bytes: 4096, consistency: this.machines.get(machine) === 'running' ? 'crash' : 'offline' };
  };

  restoreSnapshot = async (
    spec: MachineSpec,
    id: string,
    options: CopyOptions & { start: boolean },
  ): Promise<Booted | null> => {
    await this.#note('restoreSnapshot', `${id} ${spec.id}${options.start ? ' and start' : ''}`, options);
    if (!this.snapshots.has(id)) throw new DriverError('ABSENT', `there is no snapshot ${id} here`);
    this.machines.set(spec.id, 'stopped');
    return options.start ? this.up(spec) : null;
  };

  deleteSnapshot = async (id: string, options: Options = {}): Promise<void> => {
    await this.#note('deleteSnapshot', id, options);
    this.snapshots.delete(id);
  };

  convertDisk = async ({ id, disk_gib }: MachineSpec, options: Options = {}): Promise<Converted> => {
    await this.#note('convertDisk', `${id} to ${disk_gib}`, options);
    return { converted: !this.limited.has(id) };
  };

  readonly imageStore: ImageDriver = {
    pull: async ({ id, source }, { signal, onProgress } = {}) => {
      const told = (percent: number) => onProgress?.({ done_bytes: percent, total_bytes: 100, step: 'downloading' });
      await this.#note('pullImage', `${id} of ${JSON.stringify(source)}`, {
        ...(signal && { signal }),
        onProgress: told,
      });
      const image = { ...plainImage, id, reference: 'registry' in source ? source.registry : null };
      this.pulled.set(id, image);
      return image;
    },
    remove: async (id) => {
      await this.#note('removeImage', id, {});
      this.pulled.delete(id);
    },
    stored: () => [...this.pulled.values()],
  };

  #volume(id: string): Volume {
    const volume = this.volumes.get(id);
    if (!volume) throw new DriverError('ABSENT', `there is no volume ${id} here`);
    return volume;
  }

  async #note(call: DiskCall, what: string, options: CopyOptions): Promise<void> {
    this.calls.push(`${call} ${what}`);
    await this.play(call, options);
  }
}
