import * as z from 'zod';
import { stamps } from '#lib/model/platform/common.ts';
import { pathName } from './iam-user.ts';

export const groupName = pathName(64);

/** A group as replies show it (contract 2); `id` is the name. */
export const group = z.strictObject({
  id: groupName,
  ...stamps,
  name: groupName,
  description: z.string().nullable(),
  members: z.array(z.string()),
  policies: z.array(z.string()),
});
export type Group = z.infer<typeof group>;

/** The most policies of a group (contract 1.9). */
export const policiesPerGroup = 10;

/** Whether a user is a member of a group. */
export const membership = z.strictObject({ name: groupName, username: z.string(), member: z.boolean() });
export type Membership = z.infer<typeof membership>;

/** The reply to the end of a membership, as of every DELETE (contract 1.1). */
export const endedMembership = membership.extend({ deleted: z.literal(true) });
export type EndedMembership = z.infer<typeof endedMembership>;
