import type { Noun } from './noun.ts';

const path = { name: 'group' };

/** A user in a group. */
export const iamGroupMembership: Noun = {
  create: { operation: 'addUserToGroup', path },
  read: { operation: 'getGroup', path },
  delete: { operation: 'removeUserFromGroup', path },
  names: ['group', 'username'],
  shown: ({ members }, { username }) => (members.includes(username) ? {} : undefined),
  only: [],
};
