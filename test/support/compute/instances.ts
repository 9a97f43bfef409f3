import { handler as launch } from '#functions/compute/instances/launch.ts';
import type { Instance } from '#lib/model/compute/instance.ts';
import { changeInstance, getInstance, type InstanceRecord } from '#lib/store/compute/instances.ts';
import { transact } from '#lib/store/platform/write.ts';
import { call, type SignedUp } from '#lib/testing/functions/call.ts';

/** A body that a launch accepts, with changes. A change to undefined removes the field. */
export const launchBody = (changes: object = {}) => ({
  name: 'web-01',
  instance_type_id: 's1-nano',
  image_id: 'ubuntu-24.04',
  ...changes,
});

/** Launches an instance through the handler. No workflow starts when the environment names no state machine. */
export async function launched({ bearer }: Pick<SignedUp, 'bearer'>, changes: object = {}): Promise<Instance> {
  const reply = await call(launch, { bearer, body: launchBody(changes) });
  if (reply.status !== 201) throw new Error(`launch: ${reply.status} ${JSON.stringify(reply.body)}`);
  return reply.body;
}

/** An instance's record. Throws when there is none. */
export async function recordOf({ account_id, id }: Pick<Instance, 'account_id' | 'id'>): Promise<InstanceRecord> {
  const record = await getInstance(account_id, id);
  if (!record) throw new Error(`no instance ${id}`);
  return record;
}

/** Puts a record into a state directly, and answers the stored record. */
export async function putInto(
  instance: Pick<Instance, 'account_id' | 'id'>,
  changes: Partial<InstanceRecord>,
): Promise<InstanceRecord> {
  const record = await recordOf(instance);
  await transact([changeInstance(record, { ...record, ...changes })]);
  return recordOf(instance);
}

/** A settled instance: running, on its disk, held by no operation. */
export const up = { status: 'running', ssh_ready: true, has_disk: true, operation: null, hold: null } as const;
