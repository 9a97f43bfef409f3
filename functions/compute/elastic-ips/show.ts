import * as z from 'zod';
import { showElasticIp } from '#lib/domain/compute/elastic-ips/resource.ts';
import { route } from '#lib/edge/route.ts';
import { elasticIp } from '#lib/model/compute/elastic-ip.ts';
import { id } from '#lib/model/platform/common.ts';

/** Shows an elastic IP and its instance. 404 if the account does not have it. */
export const handler = route(
  {
    name: 'getElasticIp',
    action: 'compute:GetElasticIp',
    resource: ({ id }) => `elastic-ip/${id}`,
    params: z.strictObject({ id: id('elasticIp') }),
    reply: elasticIp,
    etag: 'always',
  },
  (context, { params }) => showElasticIp(context, params),
);
