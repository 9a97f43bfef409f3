import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DriverError } from '#lib/runtime/driver.ts';
import type { Growth, VolumeSpec } from '#lib/runtime/driver-disks.ts';
import { hasCode, unaborted } from '#lib/runtime/system/errors.ts';
import { checkId, discardFolder, dropDraft, syncFolder, TRASH, writeJson } from '#lib/runtime/system/files.ts';
import { AbortableQueue } from '#lib/runtime/system/queues.ts';
import { type OwnDisks, volumeDisk } from './own-disks.ts';

const RECORD = 'volume.json';

/** The volumes of one host, each a folder, and which machine has each of them. */
export class Volumes {
  /** The folder that holds each volume's folder. */
  readonly root: string;
  readonly #holders = new Map<string, string>();
  readonly #queue = new AbortableQueue();
  readonly #own: OwnDisks | null;

  constructor(root: string, own: OwnDisks | null = null) {
    this.root = root;
    this.#own = own;
  }

  /** Takes over the volumes that machines held. */
  async open(held: Iterable<readonly [machine: string, volumes: readonly string[]]>): Promise<void> {
    await mkdir(this.root, { recursive: true, mode: 0o700 });
    for (const id of await readdir(this.root)) await dropDraft(join(this.root, id, RECORD));
    for (const [machine, volumes] of held) for (const id of volumes) this.#holders.set(id, machine);
  }

  /** The folder that holds a volume's files and nothing else. */
  dataOf(id: string): string {
    return join(this.#folder(id), 'data');
  }

  /** The spec that a volume was made with. ABSENT. */
  async specOf(id: string): Promise<VolumeSpec> {
    await this.#need(id);
    const { size_gib, filesystem } = JSON.parse(await readFile(join(this.#folder(id), RECORD), 'utf8')) as VolumeSpec;
    return { id, size_gib, filesystem };
  }

  /** The machine that has a volume; null when it is free. */
  holderOf(id: string): string | null {
    return this.#holders.get(id) ?? null;
  }

  create(volume: VolumeSpec, signal: AbortSignal): Promise<void> {
    const folder = this.#folder(volume.id);
    return this.#queue.run(signal, async () => {
      if (await exists(folder)) return;
      const draft = `${folder}.${randomUUID()}${TRASH}`;
      await mkdir(join(draft, 'data'), { recursive: true, mode: 0o755 });
      await writeJson(join(draft, RECORD), { format: 1, ...volume });
      await this.#own?.make(volumeDisk(volume.id));
      await rename(draft, folder);
      await syncFolder(this.root);
    });
  }

  /** Makes a volume larger. Where it has a file system of its own, a later attachment may be what does so to that. */
  grow(id: string, size_gib: number, signal: AbortSignal): Promise<Growth> {
    const file = join(this.#folder(id), RECORD);
    return this.#queue.run(signal, async () => {
      await this.#need(id);
      const record = JSON.parse(await readFile(file, 'utf8')) as VolumeSpec;
      if (record.size_gib < size_gib) await writeJson(file, { ...record, size_gib });
      return { grown: (await this.#own?.grow(volumeDisk(id))) === 'later' ? 'later' : 'now' };
    });
  }

  /** Removes a volume. Nobody waits for its files. */
  delete(id: string, signal: AbortSignal): Promise<void> {
    const folder = this.#folder(id);
    return this.#queue.run(signal, async () => {
      const holder = this.#holders.get(id);
      if (holder !== undefined) throw inUse(id, holder);
      await this.#own?.close(volumeDisk(id));
      await discardFolder(folder);
      await this.#own?.drop(volumeDisk(id));
    });
  }

  /** Gives a machine exactly these volumes. Changes nothing when it cannot have one of them. ABSENT, VOLUME_IN_USE. */
  hold(machine: string, ids: readonly string[]): Promise<void> {
    return this.#queue.run(unaborted(), async () => {
      for (const id of ids) await this.#need(id, machine);
      for (const [id, holder] of this.#holders) if (holder === machine) this.#holders.delete(id);
      for (const id of ids) this.#holders.set(id, machine);
    });
  }

  /** Refuses with ABSENT when the volume does not exist, and with VOLUME_IN_USE when another machine has it. */
  async #need(id: string, machine?: string): Promise<void> {
    if (!(await exists(this.#folder(id)))) throw new DriverError('ABSENT', `volume ${id} is not on this host`);
    const holder = this.#holders.get(id);
    if (machine !== undefined && holder !== undefined && holder !== machine) throw inUse(id, holder);
  }

  #folder(id: string): string {
    return join(this.root, checkId(id, 'volume'));
  }
}

const inUse = (id: string, machine: string) =>
  new DriverError('VOLUME_IN_USE', `volume ${id} is attached to ${machine}; detach it first`);

async function exists(folder: string): Promise<boolean> {
  try {
    await stat(folder);
    return true;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return false;
    throw error;
  }
}
