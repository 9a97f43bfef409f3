import * as z from 'zod';
import { id, stamps, timestamp } from './common.ts';
import { logQuery } from './lists.ts';

/** An entry of the audit log (contract 2). */
export const auditLog = z.strictObject({
  id: id('log').meta({ readOnly: true }),
  ...stamps,
  at: timestamp.describe('When the request was answered, in UTC.'),
  actor: z
    .strictObject({
      type: z
        .enum(['root', 'member', 'iam'])
        .describe("The account's root user, a member of its team, or an IAM user.")
        .meta({ example: 'root' }),
      id: z.string().describe('The id of the user.').meta({ example: 'usr-01kanx7m3v5q8w2c4d6f7g9h1j' }),
      name: z.string().describe("The user's e-mail address, or username.").meta({ example: 'asha@example.in' }),
      access_key_id: z
        .string()
        .nullable()
        .describe('The access key that signed the request; null for a login.')
        .meta({ example: null }),
    })
    .describe('Who made the request.'),
  service: z.string().describe('The service that the request was for.').meta({ example: 'compute' }),
  method: z.string().describe('The method of the request.').meta({ example: 'POST' }),
  path: z
    .string()
    .describe('The path of the request; that of a dry run ends in `?dry_run=true`.')
    .meta({ example: '/compute/instances' }),
  action: z.string().describe('The action that policies name.').meta({ example: 'compute:LaunchInstance' }),
  resource: z
    .string()
    .describe('The resource that policies name.')
    .meta({ example: 'srn:compute:in-mum:482910337451:instance/*' }),
  status: z.int().describe('The HTTP status of the reply.').meta({ example: 201 }),
  request_id: z.string().describe("The reply's X-Request-Id.").meta({ example: 'req-01kanx7m3v5q8w2c4d6f7g9h1j' }),
  source_ip: z
    .string()
    .describe('The address that the request came from; for a request from inside a machine, its private address.')
    .meta({ example: '198.51.100.7' }),
  source_instance: id('instance')
    .nullable()
    .describe('The instance from inside which the request came; null for a client outside.')
    .meta({ example: null }),
  user_agent: z.string().describe('The User-Agent of the request.').meta({ example: 'curl/8.14.1' }),
  idempotency_replayed: z.boolean().describe('Whether the reply repeated an earlier one.'),
  created_resource: z
    .string()
    .nullable()
    .describe('The SRN of the resource that the request created; null otherwise.')
    .meta({ example: 'srn:compute:in-mum:482910337451:instance/i-01kanx7m3v5q8w2c4d6f7g9h1j' }),
});
export type AuditLog = z.infer<typeof auditLog>;

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** The filters of the audit log. The method may be in any case; an empty text is no filter. */
export const auditQuery = logQuery.extend({
  service: z.string().max(64).optional().describe('Only requests to this service.').meta({ example: 'compute' }),
  method: z
    .string()
    .toUpperCase()
    .pipe(z.enum(methods))
    .optional()
    .describe('Only requests of this method, in any case; empty for all.')
    .meta({ example: 'POST' }),
  q: z
    .string()
    .max(512)
    .optional()
    .describe('Only requests whose path contains this text, in any case.')
    .meta({ example: 'instances' }),
});
export type AuditQuery = z.infer<typeof auditQuery>;
