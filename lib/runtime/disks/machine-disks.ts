import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { MachineSpec, Mount } from '#lib/model/compute/machine.ts';
import type { VolumeMount } from '#lib/runtime/backend.ts';
import { DriverError } from '#lib/runtime/driver.ts';
import type { Attached, Converted, SnapshotInfo } from '#lib/runtime/driver-disks.ts';
import type { KeptRecord, MachineRecord } from '#lib/runtime/machines/record.ts';
import type { Running } from '#lib/runtime/machines/running.ts';
import { ignore } from '#lib/runtime/system/errors.ts';
import { removeFolder, TRASH } from '#lib/runtime/system/files.ts';
import { type CopyTree, copyTree } from './copy-tree.ts';
import { exchangeDisk, NEXT, swapDisk } from './disk-swap.ts';
import { machineDisk, nextDisk, type OwnDisks } from './own-disks.ts';
import type { Snapshots } from './snapshots.ts';
import type { Volumes } from './volumes.ts';
import { wholeOrNone } from './whole-or-none.ts';

export interface HostDisks {
  readonly volumes: Volumes;
  readonly snapshots: Snapshots;
  /** Where disks can be file systems of their own; null where they are folders. */
  readonly own: OwnDisks | null;
}

/** The machine that the disks belong to. */
interface Owner {
  readonly id: string;
  readonly folder: string;
  /** Where it really is. */
  readonly far: string;
  readonly disks: HostDisks;
  readonly kept: KeptRecord;
}

type Following = Pick<CopyTree, 'signal' | 'onProgress'>;

/** What a disk keeps of the image that it was made with. */
export type MadeWith = Pick<MachineRecord, 'user' | 'root'>;

const madeWith = ({ user, root }: MadeWith): MadeWith => ({ user, ...(root !== undefined && { root }) });

/** A restore discards the disk but keeps the volumes, so the guest is given time to end. */
export const BEFORE_RESTORE = { grace_ms: 5000, force: false };

const MOUNT_PATH = /^\/mnt\/[a-z][a-z0-9-]{0,63}$/;

/** Volumes of one machine, and copies of its disk. Callers hold the machine's turn. */
export class MachineDisks {
  readonly #owner: Owner;
  readonly #copies = new Set<Promise<unknown>>();
  readonly #ending = new AbortController();

  constructor(owner: Owner) {
    this.#owner = owner;
  }

