import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasCode } from '#lib/runtime/system/errors.ts';
import type { IdRange } from './id-range.ts';
import { FILES, type Lack } from './sub-ids.ts';

/** Names, in the state folder of an ordinary user's runtime, the first ids of the range that its machines have. */
export const RANGE_FILE = 'range.json';

/**
 * Why an ordinary user's machines in a state folder cannot have the ids that were found now; null where they can. With
 * other ids, files of their users would be a stranger's, and new ones would be too once the lines are restored.
 */
export function otherRange(state: string, found: IdRange | Lack): Lack | null {
  const kept = read(join(state, RANGE_FILE));
  if (kept === null) return null;
  const { first, first_gid } = kept;
  const restore = `files of machines belong to other ids: make ${first} the first id of this user in ${FILES.uid}, and ${first_gid} in ${FILES.gid}, again`;
  if ('missing' in found) return { missing: `${found.missing}; ${restore}`, command: null };
  return found.first === first && found.first_gid === first_gid ? null : { missing: restore, command: null };
}

/** The range that was found for an ordinary user, noted for later starts, or why there is none. */
export function keepRange(state: string, found: IdRange | Lack): IdRange | Lack {
  const other = otherRange(state, found);
  if (other !== null || 'missing' in found) return other ?? found;
  const { first, first_gid } = found;
  writeFileSync(join(state, RANGE_FILE), JSON.stringify({ first, first_gid }), { mode: 0o600 });
  return found;
}

function read(file: string): Pick<IdRange, 'first' | 'first_gid'> | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
}
