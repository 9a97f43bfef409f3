import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DriverError } from '#lib/runtime/driver.ts';
import { checkAborted } from '#lib/runtime/system/errors.ts';
import { procText } from '#lib/runtime/system/open-files.ts';
import { run } from '#lib/runtime/system/run.ts';
import { findTool, HOST_ENV } from '#lib/runtime/system/tools.ts';

const SCRIPT = readFileSync(new URL('./copy.sh', import.meta.url), 'utf8');
/**
 * Ends with this process, together with everything in it. Root of a user namespace may read files that their owner has
 * closed.
 */
const OWN_ROOT = ['setpriv', '--pdeathsig', 'KILL', '--', 'unshare', '-Urmpf', '--kill-child', '--', 'sh', '-c'];
const TICK_MS = 250;

/**
 * What cp prints about files that were removed, replaced or renamed before it reached them. The copy is as after a
 * power cut.
 */
const PASSING =
  /: (No such file or directory|Not a directory|Is a directory|Too many levels of symbolic links|Stale file handle)$|, as it was replaced while being copied$/;

export interface CopyTree {
  readonly from: string;
  /** An existing empty folder. The copy may make a second folder beside it. */
  readonly to: string;
  /** Whether the files may change during the copy. */
  readonly live: boolean;
  readonly signal: AbortSignal;
  readonly onProgress?: ((percent: number) => void) | undefined;
}

/** Copies a folder with all that is in it, unchanged, and answers the copy's size in bytes. FAILED, ABORTED. */
export async function copyTree(copy: CopyTree): Promise<number> {
  checkAborted(copy.signal);
  const root = `${copy.to}.root`;
  await mkdir(root);
  try {
    const { code, copied, complaints } = (await hasOwnRoot())
      ? await follow([...OWN_ROOT, SCRIPT, 'copy', copy.from, copy.to, root], copy)
      : await plainCopy(copy);
    checkAborted(copy.signal);
    if (code !== 0 && !(copy.live && complaints.length > 0 && complaints.every((line) => PASSING.test(line)))) {
      const why = complaints.find((line) => !PASSING.test(line)) ?? complaints[0] ?? 'it ended without a word';
      throw new DriverError('FAILED', `the disk could not be copied: ${why.slice(-200)}`);
    }
    copy.onProgress?.(100);
    return copied;
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

interface Copied {
  readonly code: number | null;
  readonly copied: number;
  readonly complaints: readonly string[];
}

/** Messages kept of each kind; the harmless ones can be many. */
const KEPT = 100;

function follow([file = '', ...args]: readonly string[], { signal, onProgress }: CopyTree): Promise<Copied> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      cwd: '/',
      env: HOST_ENV,
      stdio: ['ignore', 'pipe', 'pipe'],
      killSignal: 'SIGKILL',
      signal,
    });
    const said = new Map<string, number>();
    const complaints: string[] = [];
    createInterface(child.stdout).on('line', (line) => {
      const [word = '', value = ''] = line.split(' ');
      said.set(word, Number(value));
    });
    createInterface(child.stderr).on('line', (line) => {
      if (complaints.length < KEPT || !PASSING.test(line)) complaints.push(line.slice(-300));
    });
    let highest = 0;
    const timer = setInterval(() => {
      highest = Math.max(highest, progress(said));
      onProgress?.(highest);
    }, TICK_MS);
    child.once('error', (error) => !signal.aborted && reject(error));
    child.once('close', (code) => {
      clearInterval(timer);
      resolve({ code, copied: said.get('copied') ?? 0, complaints });
    });
  });
}

/** Percent of the bytes that cp has written, from proc(5). At most 99, because the disk must still be flushed. */
function progress(said: ReadonlyMap<string, number>): number {
  const pid = said.get('pid') ?? 0;
  const [child = ''] = procText(pid, `task/${pid}/children`).split(' ');
  const [, written = '0'] = /^wchar: (\d+)$/m.exec(child && procText(Number(child), 'io')) ?? [];
  const percent = Math.floor((100 * Number(written)) / (said.get('total') || 1));
  return said.has('copied') ? 99 : Math.min(99, percent);
}

/** For hosts without user namespaces. There a machine is not isolated either. */
async function plainCopy({ from, to, signal }: CopyTree): Promise<Copied> {
  const host = (argv: readonly string[]) => ({ file: argv[0] ?? '', args: argv.slice(1), env: HOST_ENV, cwd: '/' });
  try {
    const { code, stderr } = await run(host(['cp', '-a', join(from, '.'), to]), { signal });
    const { stdout } = await run(host(['du', '-sk', to]), { signal });
    return { code, copied: Number.parseInt(stdout, 10) * 1024, complaints: stderr.split('\n').filter(Boolean) };
  } catch (error) {
    checkAborted(signal);
    throw error;
  }
}

let ownRoot: Promise<boolean> | undefined;

/** Tried once, on the first call. */
function hasOwnRoot(): Promise<boolean> {
  const missing = ['setpriv', 'unshare', 'mount', 'pivot_root'].some((name) => findTool(name) === null);
  const [file = '', ...args] = [...OWN_ROOT, 'mount -t tmpfs root /tmp && mount -t proc proc /proc'];
  ownRoot ??= missing
    ? Promise.resolve(false)
    : run({ file, args, env: HOST_ENV, cwd: '/' }).then(({ code }) => code === 0);
  return ownRoot;
}
