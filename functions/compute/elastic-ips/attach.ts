import * as z from 'zod';
import { attachElasticIp } from '#lib/domain/compute/elastic-ips/attach.ts';
import { settledElasticIp } from '#lib/domain/compute/elastic-ips/resource.ts';
import { route } from '#lib/edge/route.ts';
import { elasticIp } from '#lib/model/compute/elastic-ip.ts';
import { id } from '#lib/model/platform/common.ts';

/**
 * Attaches an address to an instance. The address passes traffic that the firewall allows, and SSH on port 22. 404 if
 * either does not exist; 409 in_use if the address is attached elsewhere or the instance already has one, 409
 * wrong_state if the instance is terminating.
 */
export const handler = route(
  {
    name: 'attachElasticIp',
    action: 'compute:AttachElasticIp',
    resource: ({ id }) => `elastic-ip/${id}`,
    names: { 'body.instance_id': 'instance' },
    params: z.strictObject({ id: id('elasticIp') }),
    body: z.strictObject({
      instance_id: z
        .string()
        .min(1)
        .max(64)
        .describe('The instance to attach the address to.')
        .meta({ example: 'i-01kanx7m3v5q8w2c4d6f7g9h1j' }),
    }),
    versioned: true,
    dryRun: true,
    reply: elasticIp,
    etag: 'always',
    settled: settledElasticIp,
  },
  (context, { params, body }) => attachElasticIp(context, { ...params, ...body }),
);
