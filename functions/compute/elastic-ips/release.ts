import * as z from 'zod';
import { releaseElasticIp } from '#lib/domain/compute/elastic-ips/release.ts';
import { route } from '#lib/edge/route.ts';
import { deleted, id } from '#lib/model/platform/common.ts';

/** Releases an address to the pool, which does not reassign it for a minute. 409 in_use while it is attached. */
export const handler = route(
  {
    name: 'releaseElasticIp',
    action: 'compute:ReleaseElasticIp',
    resource: ({ id }) => `elastic-ip/${id}`,
    params: z.strictObject({ id: id('elasticIp') }),
    versioned: true,
    dryRun: true,
    reply: z.strictObject({ id: id('elasticIp'), deleted }),
  },
  (context, { params }) => releaseElasticIp(context, params),
);