  /** Gives the machine exactly these volumes, and answers where their files are. ABSENT, VOLUME_IN_USE, INVALID. */
  async hold(mounts: readonly Mount[]): Promise<VolumeMount[]> {
    const { id, disks } = this.#owner;
    const wrong = mounts.find(({ mount_path }) => !MOUNT_PATH.test(mount_path));
    if (wrong) throw new DriverError('INVALID', `not a place for a volume: ${wrong.mount_path.slice(0, 80)}`);
    await disks.volumes.hold(
      id,
      mounts.map((mount) => mount.id),
    );
    return Promise.all(mounts.map((mount) => this.#locate(mount)));
  }

  /** Readies the folder of a new machine for its disk. */
  async make(): Promise<void> {
    const { id, folder, disks } = this.#owner;
    if (!disks.own) return;
    await mkdir(join(folder, 'disk'), { mode: 0o700 });
    await disks.own.make(machineDisk(id));
    await this.open();
  }

  /** Has the files of the disk be in its folder, before anything looks at them. */
  async open(): Promise<void> {
    await this.#owner.disks.own?.open(machineDisk(this.#owner.id));
  }

  /** Removes the disk by `remove`, which removes the machine's folder. */
  async remove(remove: () => Promise<void>): Promise<void> {
    const { id, disks } = this.#owner;
    await disks.own?.close(machineDisk(id));
    await remove();
    await disks.own?.drop(machineDisk(id));
  }

  async attach(mount: Mount, running: Running | null): Promise<Attached> {
    const record = await this.#owner.kept.need();
    const others = record.spec.volumes.filter(({ id }) => id !== mount.id);
    await this.#keep(record, [...others, mount]);
    try {
      const device = running ? await running.guest.attach(await this.#locate(mount)) : null;
      return { device, mount_path: mount.mount_path };
    } catch (error) {
      await this.#keep(record, record.spec.volumes);
      throw error;
    }
  }

  async detach(id: string, force: boolean, running: Running | null): Promise<void> {
    const record = await this.#owner.kept.load();
    const mount = record?.spec.volumes.find((one) => one.id === id);
    if (!record || !mount) return;
    await running?.guest.detach(await this.#locate(mount), force);
    await this.#keep(
      record,
      record.spec.volumes.filter((one) => one !== mount),
    );
  }

  /**
   * Starts a copy of the disk. `done` resolves with the result. The copy of a running machine goes on after the turn,
   * so that other calls need not wait.
   */
  async snapshot(id: string, running: Running | null, following: Following): Promise<{ done: Promise<SnapshotInfo> }> {
    const { id: machine, folder, disks, kept } = this.#owner;
    const made = madeWith(await kept.need());
    const live = running !== null;
    const disk = { disk: join(folder, 'disk'), own: machineDisk(machine), live, copy: running?.guest.copyDisk };
    const source = { machine, ...made, ...disk };
    const done = disks.snapshots.create(id, source, this.#following(following));
    if (!live) await done;
    this.#copies.add(done);
    done.catch(ignore).then(() => this.#copies.delete(done), ignore);
    return { done };
  }

  /**
   * Replaces the disk by a snapshot's. Calls `stop` when the copy is ready. Answers the machine's record, changed to
   * the restored disk.
   */
  async restore(
    spec: MachineSpec,
    id: string,
    stop: () => Promise<void>,
    following: Following,
  ): Promise<MachineRecord> {
    const { id: machine, folder, far, disks } = this.#owner;
    const record = await this.#owner.kept.need();
    const draft = `${far}.${randomUUID()}${TRASH}`;
    try {
      await mkdir(draft, { mode: 0o700 });
      const to = disks.own ? join(folder, NEXT) : join(draft, 'disk');
      const made = madeWith(await disks.snapshots.copyTo(id, to, this.#following(following), nextDisk(machine)));
      await stop();
      await this.settled();
      if (disks.own) await exchangeDisk(folder, machine, disks.own);
      else await swapDisk(folder, draft);
      const { root: _, ...kept } = record;
      const restored = { ...kept, spec: { ...spec, volumes: record.spec.volumes }, ...made };
      await this.#owner.kept.save(restored);
      return { ...restored, spec };
    } finally {
      await disks.own?.drop(nextDisk(machine));
      await removeFolder(draft);
    }
  }

  /**
   * Has the disk be a file system of its own, by a copy of its files that takes its place once it is complete. Does
   * nothing where it is one already. INVALID while the machine runs.
   */
  async convert(running: Running | null, following: Following): Promise<Converted> {
    const { id: machine, folder, disks, kept } = this.#owner;
    const { own } = disks;
    if (running) throw new DriverError('INVALID', `machine ${machine} runs; its disk is converted while it is stopped`);
    await kept.need();
    await this.settled();
    // Without these, a driver that limits disks limits all of them.
    if (!own || (await own.grow(machineDisk(machine))) !== 'folder') return { converted: false };
    const to = join(folder, NEXT);
    await wholeOrNone({ to, disk: nextDisk(machine), own }, async () => {
      await own.make(nextDisk(machine));
      await own.open(nextDisk(machine));
      await copyTree({ ...this.#following(following), from: join(folder, 'disk'), to, live: false });
    });
    await exchangeDisk(folder, machine, own);
    return { converted: true };
  }

  /** Fills a new machine's folder from a snapshot, and answers what its disk was made with. ABSENT. */
  async copyFrom(id: string, following: Following): Promise<MadeWith> {
    const { id: machine, folder, disks } = this.#owner;
    const to = join(folder, 'disk');
    return madeWith(await disks.snapshots.copyTo(id, to, this.#following(following), machineDisk(machine)));
  }

  /** Resolves when no copy reads the disk any more. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#copies);
  }

  /** Aborts the copies that run. */
  end(): void {
    this.#ending.abort();
  }

  #following({ signal, onProgress }: Following): Following {
    return { signal: AbortSignal.any([signal, this.#ending.signal]), onProgress };
  }

  /** Gives a volume that grew its new size, if the machine has it. */
  async grown(id: string, running: Running | null): Promise<void> {
    const record = await this.#owner.kept.load();
    const mount = record?.spec.volumes.find((one) => one.id === id);
    if (mount) await running?.guest.grow?.(await this.#locate(mount));
  }

  async #locate({ id, mount_path }: Mount): Promise<VolumeMount> {
    const { volumes } = this.#owner.disks;
    return { ...(await volumes.specOf(id)), mount_path, source: volumes.dataOf(id) };
  }

  async #keep(record: MachineRecord, volumes: readonly Mount[]): Promise<void> {
    await this.hold(volumes);
    await this.#owner.kept.save({ ...record, spec: { ...record.spec, volumes } });
  }
}
