import * as z from 'zod';
import { auditLog } from './audit.ts';
import { accountId, timestamp } from './common.ts';
import { logQuery } from './lists.ts';

/* The platform's own log, and stuck operations, as operators see them (contract 4.13). */

const month = z
  .string()
  .regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'must be a month, such as 2026-11')
  .optional()
  .describe('The month (UTC) of the entries; by default the current one.')
  .meta({ example: '2026-11' });

/** The query of the platform's log. */
export const platformAuditQuery = logQuery.extend({
  month,
  q: z
    .string()
    .min(1)
    .max(512)
    .optional()
    .describe('Only entries whose path, actor, resource or address contains this text, in any case.')
    .meta({ example: 'fence' }),
});
export type PlatformAuditQuery = z.infer<typeof platformAuditQuery>;

/** An entry of the platform's log. */
export const platformAuditLog = auditLog.extend({
  account_id: accountId
    .nullable()
    .describe('The account that sent the request; null if unknown.')
    .meta({ readOnly: true }),
});
export type PlatformAuditLog = z.infer<typeof platformAuditLog>;

/** A workflow that is past its deadline. */
export const operation = z.strictObject({
  id: z.string().describe("The operation's id.").meta({ example: 'op-01kanx7m3v5q8w2c4d6f7g9h1j' }),
  workflow: z.string().describe('What it was doing.').meta({ example: 'launch' }),
  account_id: accountId.nullable().describe("The account; null for the platform's own.").meta({ readOnly: true }),
  resource_id: z
    .string()
    .describe('The resource that it was working on.')
    .meta({ example: 'i-01kanx7m3v5q8w2c4d6f7g9h1j' }),
  status: z.literal('stuck').describe('States that it is past its deadline and not settled.'),
  due_at: timestamp.describe('Its deadline, in UTC.'),
});
export type StuckOperation = z.infer<typeof operation>;
