import * as z from 'zod';
import { allocateElasticIp } from '#lib/domain/compute/elastic-ips/allocate.ts';
import { settledElasticIp } from '#lib/domain/compute/elastic-ips/resource.ts';
import { route } from '#lib/edge/route.ts';
import { elasticIp, elasticIpName } from '#lib/model/compute/elastic-ip.ts';
import { tagFacts } from '#lib/model/identity/policy/context.ts';
import { tags } from '#lib/model/platform/common.ts';

/**
 * Allocates a public address, which is charged until it is released. 409 capacity_exhausted if none is left, 403
 * quota_exceeded, 402 if the wallet cannot pay its first hour.
 */
export const handler = route(
  {
    name: 'allocateElasticIp',
    action: 'compute:AllocateElasticIp',
    resource: () => 'elastic-ip/*',
    facts: (_, { body }) => tagFacts(body.tags),
    body: z.strictObject({ name: elasticIpName.default(null), tags: tags.default({}) }),
    reply: elasticIp,
    etag: 'always',
    settled: settledElasticIp,
    status: 201,
    spends: true,
    dryRun: true,
  },
  (context, { body }) => allocateElasticIp(context, body),
);
