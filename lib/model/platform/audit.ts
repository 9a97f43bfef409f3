import * as z from 'zod';
import { id, stamps, timestamp } from './common.ts';
import { logQuery } from './lists.ts';

/** An entry of the audit log (contract 2). */
export const auditLog = z.strictObject({
  id: id('log'),
  ...stamps,
  at: timestamp,
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
  status: z.int(),
  request_id: z.string(),
  source_ip: z.string(),
  user_agent: z.string(),
  idempotency_replayed: z.boolean(),
  /** The SRN of what a creation made. */
  created_resource: z.string().nullable(),
});
export type AuditLog = z.infer<typeof auditLog>;

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** The filters of the audit log. The method may be in any case; an empty text is no filter. */
export const auditQuery = logQuery.extend({
  service: z.string().max(64).optional(),
  method: z.string().toUpperCase().pipe(z.enum(methods)).optional(),
  /** A part of the path, in any case. */
  q: z.string().max(512).optional(),
});
export type AuditQuery = z.infer<typeof auditQuery>;
