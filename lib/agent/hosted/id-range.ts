import { spawnSync } from 'node:child_process';
import { dirname } from 'node:path';
import type { Launch } from '#lib/runtime/launch.ts';
import { launcher, launcherMissing } from '#lib/runtime/launcher/launcher.ts';
import { removeTrees } from '#lib/runtime/system/remove.ts';
import { reasonOf, run } from '#lib/runtime/system/run.ts';
import { imagesOf } from './homes.ts';
import { type Lack, ownSubIds } from './sub-ids.ts';

/** Ids of the host that a runtime's machines have: its own user's, and 65,535 more from `first` on. */
export interface IdRange {
  readonly uid: number;
  readonly gid: number;
  readonly first: number;
  /** The first further id of groups. */
  readonly first_gid: number;
  /** Programs that map an ordinary user's range; root's agent maps its own by itself. */
  readonly mappers: readonly string[];
  /** Where root's machines have ids of their own: the first of these, and how many there are. */
  readonly pool?: number;
  readonly count?: number;
  /** A mount namespace of root's, of which the program's is made. */
  readonly within_mounts?: string;
  /** Where what holds machines is asked: the program joins what an earlier one has left, and outlives this process. */
  readonly holders?: string;
}

/**
 * Ranges of root's runtimes: above 2^31, where systemd's table of user ids (UIDS-GIDS.md) gives nobody any. Each
 * follows from the runtime's uid alone.
 */
const RANGES = { first: 2 ** 31, size: 65_536, count: 32_000 };

/**
 * The range of a runtime of this uid, which root's agent has to itself. Null is a runtime of this ordinary user, all of
 * whose machines share the one range that /etc/subuid and /etc/subgid give the user.
 */
export function findRange(uid: number | null): IdRange | Lack {
  if (launcherMissing) return { missing: launcherMissing, command: null };
  if (uid === null) {
    const ids = ownSubIds();
    return 'missing' in ids ? ids : { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0, ...ids };
  }
  const first = RANGES.first + (uid % RANGES.count) * RANGES.size;
  return { uid, gid: uid, first, first_gid: first, mappers: [] };
}

/** A range that a program has just been started in, or what is missing. */
export async function tryRange(uid: number | null): Promise<IdRange | Lack> {
  const range = findRange(uid);
  if ('missing' in range) return range;
  const verdict = await run(inRangeOf(range, ['true']));
  return verdict.code === 0 ? range : { missing: `ids cannot be mapped here: ${reasonOf(verdict)}`, command: null };
}

/**
 * Has a program start as root of a user namespace with this range. Of root's runtimes, it ends with this process, which
 * is the host's root.
 */
export function inRangeOf({ mappers, ...ids }: IdRange, program: readonly string[]): Launch {
  return launcher('range', { ...ids, mapper: mappers }, program);
}

/** The words before a program that has it run in a range. */
export function wordsOf(range: IdRange): string[] {
  const { file, args } = inRangeOf(range, []);
  return [file, ...args];
}

/**
 * The words before a program of this process, the host's root, that has it see the files of disks which are file
 * systems of their own, below the state folder of a runtime of this uid. Nothing else may use them meanwhile.
 */
export function withDisks(state: string, uid: number): string[] {
  const { file, args } = launcher('shown', { uid, gid: uid, state, images: imagesOf(dirname(state)) });
  return [file, ...args];
}

/**
 * The words before a program of this ordinary user that has it reach what users of machines have; none where that does
 * not work.
 */
export function asMachines(): string[] {
  const range = process.getuid?.() === 0 ? null : findRange(null);
  if (range === null || 'missing' in range) return [];
  const { file, args, env } = inRangeOf(range, ['true']);
  return spawnSync(file, args, { env }).status === 0 ? wordsOf(range) : [];
}

/**
 * Removes trees, also what users of machines have in them. As an ordinary user it does so in the range of machines
 * where the user alone may not. Rejects when something is left.
 */
export async function removeWithMachines(paths: readonly string[]): Promise<void> {
  try {
    await removeTrees(paths);
  } catch (error) {
    const words = asMachines();
    if (words.length === 0) throw error;
    await removeTrees(paths, words);
  }
}
