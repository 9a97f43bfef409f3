import type { Noun } from './noun.ts';

/** A load balancer; each of its backends is a resource of its own. */
export const loadBalancer: Noun = {
  create: 'createLoadBalancer',
  read: 'getLoadBalancer',
  updates: ['updateLoadBalancer'],
  delete: 'deleteLoadBalancer',
  list: 'listLoadBalancers',
  apart: { backends: { noun: 'load_balancer_backend', of: 'load_balancer_id' } },
  kept: ['public_ip', 'public_hostname', 'price_monthly'],
};
