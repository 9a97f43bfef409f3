import type { Noun, Reply } from './noun.ts';

const path = { id: 'access_key_id' };

/** An access key of a user, with its secret, which only its creation shows. */
export const iamAccessKey: Noun = {
  create: 'createAccessKey',
  read: 'listAccessKeys',
  updates: [{ operation: 'updateAccessKey', path }],
  delete: { operation: 'deleteAccessKey', path },
  names: ['username', 'access_key_id'],
  shows: 'AccessKey',
  shown: ({ access_keys }, { access_key_id }) => access_keys.find((one: Reply) => one.access_key_id === access_key_id),
  omit: ['last_used_at'],
  kept: ['access_key_id', 'secret_key'],
};
