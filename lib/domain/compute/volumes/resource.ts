import type { Context } from '#lib/domain/platform/context.ts';
import type { Volume, VolumeStatus } from '#lib/model/compute/volume.ts';
import type { Deleted } from '#lib/model/platform/common.ts';
import { ApiError, notFound } from '#lib/model/platform/errors.ts';
import { getVolume, type VolumeRecord } from '#lib/store/compute/volumes.ts';
import { claimUnique, freeUnique } from '#lib/store/platform/uniques.ts';
import type { Write } from '#lib/store/platform/write.ts';

/** A volume as replies show it. */
export function toVolume(record: VolumeRecord): Volume {
  return {
    id: record.id,
    account_id: record.account_id,
    name: record.name,
    size_gib: record.size_gib,
    status: record.status,
    status_reason: record.status_reason,
    task: record.task,
    instance_id: record.instance_id,
    device: record.device,
    mount_path: record.mount_path,
    filesystem: record.filesystem,
    price_monthly: record.price_monthly,
    delete_on_termination: record.delete_on_termination,
    tags: record.tags,
    allowed_actions: allowedActions(record),
    created_at: record.created_at,
    updated_at: record.updated_at,
  };
}

function allowedActions({ status, operation }: VolumeRecord): Volume['allowed_actions'] {
  if (status === 'deleting') return [];
  if (operation) return ['update'];
  if (status === 'available') return ['update', 'delete', 'attach'];
  if (status === 'error') return ['update', 'delete'];
  return status === 'in-use' ? ['update', 'detach'] : ['update'];
}

/** The caller's volume. 404 where it does not exist or belongs to another account. */
export async function findVolume(context: Context, id: string): Promise<VolumeRecord> {
  const record = await getVolume(context.principal.account_id, id);
  if (!record) throw notFound('volume', id);
  return record;
}

/** The caller's volume, as replies show it. 404 where it does not exist. */
export async function showVolume(context: Context, { id }: { id: string }): Promise<Volume> {
  const record = await findVolume(context, id);
  return context.show(toVolume(record), record.version);
}

type Owner = Pick<VolumeRecord, 'account_id' | 'id'>;

/** Claims a name for a volume. 409 where another volume of the account has it. */
export const claimName = ({ account_id, id }: Owner, name: string): Write =>
  claimUnique(
    account_id,
    'volume',
    name,
    id,
    (holder) => new ApiError('already_exists', `name: volume ${JSON.stringify(name)} already exists as ${holder}`),
  );

/** Frees a volume's name. */
export const freeName = ({ account_id, id }: Owner, name: string): Write => freeUnique(account_id, 'volume', name, id);

const transient: readonly VolumeStatus[] = ['creating', 'attaching', 'detaching', 'deleting'];

/** Refuses a volume that is not in one of these statuses, or that has an operation: 409 (contract 3.3). */
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

/** The volume once no operation is in progress on it; undefined before that. */
export async function settledVolume(context: Context, { id }: Volume): Promise<Volume | undefined> {
  const record = await getVolume(context.principal.account_id, id);
  if (!record || record.operation) return undefined;
  return context.show(toVolume(record), record.version);
}

/** The result of a deletion: nothing is left, or the volume that could not be deleted; undefined before. */
export async function deletedVolume(
  context: Context,
  { id }: Pick<Volume, 'id'>,
): Promise<Deleted | Volume | undefined> {
  const record = await getVolume(context.principal.account_id, id);
  if (!record) return { id, deleted: true };
  return record.operation ? undefined : context.show(toVolume(record), record.version);
}
