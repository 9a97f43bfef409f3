import type { ListId } from '#lib/client/methods.ts';

/** The kinds of resources that have pages: the list that finds them, and the page that shows one by its id. */
export const places = {
  instance: ['listInstances', '/instances/'],
  volume: ['listVolumes', '/volumes/'],
  snapshot: ['listSnapshots', '/snapshots/'],
  image: ['listImages', '/images/'],
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

/** The kinds whose ids begin so. */
const kinds: Readonly<Record<string, keyof typeof places>> = {
  asg: 'group',
  eip: 'elastic IP',
  i: 'instance',
  img: 'image',
  lb: 'load balancer',
  snap: 'snapshot',
  vol: 'volume',
  vpc: 'network',
};

/** The list that knows a resource, and the page that shows it, by its id; undefined for what has no such page. */
export function placeOf(id: string): readonly [ListId, string] | undefined {
  const kind = kinds[/^([a-z]+)-[0-9a-z]{26}$/.exec(id)?.[1] ?? ''];
  return kind && places[kind];
}
