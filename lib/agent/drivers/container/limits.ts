import { randomInt } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { openFilesAllowed } from '#lib/agent/hosted/open-files.ts';
import { findTool } from '#lib/agent/hosted/tools.ts';

/** Processes and threads of one machine, counted in its own user namespace; its root cannot raise it. */
const MAX_PROCESSES = 2048;

/**
 * Open files of one process in a machine: half of what this one may have. All machines are one uid to the kernel, which
 * counts descriptors under way in sockets by uid, and refuses more to whoever is over a limit of their own: so machines
 * are refused while the runtime, which passes sockets too, is not.
 */
const MAX_FILES = Math.floor(openFilesAllowed() / 2);

const [PRLIMIT, TASKSET] = [findTool('prlimit'), findTool('taskset')];

const LIMITS = [`--nproc=${MAX_PROCESSES}:${MAX_PROCESSES}`, `--nofile=${MAX_FILES}:${MAX_FILES}`];

/** Capability words for the limits that can be set here. `cpu_affinity` is a default that a machine can undo. */
export const LIMIT_WORDS: readonly string[] = [
  ...(PRLIMIT ? ['process_limit'] : []),
  ...(TASKSET ? ['cpu_affinity'] : []),
];

/**
 * Wraps a program that runs inside the lock: there, and only there, the kernel counts a machine's processes by themselves.
 * Every way in needs it, since limits are inherited from a parent and not from the namespace.
 */
export function limitProcesses(argv: readonly string[]): string[] {
  return PRLIMIT ? [PRLIMIT, ...LIMITS, ...argv] : [...argv];
}

/** Wraps a program of the host so that it and its children see `cpus` processors. */
export type PinToCpus = (argv: readonly string[]) => string[];

/** Picks that many of the host's processors for a machine; all of them where it asks for as many or more. */
export function pickCpus(cpus: number, host = availableParallelism()): PinToCpus {
  if (!TASKSET || cpus >= host) return (argv) => [...argv];
  const first = randomInt(host);
  const list = Array.from({ length: cpus }, (_, index) => (first + index) % host).join(',');
  return (argv) => [TASKSET, '-c', list, ...argv];
}
