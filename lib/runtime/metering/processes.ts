import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

/** What a process uses, from its files in /proc (proc(5)); times in clock ticks of 10 ms. */
export interface ProcessUse {
  readonly pid: number;
  /** Ticks since the host's boot. Together with the pid this identifies the process. */
  readonly started: number;
  readonly own: number;
  /** Ticks of children that have ended and were waited for, and of their children. */
  readonly reaped: number;
  /** Page faults of such children: grows with every one of them. */
  readonly reapings: number;
  /** Its proportional share of memory, or all of it where the share may not be read. */
  readonly memoryKib: number;
  /** Bytes that it and its ended children have read from disks and written to them. */
  readonly read: number;
  readonly written: number;
}

/** Clock ticks in a second, as the kernel shows times to programs (USER_HZ, 100 on every Linux that Node runs on). */
export const TICKS = 100;

const PAGE_KIB = 4;

/**
 * What these processes use, without those that have ended. For machines without walls, or of one process: the guests of
 * others are counted by `censusByNamespace`.
 */
export async function usesOf(pids: readonly number[]): Promise<ProcessUse[]> {
  const uses: ProcessUse[] = [];
  for (const pid of pids) {
    const use = await useOf(pid);
    if (use) uses.push(use);
  }
  return uses;
}

async function useOf(pid: number): Promise<ProcessUse | null> {
  const stat = readOrNull(`/proc/${pid}/stat`);
  if (stat === null) return null;
  // The command name may hold spaces and brackets; the fields that follow it start after the last bracket.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const field = (number: number) => Number(fields[number - 3]);
  const io = readOrNull(`/proc/${pid}/io`) ?? '';
  const bytes = (name: string) => Number(new RegExp(`^${name}: (\\d+)`, 'm').exec(io)?.[1] ?? 0);
  return {
    pid,
    started: field(22),
    own: field(14) + field(15),
    reaped: field(16) + field(17),
    reapings: field(11),
    memoryKib: (await readPssKib(pid)) ?? field(24) * PAGE_KIB,
    read: bytes('read_bytes'),
    written: bytes('write_bytes'),
  };
}

/** Null when it may not be read. Asynchronous, because the kernel walks all pages of the process. */
async function readPssKib(pid: number): Promise<number | null> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  const pss = /^Pss: +(\d+) kB/m.exec(text)?.[1];
  return pss === undefined ? null : Number(pss);
}

/** Bytes through a network's interfaces, without its loopback. */
export interface NetBytes {
  readonly rx: number;
  readonly tx: number;
}

/** The bytes of the network that a process is in; null when the process has ended. */
export function readNetBytes(pid: number): NetBytes | null {
  const text = readOrNull(`/proc/${pid}/net/dev`);
  if (text === null) return null;
  const counters = text
    .split('\n')
    .map((line) => line.split(':'))
    .filter(([name = '', columns]) => columns !== undefined && name.trim() !== 'lo')
    .map(([, columns = '']) => columns.trim().split(/\s+/).map(Number));
  const sum = (column: number) => counters.reduce((total, columns) => total + (columns[column] ?? 0), 0);
  return { rx: sum(0), tx: sum(8) };
}

function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return null;
  }
}
