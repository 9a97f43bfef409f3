import { readFileSync } from 'node:fs';
import { uptime } from 'node:os';

/** A process by pid and start time, so that a later process with the same pid is not mistaken for it. */
export interface ProcessMark {
  readonly pid: number;
  /** Clock ticks since boot (field 22 of /proc/PID/stat); empty where there is no /proc. */
  readonly started: string;
}

/** The runtime process with the version of its code, and what holds machines that outlive it. */
export interface RuntimeProcesses {
  readonly runtime: { readonly version: string; readonly mark: ProcessMark } | null;
  readonly holders: readonly HolderProcess[];
}

/** A process that holds the machines of a VPC, and the version of what it says. */
export interface HolderProcess {
  readonly vpc: string;
  readonly mark: ProcessMark;
  readonly protocol: number;
}

/** The mark of a living process; null when there is none. A zombie counts as ended. */
export function markOf(pid: number): ProcessMark | null {
  if (process.platform !== 'linux') return signalProcess(pid, 0) ? { pid, started: '' } : null;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The command name may hold spaces and brackets; the fields that follow it start after the last bracket.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z' || fields[0] === 'X') return null;
    return { pid, started: fields[19] ?? '' };
  } catch {
    return null;
  }
}

/** Clock ticks in a second, as Linux counts them for programs. */
const TICKS = 100;

/** Whole seconds since the marked process began; 0 where there is no /proc. */
export function ageOf({ started }: ProcessMark): number {
  return started === '' ? 0 : Math.max(0, Math.floor(uptime() - Number(started) / TICKS));
}

/** Whether the marked process still lives. */
export function isAlive(mark: ProcessMark): boolean {
  return markOf(mark.pid)?.started === mark.started;
}

/**
 * Sends a signal. False when there is no such process (or group, for a negative pid), or it belongs to another user.
 */
export function signalProcess(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch {
    return false;
  }
}

/** The processor time of a process, in clock ticks; empty when it has ended, or without /proc. */
export function processorTime(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13)
      .join(' ');
  } catch {
    return '';
  }
}
