import * as z from 'zod';
import { entity } from '#lib/store/entity.ts';

/**
 * One line of an account's audit log (contract 2): the actor, the request, its origin and its outcome; never a body.
 */
export const auditRecord = z.strictObject({
  id: z.string(),
  account_id: z.string(),
  at: z.string(),
  actor: z.strictObject({
    type: z.enum(['root', 'member', 'iam']),
    id: z.string(),
    name: z.string(),
    access_key_id: z.string().nullable(),
  }),
  service: z.string(),
  method: z.string(),
  path: z.string(),
  action: z.string(),
  resource: z.string(),
  status: z.number(),
  request_id: z.string(),
  source_ip: z.string(),
  /** The instance that the request came from, or null; absent in older entries. */
  source_instance: z.string().nullable().exactOptional(),
  user_agent: z.string(),
  idempotency_replayed: z.boolean(),
  /** The SRN of what a creation made; absent in older entries. */
  created_resource: z.string().nullable().exactOptional(),
});

export const entities = {
  audit: entity({
    about: 'audit entry',
    pk: 'A#<account>#audit',
    sk: '<log>',
    read: 'GET /auth/audit-logs',
    record: auditRecord,
  }),
};
