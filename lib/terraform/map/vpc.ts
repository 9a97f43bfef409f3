import type { Noun } from './noun.ts';

/** A private network. */
export const vpc: Noun = {
  create: 'createVpc',
  read: 'getVpc',
  update: 'updateVpc',
  delete: 'deleteVpc',
  list: 'listVpcs',
  kept: ['id', 'account_id', 'created_at', 'cidr', 'is_default'],
};
