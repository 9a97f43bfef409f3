import type { Kind, Reference } from '#lib/model/platform/reference.ts';
import type { Action } from './actions.ts';

/**
 * The action that reads a resource, by the type in its SRN (contract 1.10). A Deny of it applies wherever a request
 * names the resource. An `object` is `bucket/<name>/object/<key>`.
 */
export const readings = {
  instance: 'compute:GetInstance',
  volume: 'compute:GetVolume',
  snapshot: 'compute:GetSnapshot',
  image: 'compute:GetImage',
  'elastic-ip': 'compute:GetElasticIp',
  vpc: 'compute:GetVpc',
  'ssh-key': 'compute:GetSshKey',
  'load-balancer': 'compute:GetLoadBalancer',
  certificate: 'compute:GetCertificate',
  asg: 'compute:GetAutoScalingGroup',
  user: 'iam:GetUser',
  group: 'iam:GetGroup',
  policy: 'iam:GetPolicy',
  bucket: 'storage:GetBucket',
  object: 'storage:GetObject',
} as const satisfies Record<Kind, Action>;

/**
 * How a field names a resource: by an id of this kind, or by a function, which returns undefined for a value that names
 * none.
 */
export type Naming = Kind | ((value: string) => Reference | undefined);

/** The action that reads resources of a kind. */
export const readingOf = (kind: Kind): Action => readings[kind];

/** The service of a reference, and its resource below `srn:<service>:…:<account>:`. */
export function placeOf({ kind, id }: Pick<Reference, 'kind' | 'id'>): { service: string; resource: string } {
  const [service = ''] = readings[kind].split(':');
  return { service, resource: kind === 'object' ? objectResource(id) : `${kind}/${id}` };
}

function objectResource(id: string): string {
  const [bucket = ''] = id.split('/', 1);
  return `bucket/${bucket}/object/${id.slice(bucket.length + 1)}`;
}

/** The reference of an image id: an own image, a snapshot, or undefined for a catalog image, which is no resource. */
export function imageReference(id: string): Reference | undefined {
  if (id.startsWith('img-')) return { kind: 'image', id };
  return id.startsWith('snap-') ? { kind: 'snapshot', id } : undefined;
}

/** What has a price, by the prefix of its ids. */
const billed: ReadonlyMap<string, Kind> = new Map([
  ['eip', 'elastic-ip'],
  ['i', 'instance'],
  ['img', 'image'],
  ['lb', 'load-balancer'],
  ['snap', 'snapshot'],
  ['vol', 'volume'],
]);

/** The reference of the id of something that has a price; undefined for another text. */
export function billedReference(id: string): Reference | undefined {
  const kind = billed.get(id.split('-', 1)[0] ?? '');
  return kind && { kind, id };
}

/** The fields of a body that name the resources from which an instance is created. */
export const templateNames = {
  'body.image_id': imageReference,
  'body.ssh_key_id': 'ssh-key',
} as const satisfies Record<string, Naming>;

/** A reference to every object of a bucket whose key has the prefix. */
export const objectsUnder = (bucket: string, prefix: string, ...as: Action[]): Reference => ({
  kind: 'object',
  id: `${bucket}/${prefix}`,
  under: true,
  as,
});

/** Makes references for a field whose resource is read and used. The use has its own actions. */
export const usedAs =
  (kind: Kind, ...actions: Action[]) =>
  (id: string): Reference => ({ kind, id, as: [readings[kind], ...actions] });
