import { ApiError } from '#lib/model/platform/errors.ts';
import type { ElasticIpRecord } from '#lib/store/compute/elastic-ips.ts';

/** Seconds in which a host usually has obeyed. */
const soon = 1;

/** Refuses an address that is not free (contract 3.4): 409, naming the instance; transient while it is being detached. */
export function requireAvailable({ id, status, instance_id }: ElasticIpRecord, action: string): void {
  if (status === 'available') return;
  if (status === 'detaching') {
    const text = `elastic ip ${id} is detaching from ${instance_id}; ${action} requires status available`;
    throw new ApiError('wrong_state', text, { retryAfter: soon });
  }
  const where = status === 'attaching' ? 'attaching' : 'attached';
  throw new ApiError('in_use', `elastic ip ${id} is ${where} to ${instance_id}; detach it first`);
}

/** Refuses to detach what no instance has: 409. */
export function requireHeld({ id, status, instance_id }: ElasticIpRecord): void {
  if (status === 'available') {
    throw new ApiError('wrong_state', `elastic ip ${id} is available; it is not attached to any instance`);
  }
  if (status === 'detaching') {
    throw new ApiError('wrong_state', `elastic ip ${id} is already detaching from ${instance_id}`, {
      retryAfter: soon,
    });
  }
}
