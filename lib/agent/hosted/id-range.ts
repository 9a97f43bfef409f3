import type { Launch } from '#lib/runtime/launch.ts';
import { launcher, launcherMissing } from '#lib/runtime/launcher/launcher.ts';

/** Ids of the host that a runtime's machines have: its own user's, and 65,535 more from `first` on. */
export interface IdRange {
  readonly uid: number;
  readonly gid: number;
  readonly first: number;
}

/**
 * Ranges of root's runtimes: above 2^31, where systemd's table of user ids (UIDS-GIDS.md) gives nobody any. Each
 * follows from the runtime's uid alone.
 */
const RANGES = { first: 2 ** 31, size: 65_536, count: 32_000 };

/** The range of a runtime of this uid, which root's agent has to itself; null is an ordinary user's own runtime. */
export function findRange(uid: number | null): IdRange | { readonly missing: string } {
  if (launcherMissing) return { missing: launcherMissing };
  if (uid === null) return { missing: 'only a platform that root starts gives its machines users of their own' };
  return { uid, gid: uid, first: RANGES.first + (uid % RANGES.count) * RANGES.size };
}

/**
 * Has a program start as root of a user namespace with this range. It ends with this process, which is the host's root.
 */
export function inRangeOf({ uid, gid, first }: IdRange, program: readonly string[]): Launch {
  return launcher('range', { uid, gid, first }, program);
}
