import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** Whether a process has something open at `place` or below, runs it, stands in it or has it mapped; paths are as it sees them. */
export function usesFilesIn(pid: number, place: string): boolean {
  return opened(pid).some((path) => path === place || path.startsWith(`${place}/`));
}

/** Where a link in a process's /proc folder leads; empty when the process is gone, or there is no /proc. */
export const procLink = (pid: number, name: string): string => readOr(() => readlinkSync(`/proc/${pid}/${name}`), '');

/** A file in a process's /proc folder; empty likewise. */
export const procText = (pid: number, name: string): string =>
  readOr(() => readFileSync(`/proc/${pid}/${name}`, 'utf8'), '');

/** Files that this process may have open; 4096 where nothing tells. */
export function openFilesAllowed(): number {
  const [, ours = ''] = /^Max open files +\d+ +(\d+)/m.exec(procText(process.pid, 'limits')) ?? [];
  return Number(ours) || 4096;
}

/** The number that a file holds; `otherwise` where there is none. */
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

/** The file of a line of maps, where it has one. */
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
