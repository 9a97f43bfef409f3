import { listEndpoints } from '#lib/domain/storage/usage/endpoints.ts';
import { route } from '#lib/edge/route.ts';
import { listOf, shortListQuery } from '#lib/model/platform/lists.ts';
import { storageEndpoint } from '#lib/model/storage/bucket-usage.ts';

/** Lists the S3 endpoint and what it supports. */
export const handler = route(
  {
    name: 'listEndpoints',
    action: 'storage:ListEndpoints',
    resource: () => 'endpoint/*',
    query: shortListQuery('region'),
    reply: listOf('endpoints', storageEndpoint),
  },
  (context, { query }) => listEndpoints(context, query),
);
