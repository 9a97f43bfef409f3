import { randomBytes } from 'node:crypto';
import { link, mkdir, open, rename, stat, unlink } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { elapsed } from '#lib/drivers/clocks/real.ts';
import { perGeneration } from '#lib/model/platform/generation.ts';

/** Whether a setting is the ARN of a secret in AWS Secrets Manager. A plain name would be ambiguous. */
export const isSecret = (setting: string): boolean => /^arn:[\w-]+:secretsmanager:/.test(setting);

/** A key file that cannot be used. The message names the file and the remedy, never the content. */
export class KeyFileError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'KeyFileError';
  }
}

/** How one kind of key file is parsed and, where the platform may create it, generated. */
export interface KeyFileKind<T> {
  /** Throws KeyFileError, or any error, for content that is not of this kind. */
  parse(text: string): T;
  /** The text of a new file. Without it a missing file is an error. */
  generate?: () => Promise<string>;
  /** Whether read permission for other users is an error. */
  secret: boolean;
}

interface Loaded<T> {
  value: T;
  stamp: string;
  checkedAt: number;
}

const RECHECK_MS = 1000;

/**
 * A cached reader of key files. The first use of a path reads or creates the file; later uses notice a replaced file
 * within one second, or at once with `reread`. An unchanged file yields the same object.
 */
export function keyFileReader<T>(kind: KeyFileKind<T>): (path: string, reread?: boolean) => Promise<T> {
  const files = perGeneration(() => new Map<string, Promise<Loaded<T>>>());
  const start = async (path: string): Promise<T> => {
    const loads = files();
    const loading = load(kind, path);
    loads.set(path, loading);
    loading.catch(() => loads.get(path) === loading && loads.delete(path));
    return (await loading).value;
  };
  return async (path, reread = false) => {
    const loading = files().get(path);
    if (!loading) return start(path);
    const loaded = await loading;
    const now = elapsed();
    if (!reread && now - loaded.checkedAt < RECHECK_MS) return loaded.value;
    loaded.checkedAt = now;
    const stamp = await currentStamp(path);
    // If a file is removed while the process runs, it must not be replaced by new keys.
    return stamp === undefined || stamp === loaded.stamp ? loaded.value : start(path);
  };
}

/** Replaces a key file atomically. A crash leaves either the old or the new content. */
export async function replaceKeyFile(path: string, text: string): Promise<void> {
  const temporary = await writeTemporary(path, text);
  try {
    await rename(temporary, path);
  } catch (error) {
    await unlink(temporary);
    throw error;
  }
  await syncDirectory(dirname(path));
}

async function load<T>(kind: KeyFileKind<T>, path: string): Promise<Loaded<T>> {
  let found = await read(path, kind.secret);
  if (!found && kind.generate) {
    await createUnlessPresent(path, await kind.generate());
    found = await read(path, kind.secret);
  }
  if (!found) throw new KeyFileError(`key file ${path} does not exist`);
  try {
    return { value: kind.parse(found.text), stamp: found.stamp, checkedAt: elapsed() };
  } catch (error) {
    const why = error instanceof KeyFileError ? error.message : 'not a key file of this version';
    // Without the cause: a parser's message quotes its input, and causes are logged.
    throw new KeyFileError(`key file ${path}: ${why}`);
  }
}

async function read(path: string, secret: boolean): Promise<{ text: string; stamp: string } | undefined> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new KeyFileError(`key file ${path} cannot be read (${error.code})`, { cause: error });
  });
  if (!file) return undefined;
  try {
    const stats = await file.stat();
    // Permission bits that Windows reports have no meaning.
    if (secret && process.platform !== 'win32' && (stats.mode & 0o077) !== 0)
      throw new KeyFileError(`key file ${path} is open to other users; run: chmod 600 ${path}`);
    return { text: await file.readFile('utf8'), stamp: stampOf(stats) };
  } finally {
    await file.close();
  }
}

async function currentStamp(path: string): Promise<string | undefined> {
  return stat(path).then(stampOf, () => undefined);
}

function stampOf(stats: { ino: number; mtimeMs: number; size: number }): string {
  return `${stats.ino}:${stats.mtimeMs}:${stats.size}`;
}

/** Creates a file. Of all concurrent creators one succeeds; the others leave the file unchanged. */
async function createUnlessPresent(path: string, text: string): Promise<void> {
  await makeDirectory(dirname(path));
  const temporary = await writeTemporary(path, text);
  try {
    // link(2), unlike rename(2), fails when the name exists, and the file appears with its whole content.
    await link(temporary, path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EEXIST')
      throw new KeyFileError(`key file ${path} cannot be created (${code}); its folder must allow hard links`, {
        cause: error,
      });
  } finally {
    await unlink(temporary);
  }
  await syncDirectory(dirname(path));
}

async function writeTemporary(path: string, text: string): Promise<string> {
  const temporary = `${path}.${process.pid}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    const file = await open(temporary, 'wx', 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    return temporary;
  } catch (cause) {
    await unlink(temporary).catch(() => undefined);
    throw new KeyFileError(`key file ${path} cannot be written (${(cause as NodeJS.ErrnoException).code})`, { cause });
  }
}

async function makeDirectory(path: string): Promise<void> {
  const directory = resolve(path);
  const first = await mkdir(directory, { recursive: true, mode: 0o700 }).catch((cause: NodeJS.ErrnoException) => {
    throw new KeyFileError(`folder ${directory} for key files cannot be created (${cause.code})`, { cause });
  });
  if (first === undefined) return;
  for (let made = directory; made.length >= first.length; made = dirname(made)) await syncDirectory(dirname(made));
}

async function syncDirectory(directory: string): Promise<void> {
  // Windows cannot open a directory, and makes its entries durable automatically.
  if (process.platform === 'win32') return;
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
