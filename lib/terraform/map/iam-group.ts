import type { Noun } from './noun.ts';

/** A group of users. Members and policies are resources of their own. */
export const iamGroup: Noun = {
  create: 'createGroup',
  read: 'getGroup',
  delete: 'deleteGroup',
  names: ['name'],
  omit: ['members', 'policies', 'policy_ids'],
};
