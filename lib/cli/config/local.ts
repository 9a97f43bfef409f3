import { dirname, join } from 'node:path';
import { isPrivate } from '#lib/cli/forms.ts';
import { isAlive, type ProcessMark } from '#lib/local/data/processes.ts';
import { readText } from './files.ts';
import { checkTrusted } from './trust.ts';

const { lstatSync } = process.getBuiltinModule('node:fs');

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

/**
 * The platform that runs in a data folder; undefined where none does. Refuses a folder or a lock that others could have
 * put there: passwords are sent where the lock says.
 */
export function platformIn(dataDir: string): LocalPlatform | undefined {
  const lock = join(dataDir, 'lock');
  const holder = parsed(small(lock));
  if (!holder || !isOfThisMachine(holder.url) || !isAlive(holder)) return undefined;
  checkTrusted(dataDir);
  checkTrusted(lock);
  return { ...holder, dataDir };
}

/** The most bytes of a lock. */
const largest = 4096;

/** The text of a lock; undefined for what is none, or cannot be read. */
function small(file: string): string | undefined {
  try {
    const about = lstatSync(file, { throwIfNoEntry: false });
    return about?.isFile() && about.size <= largest ? readText(file) : undefined;
  } catch {
    return undefined;
  }
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

const isOfThisMachine = (url: string): boolean =>
  URL.canParse(url) && new URL(url).protocol === 'http:' && isPrivate(new URL(url));
