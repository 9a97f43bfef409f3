import type { Action } from '#lib/model/identity/policy/actions.ts';
import { imageReference, usedAs } from '#lib/model/identity/policy/references.ts';
import type { Reference } from '#lib/model/platform/reference.ts';
import type { AsgRecord } from '#lib/store/compute/asgs.ts';
import { live } from './situation.ts';

/** The load balancer whose backends a group's members are. */
export const balancerOf = ({ load_balancer_id: id }: Pick<AsgRecord, 'load_balancer_id'>): Reference[] =>
  id ? [{ kind: 'load-balancer', id }] : [];

/** What a group's new members are made of. */
export function templateOf(group: AsgRecord): Reference[] {
  const image = imageReference(group.image_id);
  return [
    { kind: 'vpc', id: group.vpc_id },
    ...(image ? [image] : []),
    ...(group.ssh_key_id ? [{ kind: 'ssh-key' as const, id: group.ssh_key_id }] : []),
    ...balancerOf(group),
  ];
}

/** The members of a group, any of which a change may concern, as what it is to them. */
export const membersOf = (group: AsgRecord, as: readonly Action[]): Reference[] =>
  live(group).map(({ instance_id }) => usedAs('instance', ...as)(instance_id));
