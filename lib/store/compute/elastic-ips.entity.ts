import * as z from 'zod';
import { elasticIp } from '#lib/model/compute/elastic-ip.ts';
import { listed } from '#lib/store/entity.ts';

export const elasticIpRecord = z.strictObject({
  ...elasticIp.omit({ allowed_actions: true }).shape,
  /** The pool that the address belongs to: a CIDR block. */
  pool: z.string(),
  /** The host of `instance_id`, which forwards the address. */
  host_id: z.string().nullable(),
  /** Every write adds one; the ETag shows it. */
  version: z.number(),
});

export const entities = {
  'elastic-ip': listed('elastic-ip', {
    read: 'show, lists, launch; configured jobs',
    version: 'version',
    record: elasticIpRecord,
  }),
};
