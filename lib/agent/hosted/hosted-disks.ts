import type { DiskDriver } from '#lib/runtime/driver-disks.ts';
import type { CallName, Calls } from '#lib/runtime/protocol.ts';
import type { CallExtras } from './channel.ts';
import type { DiskRecord } from './keep-disks.ts';
import type { MachinesUp } from './machines-up.ts';

/** Sends a call to the runtime. */
export type Ask = <Name extends CallName>(
  name: Name,
  params: Calls[Name][0],
  extras?: CallExtras,
) => Promise<Calls[Name][1]>;

/**
 * Volumes and snapshots of a hosted driver, kept by its runtime. What concerns machines that are up is left to the
 * driver, which tracks them.
 */
export class HostedDisks implements Omit<DiskDriver, 'restoreSnapshot' | 'attachVolume' | 'detachVolume'> {
  readonly #ask: Ask;
  /** GiB of disks being made, growing or converted, and snapshots being made. Nothing else of the kind is done. */
  readonly #sizes = new Map<string, number>();
  readonly #making = new Set<string>();

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  createVolume: DiskDriver['createVolume'] = async ({ id, size_gib, filesystem }, options) =>
    void (await this.#sized(id, size_gib, () => this.#ask('createVolume', { id, size_gib, filesystem }, options)));

  growVolume: DiskDriver['growVolume'] = (id, size_gib, options) =>
    this.#sized(id, size_gib, () => this.#ask('growVolume', { id, size_gib }, options));

  deleteVolume: DiskDriver['deleteVolume'] = async (id, options) =>
    void (await this.#ask('deleteVolume', { id }, options));

  createSnapshot: DiskDriver['createSnapshot'] = (machine, id, options) => {
    this.#making.add(id);
    return this.#ask('createSnapshot', { machine, id }, options).finally(() => this.#making.delete(id));
  };

  deleteSnapshot: DiskDriver['deleteSnapshot'] = async (id, options) =>
    void (await this.#ask('deleteSnapshot', { id }, options));

  convertDisk: DiskDriver['convertDisk'] = ({ id, disk_gib }, options) =>
    this.#sized(id, disk_gib, () => this.#ask('convertDisk', { id }, options));

  /** What the agent itself knows of machines that are up, and of calls on disks that are under way. */
  protected known(machines: MachinesUp) {
    const sizes = {
      machines: (id: string) => machines.diskOf(id) ?? this.#sizes.get(id),
      volumes: (id: string) => this.#sizes.get(id),
      snapshots: () => undefined,
    };
    const disks: DiskRecord = {
      sizeOf: ({ kind, id }) => sizes[kind](id),
      isMade: (snapshot) => this.#making.has(snapshot),
    };
    return {
      disks,
      sourceOf: (machine: string) => machines.sourceOf(machine),
      hasVolume: (machine: string, volume: string) => machines.hasVolume(machine, volume),
    };
  }

  #sized<T>(id: string, size_gib: number, call: () => Promise<T>): Promise<T> {
    this.#sizes.set(id, size_gib);
    return call().finally(() => this.#sizes.delete(id));
  }
}
