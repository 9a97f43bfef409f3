import * as z from 'zod';
import { id, stamps } from '#lib/model/platform/common.ts';
import { pathName } from './iam-user.ts';
import { managedPolicy } from './managed-ids.ts';
import { actions } from './policy/actions.ts';
import { documentShape } from './policy/document.ts';
import { splitSrn } from './policy/srn.ts';

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

/** A policy in a request: its id, or the name of a managed policy, which becomes its id. */
export const policyReference = policyName.transform((given) => managedPolicy(given)?.id ?? given);

/** Whether a policy is attached to a user. */
export const userAttachment = z.strictObject({ username: z.string(), policy_id: id('policy'), attached: z.boolean() });

/** The reply to a detachment from a user, as of every DELETE (contract 1.1). */
export const userDetachment = userAttachment.extend({ deleted: z.literal(true) });

/** Whether a policy is attached to a group. */
export const groupAttachment = z.strictObject({ name: z.string(), policy_id: id('policy'), attached: z.boolean() });

/** The reply to a detachment from a group, as of every DELETE (contract 1.1). */
export const groupDetachment = groupAttachment.extend({ deleted: z.literal(true) });

const catalogue = new Set(actions.map((action) => action.toLowerCase()));

/** One existing action, in any case. */
export const knownAction = z.string().superRefine((action, context) => {
  if (catalogue.has(action.toLowerCase())) return;
  context.addIssue({ code: 'custom', message: `unknown action ${JSON.stringify(action)}`, params: { named: true } });
});

/** A resource to simulate: an SRN, or `*`, which only a statement on all resources covers. */
export const simulatedResource = z
  .string()
  .max(512)
  .refine((text) => text === '*' || (splitSrn(text)?.[0] === 'srn' && splitSrn(text)?.[4] !== ''), {
    message: 'must be "*" or srn:<service>:<region>:<account_id>:<type>/<id>',
  });

const decision = z.enum(['allowed', 'explicit_deny', 'implicit_deny']);

/** The decision on each simulated request, and the statement that decided; null where no statement matched. */
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
