import type { Asg, Instance } from '#lib/generated/client/schemas.ts';

/** How far the replacement of all members is. */
export interface Refreshing {
  readonly replaced: number;
  readonly all: number;
}

/**
 * How far a rolling refresh is: how many members in service are from after its begin. Undefined while there is none.
 * The group says that it is refreshed by its open activity.
 */
export function refreshingOf(group: Asg, instances: readonly Instance[]): Refreshing | undefined {
  const { last_activity: activity, status } = group;
  if (status !== 'scaling' || activity?.status !== 'in_progress') return undefined;
  if (!/(^|; )refresh: /.test(activity.message)) return undefined;
  const inService = new Set(
    group.instances.flatMap(({ instance_id, lifecycle_state }) =>
      lifecycle_state === 'in_service' ? [instance_id] : [],
    ),
  );
  const replaced = instances.filter(({ id, created_at }) => inService.has(id) && created_at >= activity.at).length;
  return { replaced: Math.min(replaced, group.desired_capacity), all: group.desired_capacity };
}
