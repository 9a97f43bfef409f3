import { isTransient } from './statuses.ts';

/** Whether a reply, or the pages of a list, has a resource that is on its way to another state. */
export function isMoving(data: unknown): boolean {
  if (Array.isArray(data)) return data.some(isMoving);
  if (typeof data !== 'object' || data === null) return false;
  const { status, task, health, lifecycle_state } = data as Readonly<Record<string, unknown>>;
  if (typeof status === 'string' && (isTransient(status) || typeof task === 'string')) return true;
  // A load balancer's backend, and a group's member.
  if (typeof health === 'string' && isTransient(health)) return true;
  if (typeof lifecycle_state === 'string' && lifecycle_state !== 'in_service') return true;
  return Object.values(data).some((value) => Array.isArray(value) && isMoving(value));
}
