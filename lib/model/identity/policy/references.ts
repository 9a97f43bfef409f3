import type { Kind, Reference } from '#lib/model/platform/reference.ts';
import type { Action } from './actions.ts';

/**
 * The action that reads a resource, by the type in its SRN (contract 1.10): a Deny of it counts wherever a request names
 * the resource. An `object` is `bucket/<name>/object/<key>`.
 */
const reading = {
  instance: 'compute:GetInstance',
  volume: 'compute:GetVolume',
  snapshot: 'compute:GetSnapshot',
  'elastic-ip': 'compute:GetElasticIp',
  vpc: 'compute:GetVpc',
  'ssh-key': 'compute:GetSshKey',
  'load-balancer': 'compute:GetLoadBalancer',
  asg: 'compute:GetAutoScalingGroup',
  user: 'iam:GetUser',
  group: 'iam:GetGroup',
  policy: 'iam:GetPolicy',
  bucket: 'storage:GetBucket',
  object: 'storage:GetObject',
} as const satisfies Record<Kind, Action>;

/** How a field names a resource: by an id of this kind, or as the function says; undefined for a value that names none. */
export type Naming = Kind | ((value: string) => Reference | undefined);

/** The action that reads things of a kind. */
export const readingOf = (kind: Kind): Action => reading[kind];

/** A reference's service, and what it is below `srn:<service>:…:<account>:`. */
export function placeOf({ kind, id }: Pick<Reference, 'kind' | 'id'>): { service: string; resource: string } {
  const [service = ''] = reading[kind].split(':');
  return { service, resource: kind === 'object' ? objectResource(id) : `${kind}/${id}` };
}

function objectResource(id: string): string {
  const [bucket = ''] = id.split('/', 1);
  return `bucket/${bucket}/object/${id.slice(bucket.length + 1)}`;
}

/** An image's id, which may be that of a snapshot; the catalog's images are no resources. */
export const imageReference = (id: string): Reference | undefined =>
  id.startsWith('snap-') ? { kind: 'snapshot', id } : undefined;

/** The fields by which a body names what an instance is made of. */
export const templateNames = {
  'body.image_id': imageReference,
  'body.ssh_key_id': 'ssh-key',
} as const satisfies Record<string, Naming>;

/** Every object of a bucket whose key begins so, for what is done to all of them. */
export const objectsUnder = (bucket: string, prefix: string, ...as: Action[]): Reference => ({
  kind: 'object',
  id: `${bucket}/${prefix}`,
  under: true,
  as,
});

/** A field whose resource is read and put to a use for which there is an action of its own. */
export const usedAs =
  (kind: Kind, ...actions: Action[]) =>
  (id: string): Reference => ({ kind, id, as: [reading[kind], ...actions] });
