import { accessSync, constants } from 'node:fs';

const FOLDERS = ['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin', '/sbin', '/bin'];

/** The PATH of every host program that the agent runs. The caller's own PATH is not trusted. */
export const HOST_PATH = FOLDERS.join(':');

/** The whole environment of every host program. */
export const HOST_ENV: Readonly<Record<string, string>> = { PATH: HOST_PATH, LC_ALL: 'C' };

/** The first of these files that this process may run; null when there is none. */
export function firstExecutable(paths: readonly string[]): string | null {
  return paths.find(isExecutable) ?? null;
}

/** The path of a program of this name; null when it is not installed. */
export function findTool(name: string): string | null {
  return firstExecutable(FOLDERS.map((folder) => `${folder}/${name}`));
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
