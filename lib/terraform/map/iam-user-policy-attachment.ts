import type { Noun } from './noun.ts';

/** A policy of a user. */
export const iamUserPolicyAttachment: Noun = {
  create: 'attachUserPolicy',
  read: 'getUserPolicy',
  delete: 'detachUserPolicy',
  names: ['username', 'policy_id'],
  shown: (reply) => (reply.attached ? reply : undefined),
  only: [],
};
