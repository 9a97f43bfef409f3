import * as z from 'zod';
import { deleted, id, stamps } from '#lib/model/platform/common.ts';
import { pathName } from './iam-user.ts';
import { managedPolicy } from './managed-ids.ts';
import { actions } from './policy/actions.ts';
import { documentShape } from './policy/document.ts';
import { splitSrn } from './policy/srn.ts';

/** A policy as replies show it (contract 2). */
export const policy = z.strictObject({
  id: id('policy').meta({ readOnly: true }),
  ...stamps,
  name: z.string().describe('The name, unique in the account regardless of case.').meta({ example: 'interns' }),
  description: z
    .string()
    .nullable()
    .describe('A description of its purpose; null if there is none.')
    .meta({ example: 'May launch small instances' }),
  type: z
    .enum(['managed', 'custom'])
    .describe('`managed` by the platform, or `custom` of the account.')
    .meta({ example: 'custom' }),
  document: documentShape.describe('What it allows and denies.'),
  attachment_count: z.int().describe('The number of users and groups that it is attached to.').meta({ example: 2 }),
});
export type Policy = z.infer<typeof policy>;

export const policyName = pathName(128)
  .describe('The name, unique in the account regardless of case.')
  .meta({ example: 'interns' });

/** A policy in a request: its id, or the name of a managed policy, which becomes its id. */
export const policyReference = policyName
  .transform((given) => managedPolicy(given)?.id ?? given)
  .describe("The policy's id, or the name of a managed policy.")
  .meta({ example: 'pol-01kanx7m3v5q8w2c4d6f7g9h1j' });

/** Whether a policy is attached to a user. */
export const userAttachment = z.strictObject({
  username: z.string().describe('The IAM user.').meta({ example: 'alice' }),
  policy_id: id('policy').describe('The policy.'),
  attached: z.boolean().describe('Whether the policy is attached to the user.').meta({ example: true }),
});

/** The reply to a detachment from a user, as of every DELETE (contract 1.1). */
export const userDetachment = userAttachment.extend({ deleted });

/** Whether a policy is attached to a group. */
export const groupAttachment = z.strictObject({
  name: z.string().describe('The group.').meta({ example: 'developers' }),
  policy_id: id('policy').describe('The policy.'),
  attached: z.boolean().describe('Whether the policy is attached to the group.').meta({ example: true }),
});

/** The reply to a detachment from a group, as of every DELETE (contract 1.1). */
export const groupDetachment = groupAttachment.extend({ deleted });

const catalogue = new Set(actions.map((action) => action.toLowerCase()));

/** One existing action, in any case. */
export const knownAction = z
  .string()
  .superRefine((action, context) => {
    if (catalogue.has(action.toLowerCase())) return;
    context.addIssue({ code: 'custom', message: `unknown action ${JSON.stringify(action)}`, params: { named: true } });
  })
  .describe('An action, in any case.')
  .meta({ example: 'compute:LaunchInstance' });

/** A resource to simulate: an SRN, or `*`, which only a statement on all resources covers. */
export const simulatedResource = z
  .string()
  .max(512)
  .refine((text) => text === '*' || (splitSrn(text)?.[0] === 'srn' && splitSrn(text)?.[4] !== ''), {
    message: 'must be "*" or srn:<service>:<region>:<account_id>:<type>/<id>',
  })
  .describe('The SRN of a resource, or `*` to match only statements on all resources.')
  .meta({ example: 'srn:compute:in-mum:482910337451:instance/*' });

const decision = z.enum(['allowed', 'explicit_deny', 'implicit_deny']);

/** The decision on each simulated request, and the statement that decided; null where no statement matched. */
export const simulation = z.strictObject({
  results: z
    .array(
      z.strictObject({
        action: z.string().describe('The action.').meta({ example: 'compute:LaunchInstance' }),
        resource: z.string().describe('The resource.').meta({ example: 'srn:compute:in-mum:482910337451:instance/*' }),
        decision: decision
          .describe('Whether it is allowed, denied by a statement, or denied because no statement allows it.')
          .meta({ example: 'allowed' }),
        matched: z
          .strictObject({
            policy_id: z
              .string()
              .describe('The policy of the statement.')
              .meta({ example: 'pol-01kanx7m3v5q8w2c4d6f7g9h1j' }),
            sid: z
              .string()
              .nullable()
              .describe('The Sid of the statement; null where it has none.')
              .meta({ example: 'Launch' }),
          })
          .nullable()
          .describe('The statement that decided; null where none matched.'),
      }),
    )
    .describe('One result for each action and resource.'),
});
export type Simulation = z.infer<typeof simulation>;
