import { createHash } from 'node:crypto';
import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/** SHA-256 of a text in hex. */
export function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** A file name for any key: readable, and different for keys that differ only in case. */
export function fileName(key: string, extension: string): string {
  return `${key.replace(/[^A-Za-z0-9_~-]/g, '_').slice(0, 160)}.${digest(key).slice(0, 16)}${extension}`;
}

/** Flushes a folder's entries to the disk. */
export async function flushFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Replaces a file's content: after a crash it has the old text or the new one; once this resolves, the new one. */
export async function replaceFile(path: string, text: string): Promise<void> {
  const temporary = `${path}.new`;
  const file = await open(temporary, 'w', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, path);
  await flushFolder(dirname(path));
}
