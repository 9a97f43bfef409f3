import * as z from 'zod';
import { listObjects } from '#lib/domain/storage/buckets/objects.ts';
import { route } from '#lib/edge/route.ts';
import { wholeNumber } from '#lib/model/platform/common.ts';
import { bucketPath, listedObject } from '#lib/model/storage/bucket.ts';

/** Lists a bucket's objects by their keys; with a delimiter, keys are grouped as `common_prefixes`. */
export const handler = route(
  {
    name: 'listObjects',
    action: 'storage:ListObjects',
    resource: ({ name }) => `bucket/${name}`,
    params: bucketPath,
    query: z.strictObject({
      prefix: z.string().max(1024).optional(),
      delimiter: z.string().min(1).max(64).optional(),
      // A cursor contains an object key, so it is long.
      cursor: z.string().max(8192).optional(),
      limit: wholeNumber(1, 1000).prefault(50),
    }),
    reply: z.strictObject({
      objects: z.array(listedObject),
      common_prefixes: z.array(z.string()),
      next_cursor: z.string(),
    }),
  },
  (context, { params, query }) => listObjects(context, { ...params, ...query }),
);
