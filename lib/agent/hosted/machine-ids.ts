import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { DriverError } from '#lib/runtime/driver.ts';
import { hasCode } from '#lib/runtime/system/errors.ts';
import { REMOVED } from './homes.ts';
import type { Lack } from './sub-ids.ts';

/** Ids of one machine. */
const SIZE = 65_536;

/**
 * Ids for machines of root's data folders: above those of runtimes and below 2^31, where systemd's table of user ids
 * (UIDS-GIDS.md) gives nobody any. A data folder has one block of ranges.
 */
const BLOCKS = { first: 30_519 * SIZE, ranges: 281, count: 8 };

/** The machine by which a runtime tries what works here. It has the first range of each block. */
const TRIAL = 'probe';

/** Where a machine's ids begin: on the host, and as its runtime's namespace has them. */
export interface OwnIds {
  readonly own: number;
  readonly inner: number;
}

/**
 * The ids that each machine of a data folder has to itself, by the agent's own record: a file beside the homes that
 * only root can read. Files on disks do not have them, so that nothing which is copied, backed up or moved names any.
 */
export class MachineIds {
  /** The first id of all, and how many there are. */
  readonly pool: number;
  readonly count = BLOCKS.ranges * SIZE;
  readonly #file: string;
  readonly #ranges: Map<string, number>;

  constructor(folder: string, block: number, home: string) {
    this.pool = BLOCKS.first + block * this.count;
    this.#file = join(folder, `${block}`, basename(home));
    const kept = Object.entries<number>(JSON.parse(readFileSync(this.#file, 'utf8')));
    // Nothing of this data folder runs yet.
    this.#ranges = new Map(kept.filter(([id]) => existsSync(join(home, 'state/machines', id))));
  }

  /** Where the program that lends by this record is asked. Only root can go there. */
  get door(): string {
    return `${this.#file}.socket`;
  }

  /** The ids of a machine, which it keeps until it is forgotten. FAILED when none are left. */
  of(machine: string): OwnIds {
    const range = machine === TRIAL ? 0 : (this.#ranges.get(machine) ?? this.#take(machine));
    return { own: this.pool + range * SIZE, inner: (1 + range) * SIZE };
  }

  /** Frees the ids of a machine that has neither a process nor a disk here any more. */
  forget(machine: string): void {
    if (this.#ranges.delete(machine)) this.#save();
  }

  #take(machine: string): number {
    const used = new Set(this.#ranges.values());
    const free = Array.from({ length: BLOCKS.ranges }, (_, at) => at).find((at) => at > 0 && !used.has(at));
    if (free === undefined)
      throw new DriverError('FAILED', `no ids are left: a host has them for ${BLOCKS.ranges - 1} machines`);
    this.#ranges.set(machine, free);
    this.#save();
    return free;
  }

  /** Synchronously, and rarely: at the first boot of a machine here, and at its end. */
  #save(): void {
    writeFileSync(`${this.#file}.new`, JSON.stringify(Object.fromEntries(this.#ranges)), { mode: 0o600 });
    renameSync(`${this.#file}.new`, this.#file);
  }
}

/** Beside the homes, where agents note whose the blocks are. Only root can go there. */
export const idsFolder = (system: string): string => join(system, 'ids');

/** The ids for machines of a home, which has had them before or gets a free block; or why there are none. */
export async function claimIds(home: string, system: string): Promise<MachineIds | Lack> {
  const folder = idsFolder(system);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const blocks = Array.from({ length: BLOCKS.count }, (_, at) => at);
  const had = blocks.find((block) => existsSync(join(folder, `${block}`, basename(home))));
  if (had !== undefined) return new MachineIds(folder, had, home);
  // A folder that holds its owner's name takes the place of an empty one, and of no other.
  const draft = join(folder, `${basename(home)}.${process.pid}.new`);
  await mkdir(draft, { mode: 0o700 });
  await writeFile(join(draft, basename(home)), '{}', { mode: 0o600 });
  for (const block of blocks) {
    const place = join(folder, `${block}`);
    await removeGone(place, system);
    try {
      await rename(draft, place);
      return new MachineIds(folder, block, home);
    } catch (error) {
      if (!hasCode(error, 'ENOTEMPTY', 'EEXIST')) throw error;
    }
  }
  await rm(draft, { recursive: true });
  return { missing: `${BLOCKS.count} other data folders of this host have all ids for machines`, command: null };
}

/** Removes the names of homes that are there no more. */
async function removeGone(place: string, system: string): Promise<void> {
  for (const name of await readdir(place).catch(() => [])) {
    const home = join(system, name.replace(/\.(new|socket)$/, ''));
    if (!existsSync(home) && !existsSync(home + REMOVED)) await rm(join(place, name), { force: true });
  }
}
