import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { DriverError } from '#lib/runtime/driver.ts';
import type { Launch } from '#lib/runtime/launch.ts';
import { checkAborted } from '#lib/runtime/system/errors.ts';
import { removeFolder } from '#lib/runtime/system/files.ts';
import { procText, progressOf } from '#lib/runtime/system/open-files.ts';
import { inRange } from '#lib/runtime/system/range.ts';
import { AS_LONG_AS_IT_MOVES, reasonOf, run } from '#lib/runtime/system/run.ts';
import { findTool, HOST_ENV } from '#lib/runtime/system/tools.ts';

const SCRIPT = readFileSync(new URL('./copy.sh', import.meta.url), 'utf8');
/**
 * Root of a user namespace may read files that their owner has closed; in a range of ids this process is that. All of
 * it ends with its first process.
 */
const ownRoot = (words: readonly string[] = []): string[] => [
  ...words,
  ...['unshare', inRange || words.length > 0 ? '-mpf' : '-Urmpf', '--kill-child', '--', 'sh', '-c'],
];
const TICK_MS = 250;

/**
 * What cp prints about files that were removed, replaced or renamed before it reached them. The copy is as after a
 * power cut.
 */
const PASSING =
  ': (No such file or directory|Not a directory|Is a directory|Too many levels of symbolic links|Stale file handle)$|, as it was replaced while being copied$';
const NONE = '^$';

export interface CopyTree {
  readonly from: string;
  /** An existing empty folder. */
  readonly to: string;
  /** Whether the files may change during the copy. */
  readonly live: boolean;
  readonly signal: AbortSignal;
  readonly onProgress?: ((percent: number) => void) | undefined;
  /** Words before the program that copies, which have it run as root of a range of ids. */
  readonly words?: readonly string[] | undefined;
}

/** The folder that a copy makes beside its own, and removes unless it is killed. */
export const scratchOf = (to: string): string => `${to}.root`;

/**
 * Copies a folder with all that is in it, unchanged, and answers the copy's size in bytes. Takes memory of a program of
 * its own alone, and that up to a bound. FAILED, ABORTED.
 */
export async function copyTree({ from, to, live, signal, onProgress, words }: CopyTree): Promise<number> {
  checkAborted(signal);
  const scratch = scratchOf(to);
  await mkdir(scratch);
  const said = new Map<string, number>();
  let highest = 0;
  const timer = setInterval(() => {
    highest = Math.max(highest, percentOf(said));
    onProgress?.(highest);
  }, TICK_MS);
  try {
    const verdict = await run(copying({ from, to, live, scratch, words }, await hasOwnRoot()), {
      signal,
      bounds: AS_LONG_AS_IT_MOVES,
      sign: () => progressOf(copierOf(said)),
      hear: (line) => {
        const [word = '', value = ''] = line.split(' ');
        said.set(word, Number(value));
      },
    });
    checkAborted(signal);
    if (verdict.code !== 0) throw new DriverError('FAILED', `the disk could not be copied: ${reasonOf(verdict)}`);
    onProgress?.(100);
    return said.get('copied') ?? 0;
  } finally {
    clearInterval(timer);
    await removeFolder(scratch);
  }
}

type Copying = Pick<CopyTree, 'from' | 'to' | 'live' | 'words'> & { readonly scratch: string };

/** The program that copies. Without user namespaces it is plain cp; a machine is not isolated then either. */
function copying({ from, to, live, scratch, words }: Copying, isolated: boolean): Launch {
  const task = [SCRIPT, 'copy', isolated ? 'own-root' : 'plain', from, to, scratch, live ? PASSING : NONE];
  const [file = '', ...args] = isolated ? [...ownRoot(words), ...task] : ['sh', '-c', ...task];
  return { file, args, env: HOST_ENV, cwd: '/' };
}

/** The process that copies: the last child of the script. */
function copierOf(said: ReadonlyMap<string, number>): number {
  const pid = said.get('pid') ?? 0;
  return Number(procText(pid, `task/${pid}/children`).trim().split(' ').at(-1));
}

/** Percent of the bytes that cp has written, from proc(5). At most 99, because the disk must still be flushed. */
function percentOf(said: ReadonlyMap<string, number>): number {
  const [, written = '0'] = /^wchar: (\d+)$/m.exec(procText(copierOf(said), 'io')) ?? [];
  const percent = Math.floor((100 * Number(written)) / (said.get('total') || 1));
  return said.has('copied') ? 99 : Math.min(99, percent);
}

let tried: Promise<boolean> | undefined;

/** Tried once, on the first call. */
function hasOwnRoot(): Promise<boolean> {
  const missing = ['setpriv', 'unshare', 'mount', 'pivot_root'].some((name) => findTool(name) === null);
  const [file = '', ...args] = [...ownRoot(), 'mount -t tmpfs root /tmp && mount -t proc proc /proc'];
  tried ??= missing
    ? Promise.resolve(false)
    : run({ file, args, env: HOST_ENV, cwd: '/' }).then(({ code }) => code === 0);
  return tried;
}
