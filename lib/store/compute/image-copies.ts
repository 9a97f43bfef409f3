import type { Stored } from '#lib/store/entity.ts';
import { type Key, keys } from '#lib/store/keys.ts';
import { get, manyOf } from '#lib/store/platform/read.ts';
import { create, put, remove, update, type Write } from '#lib/store/platform/write.ts';
import type { imageCopy } from './image-copies.entity.ts';

export type ImageCopy = Stored<typeof imageCopy>;

const prefix = 'copy-';

export const copyId = (host: string, image: string): string => `${prefix}${host}/${image}`;

/** The key of a copy by its id; undefined for an id of something else. */
export function copyKey(id: string): Key<ImageCopy> | undefined {
  const slash = id.indexOf('/');
  if (!id.startsWith(prefix) || slash < 0) return undefined;
  return keys.imageCopy(id.slice(prefix.length, slash), id.slice(slash + 1));
}

const keyOf = ({ host_id, image_id }: Pick<ImageCopy, 'host_id' | 'image_id'>) => keys.imageCopy(host_id, image_id);

export const getCopy = (host: string, image: string) => get(keys.imageCopy(host, image));

/** These copies, in the given order; undefined where nothing is being done, and nothing has failed. */
export const readCopies = (
  copies: readonly Pick<ImageCopy, 'host_id' | 'image_id'>[],
): Promise<(ImageCopy | undefined)[]> => manyOf(copies.map(keyOf));

/** Stores a copy in place of the one that was read. Stale where another change was quicker. */
export const putCopy = (before: ImageCopy | undefined, next: ImageCopy): Write =>
  before
    ? put({ ...keyOf(next), ...next, version: before.version + 1 }, [['version', '=', before.version]])
    : create({ ...keyOf(next), ...next });

export const removeCopy = (copy: ImageCopy): Write => remove(keyOf(copy), [['version', '=', copy.version]]);

/** Removes a host's copies of these images, whatever is being done with them. */
export const forgetCopies = (host: string, images: readonly string[]): Write[] =>
  images.map((image) => remove(keys.imageCopy(host, image)));

/** Stores the progress of a pull. Throws what `refuse` returns where another operation holds the copy. */
export const noteCopyProgress = (
  copy: Pick<ImageCopy, 'host_id' | 'image_id'>,
  operation: string,
  percent: number,
  refuse: () => Error,
): Write =>
  update(
    keyOf(copy),
    { set: { progress_percent: percent }, add: { version: 1 } },
    [
      ['operation.id', '=', operation],
      ['progress_percent', '<', percent],
    ],
    refuse,
  );
