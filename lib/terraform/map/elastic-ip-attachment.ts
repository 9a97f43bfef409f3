import type { Noun } from './noun.ts';

const path = { id: 'elastic_ip_id' };

/** An elastic IP at an instance. */
export const elasticIpAttachment: Noun = {
  create: { operation: 'attachElasticIp', path },
  read: { operation: 'getElasticIp', path },
  delete: { operation: 'detachElasticIp', path },
  names: ['elastic_ip_id'],
  shown: (reply, { instance_id }) =>
    reply.instance_id && reply.instance_id === (instance_id ?? reply.instance_id) ? reply : undefined,
  only: ['address', 'attached_at'],
};
