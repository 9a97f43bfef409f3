import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readText } from './files.ts';

/** A platform that runs on this machine. */
export interface LocalPlatform {
  readonly url: string;
  readonly pid: number;
  readonly dataDir: string;
}

/**
 * The platform whose data folder `.svc` is in one of these folders or around it; undefined where none runs. Only an
 * address of this machine counts: a folder that somebody else filled leads nowhere else.
 */
export function localPlatform(from: readonly string[]): LocalPlatform | undefined {
  for (const folder of from.flatMap(upwards)) {
    const dataDir = join(folder, '.svc');
    const holder = parsed(readText(join(dataDir, 'lock')));
    if (holder && isOfThisMachine(holder.url) && isRunning(holder.pid)) return { ...holder, dataDir };
  }
  return undefined;
}

function upwards(folder: string): string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...upwards(parent)];
}

function parsed(text: string | undefined): { url: string; pid: number } | undefined {
  try {
    const { url, pid } = JSON.parse(text ?? '') as { url?: unknown; pid?: unknown };
    return typeof url === 'string' && typeof pid === 'number' ? { url, pid } : undefined;
  } catch {
    return undefined;
  }
}

function isOfThisMachine(url: string): boolean {
  return URL.canParse(url) && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(url).hostname);
}

function isRunning(pid: number): boolean {
  if (existsSync('/proc/self')) return existsSync(`/proc/${pid}`);
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
