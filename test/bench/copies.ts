import { newId } from '#lib/model/platform/ids.ts';
import { createInstance, type InstanceRecord } from '#lib/store/compute/instances.ts';
import { transact } from '#lib/store/platform/write.ts';

/** Puts copies of an instance's record into an account, past every quota: what a long life would have left there. */
export async function putCopies(model: InstanceRecord, account: string, count: number): Promise<string[]> {
  const { pk: _, sk: __, gsi1pk: ___, gsi1sk: ____, ...record } = model as InstanceRecord & Record<string, unknown>;
  const copies = Array.from({ length: count }, (_, i) => ({
    ...(record as InstanceRecord),
    id: newId('instance', new Date()),
    account_id: account,
    name: `web-${i}`,
  }));
  for (let at = 0; at < count; at += 50) await transact(copies.slice(at, at + 50).map(createInstance));
  return copies.map(({ id }) => id);
}
