import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type IdRange, inRangeOf } from '#lib/agent/hosted/id-range.ts';
import { hostImages } from '#lib/runtime/images.ts';
import { ignore } from '#lib/runtime/system/errors.ts';
import { reasonOf, run } from '#lib/runtime/system/run.ts';
import { findTool, HOST_ENV } from '#lib/runtime/system/tools.ts';
import { listedFiles } from './listed.ts';
import { writeMade } from './made.ts';
import { imagePackages } from './packages.ts';

/** Part of an image's name: another number has images made anew. */
const RECIPE = 1;
const MOST_KIB = 2 * 1024 * 1024;
const BOUNDS = { time_ms: 300_000, processor_s: null, memory: 1024 * 1024 * 1024 };

/*
 * The state folder is the runtime's, which may have put links there: this process, which may be the host's root, makes,
 * moves and removes nothing in it. Programs in the range do.
 */

/**
 * Archives, one after the other: the host's files that anybody may read, which root's agent has a user read that is
 * nobody's; folders that are closed to such a user, without what is in them; and what was made. What may not be read is
 * left out.
 */
const COPY = `{
  ARCHIVE='tar --create --numeric-owner --no-recursion -C / --null --files-from='
  $READER $ARCHIVE"$LISTS/open" --xattrs --xattrs-include=security.capability 2>/dev/null
  $ARCHIVE"$LISTS/closed" 2>/dev/null
  tar --create --owner=0 --group=0 -C "$LISTS/made" .
} | "$@"`;

/** Arguments: a folder that is not there yet, and the image's. */
const UNPACK = `set -e
mkdir -p "$1"
tar --extract --numeric-owner --preserve-permissions --ignore-zeros --keep-directory-symlink \\
  --xattrs --xattrs-include=security.capability -C "$1"
mv -T "$1" "$2"`;

/** Removes images that no machine's and no snapshot's record names. Arguments: the state folder, and one that stays. */
const SWEEP = `set -e
cd "$1"
[ -d machines ] && [ -d snapshots ] && [ -d images ] || exit 0
used=$({
  find machines snapshots -maxdepth 2 -type f '(' -name machine.json -o -name snapshot.json ')' \\
    -exec sed -n 's/.*"root":\\(\\[[^]]*\\]\\|"[^"]*"\\).*/\\1/p' {} +
  [ ! -d image-records ] || cat image-records/*
} 2>/dev/null | grep -oE '"[0-9a-f]{16}"' | tr -d '"' || :)
for image in images/*; do
  name=\${image#images/}
  # Layers, which the runtime removes, and what it has begun to remove.
  case $name in *.trash) continue ;; esac
  [ \${#name} -ne 64 ] || continue
  printf '%s\\n' "$2" "$used" | grep -qxF "$name" || rm -rf -- "$image"
done`;

/** The folder of a runtime's images. */
export const imagesIn = (state: string): string => join(state, 'images');

/**
 * The image of this host's own system, on which machines with many users lie: the folder of a copy of its installed
 * files. Made when there is none of just these packages. Rejects with the reason where there can be none.
 */
export async function hostImage(state: string, range: IdRange, log: (line: string) => void): Promise<string> {
  if (findTool('dpkg-query') === null || findTool('tar') === null) throw new Error('this host has no dpkg');
  const packages = await imagePackages();
  const size = packages.reduce((sum, { size_kib }) => sum + size_kib, 0);
  if (size > MOST_KIB) throw new Error('the packages of this host are too large for an image');
  const stamp = packages.map(({ id, version }) => `${id} ${version}\n`).join('');
  const name = createHash('sha256').update(`${RECIPE}\n${stamp}`).digest('hex').slice(0, 16);
  const folder = join(imagesIn(state), name);
  const swept = run(inRangeOf(range, ['sh', '-c', SWEEP, 'sh', state, name]), { bounds: BOUNDS }).catch(ignore);
  if (existsSync(folder)) return folder;
  // It would take an unfinished image for one that nobody needs.
  await swept;
  log(`the image of this host is made of ${packages.length} packages, ${Math.ceil(size / 1024)} MiB`);
  const { open, closed, ...owners } = await listedFiles(packages);
  const user = hostImages()[0]?.default_user ?? 'linux';
  const scratch = mkdtempSync(join(tmpdir(), 'svc-image-'));
  try {
    chmodSync(scratch, 0o755);
    const made = join(scratch, 'made');
    mkdirSync(made);
    writeMade(made, { packages, owners, user });
    for (const [list, paths] of Object.entries({ open, closed }))
      writeFileSync(join(scratch, list), paths.map((path) => `.${path}\0`).join(''));
    await unpack({ folder, lists: scratch, range });
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  return folder;
}

interface Unpacking {
  readonly folder: string;
  /** The folder of the lists of files, and of what was made. */
  readonly lists: string;
  readonly range: IdRange;
}

async function unpack({ folder, lists, range }: Unpacking): Promise<void> {
  const { uid, gid } = range;
  const { file, args } = inRangeOf(range, ['sh', '-c', UNPACK, 'sh', `${folder}.${process.pid}.new`, folder]);
  const reader = process.getuid?.() === 0 ? `setpriv --reuid ${uid} --regid ${gid} --clear-groups --` : '';
  const env = { ...HOST_ENV, READER: reader, LISTS: lists };
  const verdict = await run({ file: 'sh', args: ['-c', COPY, 'sh', file, ...args], env, cwd: '/' }, { bounds: BOUNDS });
  if (verdict.code !== 0) throw new Error(`the image of this host could not be made: ${reasonOf(verdict)}`);
}
