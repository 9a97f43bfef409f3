import { opendir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { plain, tell } from '#lib/cli/output/terminal.ts';
import type { TypedClient } from '#lib/cli/run/session.ts';
import type { Item } from '#lib/client/methods.ts';
import type { Place } from './place.ts';

/** A file below a folder. */
export interface Found {
  readonly path: string;
  /** Its name below the folder, with slashes. */
  readonly name: string;
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly changed: number;
}

/**
 * The files below a folder, as they are found. Links to files count as files; links to folders, which may lead round in
 * circles, and what is no file are left out, and that is told.
 */
export async function* filesBelow(folder: string, before = ''): AsyncGenerator<Found> {
  for await (const entry of await opendir(folder)) {
    const path = join(folder, entry.name);
    const name = `${before}${entry.name}`;
    if (entry.isDirectory()) {
      yield* filesBelow(path, `${name}/`);
      continue;
    }
    const about = entry.isFile() || entry.isSymbolicLink() ? await stat(path).catch(() => undefined) : undefined;
    if (about?.isFile()) yield { path, name, size: about.size, changed: about.mtimeMs };
    else tell(`skipped: ${plain(path)} is not a file`);
  }
}

/** The most keys of a page. */
const page = 200;

/** The objects whose keys begin so, page after page. */
export function objectsBelow(typed: TypedClient, { bucket, key }: Place): AsyncGenerator<Item<'listObjects'>> {
  return typed.each('listObjects', { name: bucket, query: { prefix: key, limit: page } });
}

/** The object of this key; undefined where there is none. */
export async function objectOf(typed: TypedClient, { bucket, key }: Place): Promise<Item<'listObjects'> | undefined> {
  const query = { prefix: key, limit: 1 };
  const { objects } = await typed.ask('listObjects', { name: bucket, query });
  return objects.find((object) => object.key === key);
}
