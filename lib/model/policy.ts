import * as z from 'zod';
import { id, stamps } from './common.ts';
import { pathName } from './iam-user.ts';
import { managedPolicy } from './managed-ids.ts';
import { documentShape } from './policy/document.ts';

/** A policy as replies show it (contract 2). */
export const policy = z.strictObject({
  id: id('policy'),
  ...stamps,
  name: z.string(),
  description: z.string().nullable(),
  type: z.enum(['managed', 'custom']),
  document: documentShape,
  attachment_count: z.int(),
});
export type Policy = z.infer<typeof policy>;

export const policyName = pathName(128);

/** What a request names a policy by: its id, or the name of a managed one, which is read as that one's id. */
export const policyReference = policyName.transform((given) => managedPolicy(given)?.id ?? given);

/** Whether a policy is attached to a user. */
export const userAttachment = z.strictObject({ username: z.string(), policy_id: id('policy'), attached: z.boolean() });

/** Whether a policy is attached to a group. */
export const groupAttachment = z.strictObject({ name: z.string(), policy_id: id('policy'), attached: z.boolean() });

const decision = z.enum(['allowed', 'explicit_deny', 'implicit_deny']);

/** What a simulated request would be told, and the statement that decided; null where none did. */
export const simulation = z.strictObject({
  results: z.array(
    z.strictObject({
      action: z.string(),
      resource: z.string(),
      decision,
      matched: z.strictObject({ policy_id: z.string(), sid: z.string().nullable() }).nullable(),
    }),
  ),
});
export type Simulation = z.infer<typeof simulation>;
