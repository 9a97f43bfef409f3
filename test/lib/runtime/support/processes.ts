import { readdirSync, readFileSync } from 'node:fs';
import { isAlive, markOf, type ProcessMark } from '#lib/runtime/system/processes.ts';

/** Pids of this host whose command line contains `text`. */
export function processesWith(text: string): number[] {
  return allPids().filter((pid) => pid !== process.pid && commandLine(pid).includes(text));
}

/** Signals a process. Throws where there is none: to the kernel, process 0 means everything in the sender's group. */
export function signal(pid: number | undefined, name: NodeJS.Signals = 'SIGKILL'): void {
  if (!pid) throw new Error('there is no process to signal');
  process.kill(pid, name);
}

/** Those of machines: the clients here that have it on theirs because they asked for it are left out. */
export function guestsWith(text: string): number[] {
  return processesWith(text).filter((pid) => read(pid, 'comm').trim() !== 'ssh');
}

/** The same, marked so that they are known again. */
export const guestMarks = (text: string): (ProcessMark | null)[] => guestsWith(text).map(markOf);

/** The runtime process of an agent. */
export function runtimeOf(agent: number): number | undefined {
  const family = descendantsOf(agent).map(({ pid }) => pid);
  return processesWith('lib/runtime/main.ts').find((pid) => family.includes(pid));
}

/** Every process that descends from `root`, marked so that it is known again. */
export function descendantsOf(root: number): ProcessMark[] {
  const parents = new Map(allPids().map((pid) => [pid, parentOf(pid)]));
  const family = new Set([root]);
  for (let before = 0; before !== family.size; ) {
    before = family.size;
    for (const [pid, parent] of parents) if (family.has(parent)) family.add(pid);
  }
  family.delete(root);
  return [...family].flatMap((pid) => markOf(pid) ?? []);
}

/** Those of them that still live. */
export function alive(marks: readonly ProcessMark[]): ProcessMark[] {
  return marks.filter(isAlive);
}

/** Bytes that a process itself has read so far, without those of the processes that it has started (proc_pid_io(5)). */
export function bytesReadBy(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`).map((thread) => read(pid, `task/${thread}/io`));
  return threads.reduce((sum, io) => sum + Number(/^rchar: (\d+)$/m.exec(io)?.[1] ?? 0), 0);
}

function allPids(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

/** The parent of a process. */
export function parentOf(pid: number): number {
  const stat = read(pid, 'stat');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
}

export function commandLine(pid: number): string {
  return read(pid, 'cmdline').replaceAll('\0', ' ');
}

function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
