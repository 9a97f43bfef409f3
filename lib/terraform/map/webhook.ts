import type { Noun } from './noun.ts';

/** Where events of the account are sent, with the secret that signs them. */
export const webhook: Noun = {
  create: 'createWebhook',
  read: 'getWebhook',
  updates: ['updateWebhook'],
  delete: 'deleteWebhook',
  omit: ['deliveries'],
  kept: ['secret'],
};
