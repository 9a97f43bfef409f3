import * as z from 'zod';
import { deleted, stamps } from '#lib/model/platform/common.ts';
import { pathName } from './iam-user.ts';

export const groupName = pathName(64)
  .describe("The group's name, unique in the account regardless of case.")
  .meta({ example: 'developers' });

/** A group as replies show it (contract 2); `id` is the name. */
export const group = z.strictObject({
  id: groupName.meta({ readOnly: true }),
  ...stamps,
  name: groupName,
  description: z
    .string()
    .nullable()
    .describe('A description of its purpose; null if there is none.')
    .meta({ example: 'For deployments' }),
  members: z
    .array(z.string())
    .describe('The usernames of its members.')
    .meta({ example: ['alice'] }),
  policies: z
    .array(z.string())
    .describe('The ids of the policies that are attached.')
    .meta({ example: ['pol-01kanx7m3v5q8w2c4d6f7g9h1j'] }),
});
export type Group = z.infer<typeof group>;

/** The maximum number of policies of a group (contract 1.9). */
export const policiesPerGroup = 10;

/** Whether a user is a member of a group. */
export const membership = z.strictObject({
  name: groupName,
  username: z.string().describe('The IAM user.').meta({ example: 'alice' }),
  member: z.boolean().describe('Whether the user is a member.').meta({ example: true }),
});
export type Membership = z.infer<typeof membership>;

/** The reply to the end of a membership, as of every DELETE (contract 1.1). */
export const endedMembership = membership.extend({ deleted });
export type EndedMembership = z.infer<typeof endedMembership>;
