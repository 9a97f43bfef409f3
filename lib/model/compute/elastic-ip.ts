import * as z from 'zod';
import { id, stamps, statusReason, tags, timestamp } from '#lib/model/platform/common.ts';

export const elasticIpStatuses = ['available', 'attaching', 'attached', 'detaching', 'error'] as const;
export type ElasticIpStatus = (typeof elasticIpStatuses)[number];

/** Words of `allowed_actions` (contract 1.1). */
const actions = ['update', 'attach', 'detach', 'release'] as const;

/** The allowed actions by status (contract 3.4). */
export const elasticIpActions: Record<ElasticIpStatus, (typeof actions)[number][]> = {
  available: ['update', 'attach', 'release'],
  attaching: ['update', 'detach'],
  attached: ['update', 'detach'],
  detaching: ['update'],
  // The host is lost.
  error: ['update'],
};

/** An elastic IP as replies show it (contract 2). */
export const elasticIp = z.strictObject({
  id: id('elasticIp').meta({ readOnly: true }),
  ...stamps,
  name: z.string().nullable().describe('The name, which need not be unique; null for none.').meta({ example: 'web' }),
  address: z.string().describe('The IPv4 address.').meta({ example: '203.0.113.77' }),
  pool: z
    .string()
    .describe('The block that it belongs to. It can be attached to machines on hosts that have this block.')
    .meta({ example: '203.0.113.0/24' }),
  status: z
    .enum(elasticIpStatuses)
    .describe('Whether the address is attached to an instance, free, moving, or in error while its host is lost.')
    .meta({ example: 'attached' }),
  status_reason: statusReason,
  instance_id: id('instance')
    .nullable()
    .describe('The instance that has the address; null if none has.')
    .meta({ example: 'i-01kanx7m3v5q8w2c4d6f7g9h1j' }),
  attached_at: timestamp
    .nullable()
    .describe('When it was attached, in UTC; null if it is not attached.')
    .meta({ example: '2026-11-21T04:10:00Z' }),
  price_monthly: z.int().describe('Whole rupees for a month of 730 hours, before GST.').meta({ example: 149 }),
  tags,
  allowed_actions: z
    .array(z.enum(actions))
    .describe('What the caller may do with the address now.')
    .meta({ example: ['update', 'detach'] }),
});
export type ElasticIp = z.infer<typeof elasticIp>;

/** 1 to 64 visible characters. Several addresses may have the same name. */
export const elasticIpName = z
  .string()
  .min(1)
  .max(64)
  .regex(
    /^(?:[^\s\p{Cc}\p{Cs}](?:[^\p{Cc}\p{Cs}]*[^\s\p{Cc}\p{Cs}])?)?$/v,
    'must not begin or end with a space or contain control characters',
  )
  .nullable()
  .describe('The name, which need not be unique; null for none.')
  .meta({ example: 'web' });
