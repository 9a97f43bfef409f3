import { readdirSync, readFileSync } from 'node:fs';

/** Kilobytes in a megabyte, as /proc counts them. */
const kib = 1024;

/** Clock ticks a second in which /proc counts processor time: the same on every Linux that Node runs on. */
const ticksPerSecond = 100;

const read = (pid: number, name: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
};

/** What follows the name in /proc/<pid>/stat, which may itself hold blanks and brackets; the first is the state. */
const fields = (pid: number): string[] =>
  read(pid, 'stat')
    .replace(/^.*\) /s, '')
    .split(' ');

/** A process (Linux) and all that descend from it, each by its id. */
export function tree(root: number): number[] {
  const children = new Map<number, number[]>();
  for (const pid of readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)) {
    const parent = Number(fields(pid)[1]);
    children.set(parent, [...(children.get(parent) ?? []), pid]);
  }
  const found = [root];
  for (const pid of found) found.push(...(children.get(pid) ?? []));
  return found;
}

/** The command line of a process; empty where it is gone. */
export const commandOf = (pid: number): string => read(pid, 'cmdline').replaceAll('\0', ' ');

/**
 * The memory of a process tree in MB, and its number of processes. Shared pages are divided among the processes that
 * share them.
 */
export function memoryOf(root: number): { mb: number; processes: number } {
  const pids = tree(root);
  const shares = pids.map((pid) => Number(/^Pss: +(\d+) kB$/m.exec(read(pid, 'smaps_rollup'))?.[1] ?? 0));
  return { mb: shares.reduce((sum, share) => sum + share, 0) / kib, processes: pids.length };
}

/** Seconds of processor time that a process tree has used so far, with those ended children that were waited for. */
export const processorTimeOf = (root: number): number =>
  tree(root).reduce((sum, pid) => sum + ownProcessorTimeOf(pid) + childrenTimeOf(pid), 0);

/** Seconds of processor time that a process has used so far, with all its threads and without its children. */
export const ownProcessorTimeOf = (pid: number): number => secondsOf(pid, 11);

/** The same of its ended children that were waited for. */
const childrenTimeOf = (pid: number): number => secondsOf(pid, 13);

/** The sum of two fields that count ticks, of the user and of the system. */
const secondsOf = (pid: number, first: number): number => {
  const [user = 0, system = 0] = fields(pid)
    .slice(first, first + 2)
    .map(Number);
  return (user + system) / ticksPerSecond;
};
