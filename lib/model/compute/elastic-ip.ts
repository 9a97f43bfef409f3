import * as z from 'zod';
import { id, stamps, tags, timestamp } from '#lib/model/platform/common.ts';

export const elasticIpStatuses = ['available', 'attaching', 'attached', 'detaching'] as const;
export type ElasticIpStatus = (typeof elasticIpStatuses)[number];

/** Words of `allowed_actions` (contract 1.1). */
const actions = ['update', 'attach', 'detach', 'release'] as const;

/** The allowed actions by status (contract 3.4). */
export const elasticIpActions: Record<ElasticIpStatus, (typeof actions)[number][]> = {
  available: ['update', 'attach', 'release'],
  attaching: ['update', 'detach'],
  attached: ['update', 'detach'],
  detaching: ['update'],
};

/** An elastic IP as replies show it (contract 2). */
export const elasticIp = z.strictObject({
  id: id('elasticIp'),
  ...stamps,
  name: z.string().nullable(),
  address: z.string(),
  status: z.enum(elasticIpStatuses),
  status_reason: z.string().nullable(),
  instance_id: id('instance').nullable(),
  attached_at: timestamp.nullable(),
  price_monthly: z.int(),
  tags,
  allowed_actions: z.array(z.enum(actions)),
});
export type ElasticIp = z.infer<typeof elasticIp>;

/** 1 to 64 visible characters. Several addresses may have the same name. */
export const elasticIpName = z
  .string()
  .min(1)
  .max(64)
  .regex(/^(?!\s)[^\p{Cc}\p{Cs}]*(?<!\s)$/u, 'must not begin or end with a space, nor hold control characters')
  .nullable();
