import type { ListId } from '#lib/client/methods.ts';

/** The kinds of resources that have pages: the list that finds them, and the page that shows one by its id. */
export const places = {
  instance: ['listInstances', '/instances/'],
  volume: ['listVolumes', '/volumes/'],
  snapshot: ['listSnapshots', '/snapshots/'],
  'elastic IP': ['listElasticIps', '/addresses/'],
  'load balancer': ['listLoadBalancers', '/load-balancers/'],
  certificate: ['listCertificates', '/certificates?q='],
  group: ['listAutoScalingGroups', '/groups/'],
  network: ['listVpcs', '/networks/'],
  bucket: ['listBuckets', '/buckets/'],
  'SSH key': ['listSshKeys', '/keys?q='],
  'IAM user': ['listUsers', '/iam/users/'],
  policy: ['listPolicies', '/iam/policies/'],
} as const satisfies Record<string, readonly [ListId, string]>;
