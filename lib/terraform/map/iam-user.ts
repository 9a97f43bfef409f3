import type { Noun } from './noun.ts';

/** A user of the account. Groups and policies are resources of their own. */
export const iamUser: Noun = {
  create: 'createUser',
  read: 'getUser',
  updates: [
    'updateUser',
    {
      operation: 'updateUserPassword',
      sets: ['password', 'password_reset_required'],
      body: ({ password, password_reset_required }) => ({ password, password_reset_required }),
    },
  ],
  delete: 'deleteUser',
  names: ['username'],
  apart: {
    groups: { noun: 'iam_group_membership', of: 'username', sets: 'group' },
    policy_ids: { noun: 'iam_user_policy_attachment', of: 'username', sets: 'policy_id' },
  },
  omit: ['policies', 'last_login_at', 'access_key_count', 'password_reset_required'],
};
