import * as z from 'zod';
import { detachElasticIp } from '#lib/domain/compute/elastic-ips/detach.ts';
import { settledElasticIp } from '#lib/domain/compute/elastic-ips/resource.ts';
import { route } from '#lib/edge/route.ts';
import { elasticIp } from '#lib/model/compute/elastic-ip.ts';
import { id } from '#lib/model/platform/common.ts';

/** Detaches an address from its instance, and ends its connections. 409 wrong_state if it is not attached. */
export const handler = route(
  {
    name: 'detachElasticIp',
    action: 'compute:DetachElasticIp',
    resource: ({ id }) => `elastic-ip/${id}`,
    params: z.strictObject({ id: id('elasticIp') }),
    versioned: true,
    dryRun: true,
    reply: elasticIp,
    etag: 'always',
    settled: settledElasticIp,
  },
  (context, { params }) => detachElasticIp(context, params),
);
