import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import type { Launch } from '#lib/runtime/launch.ts';
import { ignore } from './errors.ts';
import { signalProcess } from './processes.ts';
import { keepOutput, readLines } from './streams.ts';
import { findTool, HOST_ENV } from './tools.ts';

/** What a program may take. Beyond it, the program is killed with its whole group. */
export interface Bounds {
  /** Bytes of address space for each of its processes, which then fails to get more and says so. */
  readonly memory: number;
  /** Seconds of processor time for each of its processes; null for work whose length is legitimately anything. */
  readonly processor_s: number | null;
  /** Milliseconds from start to end. With a sign of life: for which the sign may stay as it is. */
  readonly time_ms: number;
  /** Bytes on each of stdout and stderr. */
  readonly output: number;
}

/** The bound that ended a program before its own end. A program that ran out of memory ends by itself. */
export type Over = 'processor' | 'time' | 'output' | 'abort';

/** The short verdict of a program that has ended. Its code is null when a signal ended it. */
export interface Verdict extends Outcome {
  readonly over: Over | null;
}

/** What a command answered. */
export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** How a program is run. */
export interface RunOptions {
  readonly input?: string | Buffer;
  readonly signal?: AbortSignal;
  readonly bounds?: Partial<Bounds>;
  /** Changes while the work makes progress; empty where this cannot be told. Gets the program's pid. */
  readonly sign?: (pid: number) => string;
  /** Is called with each line of stdout as it comes. */
  readonly hear?: (line: string) => void;
  /** Whether the program sets its limits of memory and processor time itself, which saves starting two others. */
  readonly limitsItself?: boolean;
  /** Descriptors in place of the pipes. */
  readonly stdin?: number;
  readonly stdout?: number;
  /** A connection that the program has as descriptor 3, and this process no more. */
  readonly passed?: Socket | null;
}

/** Time for killed processes to end. */
const LEAVING_MS = 5000;

const MIB = 1024 * 1024;

const USUAL: Bounds = { memory: 1024 * MIB, processor_s: 60, time_ms: 120_000, output: 64 * 1024 };

/** Bounds of tools whose work the operator chooses and no guest: packages, images, disks of a kind that QEMU has. */
const TOOLS: Bounds = { memory: 8192 * MIB, processor_s: null, time_ms: 3_600_000, output: 4 * MIB };

/** Bounds of work that takes as long as what a guest left is large: only a standstill is too long. */
export const AS_LONG_AS_IT_MOVES: Partial<Bounds> = { processor_s: null, time_ms: 1_800_000 };

/**
 * Sets the limits, then becomes the program. A limit that the system does not know, or that is lower already, is
 * left as it is. Where the system can, the program also ends with this process.
 */
const LIMITED = 'ulimit -v "$1" 2>/dev/null; ulimit -S -t "$2" 2>/dev/null; shift 2; exec "$@"';
const WITH_PARENT = findTool('setpriv') ? ['setpriv', '--pdeathsig', 'KILL', '--'] : [];

/**
 * Runs a program to its end, within bounds, in a process group of its own, and answers its verdict. Work on what a
 * guest chose the size or shape of is done in such a program and never here. Rejects only when nothing can be started;
 * an abort kills the program and answers `abort`.
 */
export function run(launch: Launch, options: RunOptions = {}): Promise<Verdict> {
  const bounds = { ...USUAL, ...options.bounds };
  return new Promise((resolve, reject) => {
    const child = start(launch, bounds, options);
    const { stdout, stderr } = child;
    let over: Over | null = null;
    const stop = (bound: Over) => {
      over ??= bound;
      if (child.pid !== undefined) signalProcess(-child.pid, 'SIGKILL');
      // What was killed has ended when it holds these no more. A process that left the group may hold them for ever.
      setTimeout(() => [child.stdin, stdout, stderr].map((stream) => stream?.destroy()), LEAVING_MS).unref();
    };
    const timer = watch(child.pid ?? 0, bounds.time_ms, options.sign, () => stop('time'));
    const abort = () => stop('abort');
    options.signal?.addEventListener('abort', abort, { once: true });
    const [out, err] = [stdout, stderr].map((stream) => keepOutput(stream, bounds.output, () => stop('output')));
    if (options.hear && stdout) readLines(stdout, options.hear);
    const settle = () => {
      clearInterval(timer);
      options.signal?.removeEventListener('abort', abort);
    };
    child.once('error', (error) => {
      settle();
      reject(error);
    });
    child.once('close', (code, signal) => {
      settle();
      if (signal === 'SIGXCPU') over ??= 'processor';
      resolve({ code, stdout: out?.() ?? '', stderr: err?.() ?? '', over });
    });
    // A program may end without reading its input.
    child.stdin?.on('error', ignore).end(options.input ?? '');
    if (options.signal?.aborted) abort();
  });
}

function start({ file, args, cwd, env }: Launch, { memory, processor_s }: Bounds, options: RunOptions): ChildProcess {
  const limits = [`${Math.floor(memory / 1024)}`, `${processor_s ?? 'unlimited'}`];
  const limiting = ['/bin/sh', '-c', LIMITED, 'sh', ...limits, ...WITH_PARENT];
  const [first = file, ...words] = [...(options.limitsItself ? [] : limiting), file, ...args];
  const { stdin = 'pipe', stdout = 'pipe', passed } = options;
  const stdio: StdioOptions = [stdin, stdout, 'pipe', ...(passed ? [passed] : [])];
  const child = spawn(first, words, { cwd, env, stdio, detached: true });
  passed?.destroy();
  return child;
}

/** Looks a hundred times within the bound, so that it ends at most a hundredth later. */
function watch(pid: number, time_ms: number, sign: RunOptions['sign'], late: () => void): NodeJS.Timeout {
  let [last, since] = [sign?.(pid), performance.now()];
  return setInterval(() => {
    const now = sign?.(pid);
    if (now !== undefined && (now === '' || now !== last)) [last, since] = [now, performance.now()];
    if (performance.now() - since >= time_ms) late();
  }, time_ms / 100);
}

const EXCESSES = {
  processor: 'it used too much CPU time',
  time: 'it took too long',
  output: 'it had too much to say',
  abort: 'it was aborted',
} as const satisfies Record<Over, string>;

/** Why a program failed, in at most 200 characters: the bound that ended it, or else its first words on stderr. */
export function reasonOf({ code, stderr, over }: Verdict): string {
  if (over) return EXCESSES[over];
  const [first = ''] = stderr.trim().split('\n');
  return first.slice(-200) || (code === null ? 'it was killed' : `status ${code}`);
}

/**
 * Runs a tool of the host to its end and answers its output. Rejects with its error output when it fails. Not for what
 * a guest chose the size of.
 */
export async function runTool(file: string, args: readonly string[], cwd = '/'): Promise<string> {
  const env = { ...HOST_ENV, DEBIAN_FRONTEND: 'noninteractive' };
  const verdict = await run({ file, args, cwd, env }, { bounds: TOOLS });
  if (verdict.code === 0) return verdict.stdout;
  const said = verdict.over ? reasonOf(verdict) : verdict.stderr.trim().slice(-300) || `status ${verdict.code}`;
  throw new Error(`${file} ${args.slice(0, 3).join(' ')} failed: ${said}`);
}
