import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Guest } from '#lib/runtime/backend.ts';
import { DriverError } from '#lib/runtime/driver.ts';
import type { SnapshotInfo } from '#lib/runtime/driver-disks.ts';
import type { Root } from '#lib/runtime/machines/root.ts';
import { checkAborted, hasCode, ignore } from '#lib/runtime/system/errors.ts';
import { checkId, discardFolder, removeFolder, syncFolder, TRASH, writeJson } from '#lib/runtime/system/files.ts';
import { type CopyTree, copyTree } from './copy-tree.ts';
import { type DiskName, type OwnDisks, snapshotDisk } from './own-disks.ts';
import { wholeOrNone } from './whole-or-none.ts';

/** What is stored of a snapshot beside its disk. */
export interface SnapshotRecord extends SnapshotInfo {
  readonly format: 1;
  readonly machine: string;
  /** Login name on that disk, in addition to root. */
  readonly user: string;
  /** What lies below that disk, as its machine's record names it. */
  readonly root?: Root;
}

/** What is copied: a machine's disk, and whether the machine runs. */
export interface SnapshotSource extends Pick<SnapshotRecord, 'machine' | 'user' | 'root'> {
  readonly disk: string;
  readonly live: boolean;
  /** Its disk, where that may be a file system of its own. */
  readonly own?: DiskName;
  /** How the disk is copied when its files cannot be read directly. */
  readonly copy?: Guest['copyDisk'] | undefined;
}

type Following = Pick<CopyTree, 'signal' | 'onProgress'>;

const RECORD = 'snapshot.json';

/** The snapshots of one host: each is a folder with a copy of a machine's disk. They do not depend on machines. */
export class Snapshots {
  /** The folder that holds each snapshot's folder. */
  readonly root: string;
  /** Running copies to and from a snapshot. */
  readonly #uses = new Map<string, Set<Promise<unknown>>>();

  readonly #own: OwnDisks | null;

  constructor(root: string, own: OwnDisks | null = null) {
    this.root = root;
    this.#own = own;
  }

  async open(): Promise<void> {
    await mkdir(this.root, { recursive: true, mode: 0o700 });
  }

  /** Copies a disk. The snapshot appears as a whole or not at all. Leaves an existing one as it is. */
  create(id: string, source: SnapshotSource, following: Following): Promise<SnapshotInfo> {
    const folder = this.#folder(id);
    return this.#use(id, async () => {
      const known = await read(folder);
      if (known) return infoOf(known);
      const draft = `${folder}.${randomUUID()}${TRASH}`;
      try {
        const { live, machine, user, root } = source;
        const to = join(draft, 'disk');
        await mkdir(to, { recursive: true, mode: 0o700 });
        const size_bytes = await this.#fill(id, to, source, following);
        const consistency = live ? 'crash' : 'offline';
        const record: SnapshotRecord = {
          ...{ format: 1, machine, user, size_bytes, consistency },
          ...(root !== undefined && { root }),
        };
        await writeJson(join(draft, RECORD), record);
        await syncFolder(draft);
        await rename(draft, folder);
        await syncFolder(this.root);
        return infoOf(record);
      } catch (error) {
        await removeFolder(draft);
        await this.#own?.drop(snapshotDisk(id)).catch(ignore);
        throw error;
      }
    });
  }

  /** Copies a disk, and answers the copy's size. A disk that could not stand still for long is copied file by file. */
  async #fill(id: string, to: string, source: SnapshotSource, following: Following): Promise<number> {
    const { disk, live, copy, own } = source;
    if (copy) return copy(to, following);
    if (this.#own && own) {
      if (!live) await this.#own.close(own);
      const copied = await this.#own.copy(own, snapshotDisk(id));
      checkAborted(following.signal);
      if (typeof copied === 'number') {
        following.onProgress?.(100);
        return copied;
      }
    }
    return copyTree({ ...following, from: disk, to, live });
  }

  /**
   * Copies a snapshot's disk to a folder, which it makes and removes again when it rejects. `disk` is the disk of that
   * folder, and open afterwards, where it is to be a file system of its own. ABSENT.
   */
  copyTo(id: string, to: string, following: Following, disk: DiskName): Promise<SnapshotRecord> {
    const folder = this.#folder(id);
    return this.#use(id, async () => {
      const record = await read(folder);
      if (!record) throw new DriverError('ABSENT', `snapshot ${id} is not on this host`);
      return wholeOrNone({ to, disk, own: this.#own }, async () => {
        const copied = (await this.#own?.copy(snapshotDisk(id), disk)) ?? 'folder';
        checkAborted(following.signal);
        if (copied === 'folder') await this.#own?.make(disk);
        await this.#own?.open(disk);
        if (copied === 'folder') await copyTree({ ...following, from: join(folder, 'disk'), to, live: false });
        return record;
      });
    });
  }

  /** A snapshot's record, and the folder of its disk. ABSENT. */
  async find(id: string): Promise<{ readonly record: SnapshotRecord; readonly disk: string }> {
    const record = await read(this.#folder(id));
    if (!record) throw new DriverError('ABSENT', `snapshot ${id} is not on this host`);
    await this.#own?.open(snapshotDisk(id));
    return { record, disk: join(this.#folder(id), 'disk') };
  }

  /** What lies below the disks of all snapshots. */
  async roots(): Promise<Root[]> {
    const names = (await readdir(this.root)).filter((name) => !name.endsWith(TRASH));
    const records = await Promise.all(names.map((name) => read(join(this.root, name))));
    return records.flatMap((record) => (record?.root === undefined ? [] : [record.root]));
  }

  /** Removes a snapshot. Waits for copies that run, and not for its files. */
  async delete(id: string): Promise<void> {
    const folder = this.#folder(id);
    await Promise.allSettled(this.#uses.get(id) ?? []);
    await this.#own?.close(snapshotDisk(id));
    await discardFolder(folder);
    await this.#own?.drop(snapshotDisk(id));
  }

  #use<T>(id: string, act: () => Promise<T>): Promise<T> {
    const uses = this.#uses.get(id) ?? new Set();
    this.#uses.set(id, uses);
    const use = act();
    uses.add(use);
    const done = () => {
      uses.delete(use);
      if (uses.size === 0 && this.#uses.get(id) === uses) this.#uses.delete(id);
    };
    use.catch(ignore).then(done, ignore);
    return use;
  }

  #folder(id: string): string {
    return join(this.root, checkId(id, 'snapshot'));
  }
}

const infoOf = ({ size_bytes, consistency }: SnapshotRecord): SnapshotInfo => ({ size_bytes, consistency });

async function read(folder: string): Promise<SnapshotRecord | null> {
  try {
    return JSON.parse(await readFile(join(folder, RECORD), 'utf8')) as SnapshotRecord;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
}
