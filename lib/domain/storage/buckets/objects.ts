import type { Context } from '#lib/domain/platform/context.ts';
import { openPage } from '#lib/domain/platform/lists.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { callEngine } from './engine.ts';
import { findActiveBucket } from './resource.ts';

interface ObjectsQuery {
  name: string;
  prefix?: string | undefined;
  delimiter?: string | undefined;
  cursor?: string | undefined;
  limit: number;
}

/**
 * Returns one page of a bucket's objects in the order of their keys. With a delimiter, keys are grouped as
 * `common_prefixes`.
 */
export async function listObjects(
  context: Context,
  { name, prefix = '', delimiter = '', cursor, limit }: ObjectsQuery,
) {
  const { uid } = await findActiveBucket(context, name);
  const place = { limit, cursor, sort: 'name' as const, prefix, delimiter };
  const { after, cursorOf } = await openPage(context, `objects of ${uid}`, place);
  const page = await callEngine((engine) =>
    engine.listObjects(name, { prefix, delimiter, limit, ...(after && { cursor: after.id }) }),
  );
  return {
    objects: page.objects.map(({ key, size, etag, lastModified, storageClass }) => ({
      key,
      size,
      etag,
      last_modified: rfc3339(lastModified),
      storage_class: storageClass,
    })),
    common_prefixes: page.commonPrefixes,
    next_cursor: await cursorOf(page.nextCursor === null ? undefined : { id: page.nextCursor, name: '' }),
  };
}
