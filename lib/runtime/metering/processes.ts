import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

/** What /proc/PID/stat says of a process (proc(5)); times in clock ticks of 10 ms. */
export interface ProcessTimes {
  readonly pid: number;
  readonly parent: number;
  /** Ticks since the host's boot. Together with the pid this identifies the process. */
  readonly started: string;
  readonly own: number;
  /** Ticks of children that have ended and were waited for, and of their children. */
  readonly reaped: number;
  /** Page faults of such children: grows with every one of them. */
  readonly reapings: number;
  readonly rssPages: number;
}

/** Clock ticks in a second, as the kernel shows times to programs (USER_HZ, 100 on every Linux that Node runs on). */
export const TICKS = 100;

/** Pids of the host; empty without /proc. */
export function allPids(): number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

/** A living process; null once it has ended. */
export function readTimes(pid: number): ProcessTimes | null {
  const stat = readOrNull(`/proc/${pid}/stat`);
  if (stat === null) return null;
  // The command name may hold spaces and brackets; the fields that follow it start after the last bracket.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const field = (number: number) => Number(fields[number - 3]);
  return {
    pid,
    parent: field(4),
    started: fields[19] ?? '',
    own: field(14) + field(15),
    reaped: field(16) + field(17),
    reapings: field(11),
    rssPages: field(24),
  };
}

/** Bytes that a process and its ended children have read from disks and written to them. */
export interface DiskBytes {
  readonly read: number;
  readonly written: number;
}

/** The counters of /proc/PID/io; empty when the file may not be read. */
export function readDiskBytes(pid: number): DiskBytes {
  const text = readOrNull(`/proc/${pid}/io`) ?? '';
  const bytes = (name: string) => Number(new RegExp(`^${name}: (\\d+)`, 'm').exec(text)?.[1] ?? 0);
  return { read: bytes('read_bytes'), written: bytes('write_bytes') };
}

/**
 * A process's proportional share of memory in KiB; null when it may not be read. Asynchronous, because the kernel walks
 * all its pages.
 */
export async function readPssKib(pid: number): Promise<number | null> {
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

/** The name of a process's pid namespace; null for another user's process, or one that has ended. */
export function pidNamespaceOf(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/ns/pid`);
  } catch {
    return null;
  }
}

function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return null;
  }
}
