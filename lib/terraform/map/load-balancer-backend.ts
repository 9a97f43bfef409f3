import type { Noun, Reply } from './noun.ts';

const path = { id: 'load_balancer_id' };

/** An instance behind a load balancer. */
export const loadBalancerBackend: Noun = {
  create: { operation: 'addLoadBalancerBackend', path },
  read: { operation: 'getLoadBalancer', path },
  delete: { operation: 'removeLoadBalancerBackend', path },
  names: ['load_balancer_id', 'instance_id'],
  shows: 'Backend',
  shown: ({ backends }, { instance_id }) =>
    backends.find((one: Reply) => one.instance_id === instance_id && one.health !== 'draining'),
  only: [],
};
