import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { processorTime } from './processes.ts';

/**
 * Whether a process uses `place` or a path below it: as an open file, its program, its working folder or a mapped file.
 * Paths are as the process sees them.
 */
export function usesFilesIn(pid: number, place: string): boolean {
  return opened(pid).some((path) => path === place || path.startsWith(`${place}/`));
}

/** The target of a link in a process's /proc folder; empty when the process has ended, or without /proc. */
const procLink = (pid: number, name: string): string => readOr(() => readlinkSync(`/proc/${pid}/${name}`), '');

/** The text of a file in a process's /proc folder; empty when the process has ended, or without /proc. */
export const procText = (pid: number, name: string): string =>
  readOr(() => readFileSync(`/proc/${pid}/${name}`, 'utf8'), '');

/** Changes while a process works, reads or writes; empty when it has ended, or without /proc. */
export const progressOf = (pid: number): string => processorTime(pid) + procText(pid, 'io');

/** Most files that this process may have open; 4096 when the system does not tell. */
export function openFilesAllowed(): number {
  const [, ours = ''] = /^Max open files +\d+ +(\d+)/m.exec(procText(process.pid, 'limits')) ?? [];
  return Number(ours) || 4096;
}

/** The number in a file; `otherwise` when it has none. */
export const readNumber = (path: string, otherwise: number): number =>
  Number.parseInt(
    readOr(() => readFileSync(path, 'utf8'), ''),
    10,
  ) || otherwise;

function opened(pid: number): string[] {
  const descriptors = readOr(() => readdirSync(`/proc/${pid}/fd`), []).map((name) => procLink(pid, `fd/${name}`));
  const mapped = procText(pid, 'maps').split('\n').flatMap(pathIn);
  return [...['cwd', 'root', 'exe'].map((name) => procLink(pid, name)), ...descriptors, ...mapped];
}

/** The path in a line of maps; empty without one. */
function pathIn(line: string): string[] {
  const at = line.indexOf(' /');
  return at < 0 ? [] : [line.slice(at + 1)];
}

function readOr<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}
