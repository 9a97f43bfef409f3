import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findTool } from '#lib/runtime/system/tools.ts';

/** Ids that this host gives to nobody else. */
export const RANGE = { first: 1_800_000_000, count: 65_536 };

/** How an ordinary user is given a range of ids for the time of a test. */
export interface GivenRange {
  /** Words before a program of that user's, the ones that make it that user's among them or behind. */
  readonly words: readonly string[];
  /** Gives it ids from another one on from now on, or none. */
  give(first: number | null): void;
  remove(): void;
}

/**
 * Has a user of this host have lines in /etc/subuid and /etc/subgid, which programs behind the words alone can see;
 * only root can. Otherwise the reason.
 */
export function giveRange(user: string): GivenRange | { readonly reason: string } {
  if (process.getuid?.() !== 0) return { reason: 'only root gives another user ids' };
  if (findTool('newuidmap') === null) return { reason: 'newuidmap is not installed' };
  if (!existsSync('/etc/subuid') || !existsSync('/etc/subgid')) return { reason: 'there is no /etc/subuid' };
  const dir = mkdtempSync(join(tmpdir(), 'svc-subuid-'));
  const file = join(dir, 'lines');
  const give = (first: number | null) => writeFileSync(file, first === null ? '' : `${user}:${first}:${RANGE.count}\n`);
  give(RANGE.first);
  const script = 'mount --bind "$0" /etc/subuid && mount --bind "$0" /etc/subgid && exec "$@"';
  return {
    give,
    words: ['unshare', '--mount', 'sh', '-c', script, file],
    remove: () => rmSync(dir, { recursive: true, force: true }),
  };
}
