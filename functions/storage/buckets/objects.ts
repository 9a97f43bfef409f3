import * as z from 'zod';
import { listObjects } from '#lib/domain/storage/buckets/objects.ts';
import { route } from '#lib/edge/route.ts';
import { wholeNumber } from '#lib/model/platform/common.ts';
import { bucketPath, listedObject } from '#lib/model/storage/bucket.ts';

/** The query that selects the keys to list. */
const listing = z.strictObject({
  prefix: z.string().max(1024).optional().describe('Only keys that begin with this.').meta({ example: 'photos/' }),
  delimiter: z
    .string()
    .min(1)
    .max(64)
    .optional()
    .describe('Keys that have this after the prefix are grouped up to it.')
    .meta({ example: '/' }),
  // A cursor contains an object key, so it is long.
  cursor: z
    .string()
    .max(8192)
    .optional()
    .describe('The `next_cursor` of the previous page, with the same prefix and delimiter.'),
  limit: wholeNumber(1, 1000).prefault(50).describe('The maximum number of keys and groups.'),
});

/** Lists a bucket's objects by their keys; with a delimiter, keys are grouped as `common_prefixes`. */
export const handler = route(
  {
    name: 'listObjects',
    action: 'storage:ListObjects',
    resource: ({ name }) => `bucket/${name}`,
    params: bucketPath,
    query: listing,
    reply: z.strictObject({
      objects: z.array(listedObject).describe('The objects, in order of their keys.'),
      common_prefixes: z
        .array(z.string())
        .describe('The prefixes under which keys are grouped.')
        .meta({ example: ['photos/2026/'] }),
      next_cursor: z.string().describe('The `cursor` of the next page; "" on the last page.').meta({ example: '' }),
    }),
  },
  (context, { params, query }) => listObjects(context, { ...params, ...query }),
);
