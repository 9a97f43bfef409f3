import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Identifies a process, also after its number is reused: `start` differs for every process and every boot. */
export interface ProcessMark {
  readonly pid: number;
  readonly start: string;
}

/** The mark of a living process; undefined for one that has ended. */
export function markOf(pid: number): ProcessMark | undefined {
  const start = process.platform === 'linux' ? linuxStart(pid) : psStart(pid);
  return start === undefined ? undefined : { pid, start };
}

/** Whether the marked process still runs. */
export function isAlive(mark: ProcessMark): boolean {
  return markOf(mark.pid)?.start === mark.start;
}

/** Kills the marked process if it still runs. A process of another user is left alone. */
export function killLeftOver(mark: ProcessMark): void {
  if (!isAlive(mark)) return;
  try {
    process.kill(mark.pid, 'SIGKILL');
  } catch (error) {
    if (!['ESRCH', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

function linuxStart(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the program's name in parentheses and may contain anything; the state is the third field, the
    // start the 22nd (proc(5)).
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z' || fields[0] === 'X') return undefined;
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}:${fields[19]}`;
  } catch {
    return undefined;
  }
}

function psStart(pid: number): string | undefined {
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined;
  } catch {
    return undefined;
  }
}
