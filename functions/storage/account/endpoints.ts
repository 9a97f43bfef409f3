import { listEndpoints } from '#lib/domain/storage/endpoints.ts';
import { route } from '#lib/edge/route.ts';
import { storageEndpoint } from '#lib/model/bucket-usage.ts';
import { listOf } from '#lib/model/lists.ts';

/** Where object storage is reached, and what it can do. */
export const handler = route(
  {
    name: 'listEndpoints',
    action: 'storage:ListEndpoints',
    resource: () => 'endpoint/*',
    reply: listOf('endpoints', storageEndpoint),
  },
  (context) => listEndpoints(context),
);
