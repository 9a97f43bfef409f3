import type { Noun } from './noun.ts';

/** A policy of the account's own. */
export const iamPolicy: Noun = {
  create: 'createPolicy',
  read: 'getPolicy',
  updates: ['updatePolicy'],
  delete: 'deletePolicy',
  list: 'listPolicies',
  omit: ['attachment_count'],
  kept: ['type'],
  json: ['document'],
};
