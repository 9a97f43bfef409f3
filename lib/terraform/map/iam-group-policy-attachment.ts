import type { Noun } from './noun.ts';

const path = { name: 'group' };

/** A policy of a group. */
export const iamGroupPolicyAttachment: Noun = {
  create: { operation: 'attachGroupPolicy', path },
  read: { operation: 'getGroupPolicy', path },
  delete: { operation: 'detachGroupPolicy', path },
  names: ['group', 'policy_id'],
  shown: (reply) => (reply.attached ? reply : undefined),
  only: [],
};
