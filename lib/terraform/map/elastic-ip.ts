import type { Noun } from './noun.ts';

/** A public address; the instance that has it is a resource of its own. */
export const elasticIp: Noun = {
  create: 'allocateElasticIp',
  read: 'getElasticIp',
  updates: ['updateElasticIp'],
  delete: 'releaseElasticIp',
  list: 'listElasticIps',
  omit: ['instance_id', 'attached_at', 'status'],
  kept: ['address', 'pool'],
};
