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
  omit: ['groups', 'policies', 'policy_ids', 'last_login_at', 'access_key_count', 'password_reset_required'],
  writeOnly: ['password'],
};
