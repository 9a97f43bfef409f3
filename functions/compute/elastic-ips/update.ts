import * as z from 'zod';
import { settledElasticIp } from '#lib/domain/compute/elastic-ips/resource.ts';
import { updateElasticIp } from '#lib/domain/compute/elastic-ips/update.ts';
import { route } from '#lib/edge/route.ts';
import { elasticIp, elasticIpName } from '#lib/model/compute/elastic-ip.ts';
import { id, tags } from '#lib/model/platform/common.ts';

/** Changes the name or tags of an elastic IP; null removes the name. */
export const handler = route(
  {
    name: 'updateElasticIp',
    action: 'compute:UpdateElasticIp',
    resource: ({ id }) => `elastic-ip/${id}`,
    params: z.strictObject({ id: id('elasticIp') }),
    body: z.strictObject({ name: elasticIpName.optional(), tags: tags.optional() }),
    versioned: true,
    dryRun: true,
    reply: elasticIp,
    etag: 'always',
    settled: settledElasticIp,
  },
  (context, { params, body }) => updateElasticIp(context, { ...params, ...body }),
);
