import { readdirSync, readFileSync } from 'node:fs';

/** Pids of this host whose command line contains `text`. */
export function processesWith(text: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => pid !== process.pid && commandLine(pid).includes(text));
}

function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

/** The numbers of a process's mount and network namespaces. */
export function mountCount(): number {
  return readFileSync('/proc/self/mountinfo', 'utf8').split('\n').length;
}
