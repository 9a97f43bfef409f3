import type { Noun } from './noun.ts';

/** What passwords of the account's users must be, of which there is one: without it the platform's own holds. */
export const passwordPolicy: Noun = {
  create: 'updatePasswordPolicy',
  read: 'getPasswordPolicy',
  updates: ['updatePasswordPolicy'],
  delete: { operation: 'updatePasswordPolicy', body: () => ({}) },
  names: [],
};
