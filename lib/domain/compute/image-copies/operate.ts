import { diskSeconds } from '#lib/domain/compute/disks/resource.ts';
import type { SignObject } from '#lib/domain/compute/images/create.ts';
import { requireAllowed } from '#lib/domain/identity/iam/authorize.ts';
import type { Context } from '#lib/domain/platform/context.ts';
import { pageOf } from '#lib/domain/platform/lists.ts';
import type { ImportSource, PlatformImage } from '#lib/model/compute/platform-image.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import type { ListQuery } from '#lib/model/platform/lists.ts';
import { type Asked, type CommitCopy, getImageOn, removeImageOn } from './change.ts';
import { allCopies } from './list.ts';

/** One page of hosts' copies of the catalog's images. 404 for a host that does not exist. */
export async function listPlatformImages(
  context: Context,
  { host_id, ...query }: ListQuery & { host_id?: string | undefined },
): Promise<{ images: PlatformImage[]; next_cursor: string }> {
  const { items, next_cursor } = await pageOf(context, `platform-image ${host_id}`, query, await allCopies(host_id));
  return { images: items, next_cursor };
}

const committing =
  (context: Context): CommitCopy =>
  (change, would) =>
    context.commit({ ...change, rehearsal: { would } });

/** Has a host pull an image of the catalog. */
export const pullImage = (context: Context, asked: Asked): Promise<PlatformImage> =>
  getImageOn(asked, undefined, context.now, committing(context));

/** Has a host take an image of the catalog from an object of the operator's account, which the caller may read. */
export async function importImage(
  context: Context,
  { source: { bucket, key }, ...asked }: Asked & { source: ImportSource },
  sign: SignObject,
): Promise<PlatformImage> {
  if (bucket === undefined || key === undefined)
    throw new ApiError('validation_failed', 'source.path: a file of a host can be imported on that laptop only');
  await requireAllowed(context, 'storage:GetObject', `bucket/${bucket}/object/${key}`);
  const url = await sign({ bucket, key }, 2 * diskSeconds.pull_image);
  return getImageOn(asked, { archive: { url } }, context.now, committing(context));
}

/** Has a host remove an image of the catalog that it has pulled or imported. */
export const removeImage = (context: Context, asked: Asked): Promise<PlatformImage> =>
  removeImageOn(asked, context.now, committing(context));
