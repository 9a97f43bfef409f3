import { dirname, join } from 'node:path';
import { isAlive, type ProcessMark } from '#lib/local/data/processes.ts';
import { readText } from './files.ts';

/** A platform that runs on this machine. */
export interface LocalPlatform extends ProcessMark {
  readonly url: string;
  readonly dataDir: string;
}

/**
 * The platform whose data folder `.svc` is in one of these folders or around it; undefined where none runs. Only an
 * address of this machine counts: a folder that somebody else filled leads nowhere else.
 */
export function localPlatform(from: readonly string[]): LocalPlatform | undefined {
  for (const folder of from.flatMap(upwards)) {
    const platform = platformIn(join(folder, '.svc'));
    if (platform) return platform;
  }
  return undefined;
}

/** The platform that runs in a data folder; undefined where none does. */
export function platformIn(dataDir: string): LocalPlatform | undefined {
  const holder = parsed(readText(join(dataDir, 'lock')));
  return holder && isOfThisMachine(holder.url) && isAlive(holder) ? { ...holder, dataDir } : undefined;
}

/** Whether the process of a platform has not ended yet. */
export const isRunning = (platform: LocalPlatform): boolean => isAlive(platform);

/** A folder and those around it. */
export function upwards(folder: string): string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...upwards(parent)];
}

function parsed(text: string | undefined): Omit<LocalPlatform, 'dataDir'> | undefined {
  try {
    const { url, pid, start } = JSON.parse(text ?? '') as Partial<Record<string, unknown>>;
    const isWhole = typeof url === 'string' && typeof pid === 'number' && typeof start === 'string';
    return isWhole ? { url, pid, start } : undefined;
  } catch {
    return undefined;
  }
}

function isOfThisMachine(url: string): boolean {
  return URL.canParse(url) && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(url).hostname);
}
