import type { Noun } from './noun.ts';

/** A group of users. Members and policies are resources of their own. */
export const iamGroup: Noun = {
  create: 'createGroup',
  read: 'getGroup',
  delete: 'deleteGroup',
  names: ['name'],
  apart: { policy_ids: { noun: 'iam_group_policy_attachment', of: 'group', sets: 'policy_id' } },
  omit: ['members', 'policies'],
};
