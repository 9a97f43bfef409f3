import * as z from 'zod';
import { entity } from '#lib/store/entity.ts';

/** The record of an Idempotency-Key. It contains neither the key itself nor the plain reply. */
export const idempotencyRecord = z.strictObject({
  state: z.enum(['in_progress', 'done']),
  fingerprint: z.string(),
  owner: z.string(),
  /** Epoch milliseconds, real clock. After this another request may take over the claim of a crashed one. */
  lease: z.number().exactOptional(),
  /** Epoch seconds, civil clock. After this the record is no longer valid. */
  ttl: z.number(),
  /** The sealed reply once the state is done. */
  reply: z.string().exactOptional(),
});

export const entities = {
  idempotency: entity({
    about: 'idempotency key',
    pk: 'I#<scope>',
    sk: 'IDEM',
    read: 'keyed requests',
    expires: 'always',
    record: idempotencyRecord,
  }),
};
