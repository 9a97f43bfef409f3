import type { Noun } from './noun.ts';

/** A private network. */
export const vpc: Noun = {
  create: 'createVpc',
  read: 'getVpc',
  updates: ['updateVpc'],
  delete: 'deleteVpc',
  list: 'listVpcs',
  kept: ['cidr', 'is_default'],
};
