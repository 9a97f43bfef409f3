import { handler as createSnapshot } from '#functions/compute/instance-snapshots/create.ts';
import { handler as createVolume } from '#functions/compute/volumes/create.ts';
import type { Snapshot } from '#lib/model/compute/snapshot.ts';
import type { Volume } from '#lib/model/compute/volume.ts';
import { changeSnapshot, getSnapshot, type SnapshotRecord } from '#lib/store/compute/snapshots.ts';
import { changeVolume, getVolume, type VolumeRecord } from '#lib/store/compute/volumes.ts';
import { readQuotas } from '#lib/store/platform/quotas.ts';
import { transact } from '#lib/store/platform/write.ts';
import { call, type SignedUp } from '#lib/testing/functions/call.ts';
import { eventually } from '#test/support/vitest/eventually.ts';

type Caller = Pick<SignedUp, 'bearer' | 'account_id'>;

let count = 0;

/** A body that the creation of a volume accepts, with a new name and changes. */
export const volumeBody = (changes: object = {}) => ({ name: `data-${++count}`, size_gib: 1, ...changes });

/** Creates a volume through the handler. No workflow starts when the environment names no state machine. */
export async function createdVolume({ bearer }: Caller, changes: object = {}): Promise<Volume> {
  const reply = await call(createVolume, { bearer, body: volumeBody(changes) });
  if (reply.status !== 201) throw new Error(`volume: ${reply.status} ${JSON.stringify(reply.body)}`);
  return reply.body;
}

/** Requests a snapshot of an instance through the handler. */
export async function createdSnapshot({ bearer }: Caller, instance: string, body: object = {}): Promise<Snapshot> {
  const reply = await call(createSnapshot, { bearer, params: { id: instance }, body });
  if (reply.status !== 201) throw new Error(`snapshot: ${reply.status} ${JSON.stringify(reply.body)}`);
  return reply.body;
}

/** A volume's record after its operation has ended. */
export const settledVolume = ({ account_id }: Caller, id: string): Promise<VolumeRecord> =>
  eventually(async () => {
    const record = await getVolume(account_id, id);
    return record && !record.operation ? record : undefined;
  });

/** A snapshot's record after its operation has ended. */
export const settledSnapshot = ({ account_id }: Caller, id: string): Promise<SnapshotRecord> =>
  eventually(async () => {
    const record = await getSnapshot(account_id, id);
    return record && !record.operation ? record : undefined;
  });

/** Puts a volume's record into a state directly, and answers the stored record. */
export async function putVolumeInto(
  { account_id }: Caller,
  id: string,
  changes: Partial<VolumeRecord>,
): Promise<VolumeRecord> {
  const record = await getVolume(account_id, id);
  if (!record) throw new Error(`no volume ${id}`);
  await transact([changeVolume(record, { ...record, ...changes })]);
  return { ...record, ...changes, version: record.version + 1 };
}

/** Puts a snapshot's record into a state directly, and answers the stored record. */
export async function putSnapshotInto(
  { account_id }: Caller,
  id: string,
  changes: Partial<SnapshotRecord>,
): Promise<SnapshotRecord> {
  const record = await getSnapshot(account_id, id);
  if (!record) throw new Error(`no snapshot ${id}`);
  // No event: the feed has none of a snapshot that is made ready for a test.
  const { change: _, ...write } = changeSnapshot(record, { ...record, ...changes });
  await transact([write]);
  return { ...record, ...changes, version: record.version + 1 };
}

/** What an account uses of its quotas, by name. */
export const used = async (account: string): Promise<Record<string, number>> =>
  Object.fromEntries((await readQuotas(account)).map((quota) => [quota.name, quota.used]));
