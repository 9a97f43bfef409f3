import * as z from 'zod';
import { elasticIpFacts } from '#lib/domain/elastic-ips/facts.ts';
import { updateElasticIp } from '#lib/domain/elastic-ips/update.ts';
import { route } from '#lib/edge/route.ts';
import { id, tags } from '#lib/model/common.ts';
import { elasticIp, elasticIpName } from '#lib/model/elastic-ip.ts';

/** Renames or tags an elastic IP; a null name takes it away. */
export const handler = route(
  {
    name: 'updateElasticIp',
    action: 'compute:UpdateElasticIp',
    resource: ({ id }) => `elastic-ip/${id}`,
    facts: elasticIpFacts,
    params: z.strictObject({ id: id('elasticIp') }),
    body: z.strictObject({ name: elasticIpName.optional(), tags: tags.optional() }),
    reply: elasticIp,
  },
  (context, { params, body }) => updateElasticIp(context, { ...params, ...body }),
);
