/** The statuses of resources out of which something leads by itself, and soon. */
const transient = new Set([
  'attaching',
  'creating',
  'deleting',
  'detaching',
  'draining',
  'in_progress',
  'initial',
  'provisioning',
  'rebooting',
  'restoring',
  'scaling',
  'starting',
  'stopping',
  'terminating',
  'updating',
]);

/** Whether a status is on its way to another. */
export const isTransient = (status: string): boolean => transient.has(status);

/** Whether a reply, or the pages of a list, has a resource that is on its way to another state. */
export function isMoving(data: unknown): boolean {
  if (Array.isArray(data)) return data.some(isMoving);
  if (typeof data !== 'object' || data === null) return false;
  const { status, task, health, lifecycle_state } = data as Readonly<Record<string, unknown>>;
  if (typeof status === 'string' && (transient.has(status) || typeof task === 'string')) return true;
  // A load balancer's backend, and a group's member.
  if (typeof health === 'string' && transient.has(health)) return true;
  if (typeof lifecycle_state === 'string' && lifecycle_state !== 'in_service') return true;
  return Object.values(data).some((value) => Array.isArray(value) && isMoving(value));
}
