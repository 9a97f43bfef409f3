import type { Noun, Reply } from './noun.ts';

/** An invitation to the account, until it is accepted. */
export const teamInvite: Noun = {
  create: 'inviteMember',
  read: { operation: 'listInvites', path: {} },
  delete: 'revokeInvite',
  shows: 'Invite',
  shown: ({ invites }, { id }) => invites.find((one: Reply) => one.id === id && one.status !== 'revoked'),
  kept: ['token', 'join_url'],
};
