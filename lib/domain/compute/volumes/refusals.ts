import type { VolumeStatus } from '#lib/model/compute/volume.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import type { VolumeRecord } from '#lib/store/compute/volumes.ts';

const transient: readonly VolumeStatus[] = ['creating', 'attaching', 'detaching', 'deleting'];

/** 409 where the volume is not in one of these statuses, or something is being done to it (contract 3.3). */
export function requireStatus(volume: VolumeRecord, verb: string, ...statuses: VolumeStatus[]): void {
  if (!statuses.includes(volume.status)) throw wrongStatus(volume, verb, statuses);
  if (!volume.operation) return;
  const text = `volume ${volume.id} is ${volume.task ?? 'being changed'}; ${verb} must wait`;
  throw new ApiError('operation_in_progress', text, { retryAfter: 5 });
}

function wrongStatus({ id, status, instance_id }: VolumeRecord, verb: string, statuses: VolumeStatus[]): ApiError {
  if (status === 'in-use') {
    return new ApiError('in_use', `volume ${id} is attached to ${instance_id}; detach it first`);
  }
  if (statuses.includes('in-use') && status === 'available') {
    return new ApiError('wrong_state', `volume ${id} is not attached to an instance; it is available`);
  }
  const what = status === 'error' ? 'in status error' : status;
  const where = instance_id ? ` (${instance_id})` : '';
  return new ApiError(
    'wrong_state',
    `volume ${id} is ${what}${where}; ${verb} requires status ${statuses.join(' or ')}`,
    transient.includes(status) ? { retryAfter: 5 } : {},
  );
}
