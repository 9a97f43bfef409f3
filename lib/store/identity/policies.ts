import { managedPolicy, managedSince } from '#lib/model/identity/managed-ids.ts';
import { notFound } from '#lib/model/platform/errors.ts';
import { idPattern } from '#lib/model/platform/ids.ts';
import type { Stored } from '#lib/store/entity.ts';
import { nameIndex } from '#lib/store/indexes.ts';
import { keys } from '#lib/store/keys.ts';
import type { Clause } from '#lib/store/platform/expressions.ts';
import { get, manyOf } from '#lib/store/platform/read.ts';
import { changing, create, remove, update, type Write } from '#lib/store/platform/write.ts';
import type { managedRecord, policyRecord } from './policies.entity.ts';

export type PolicyRecord = Stored<typeof policyRecord>;

/** The record of a managed policy: the number of its attachments in the account. The first attachment creates it. */
export type ManagedRecord = Stored<typeof managedRecord>;

export const getPolicy = (account: string, id: string) => get(keys.listed(account, 'policy', id));

/** The custom policies of these ids; an absent one is left out. Reads 100 in each call. */
export async function getPolicies(account: string, ids: readonly string[]): Promise<PolicyRecord[]> {
  const keysToRead = ids.map((id) => keys.listed(account, 'policy', id));
  return (await manyOf(keysToRead)).filter((record) => record !== undefined && record.type === 'custom');
}

export const createPolicy = (record: PolicyRecord): Write =>
  changing(
    'iam_policy',
    undefined,
    record,
    create({
      ...keys.listed(record.account_id, 'policy', record.id),
      ...nameIndex(record.account_id, 'policy', record.name, record.id),
      ...record,
    }),
  );

/** Changes a policy. Refused where its text changed since it was read. */
export const changePolicy = (
  record: PolicyRecord,
  change: Pick<PolicyRecord, 'document' | 'description' | 'updated_at' | 'for_operators'>,
): Write =>
  update(keys.listed(record.account_id, 'policy', record.id), { set: { ...change, version: record.version + 1 } }, [
    ['version', '=', record.version],
  ]);

/** Deletes a policy. Refused where the number of its attachments is not `attachments`, or its text changed. */
export const removePolicy = (record: PolicyRecord, attachments: number): Write =>
  changing(
    'iam_policy',
    record,
    undefined,
    remove(keys.listed(record.account_id, 'policy', record.id), [
      ['attachment_count', '=', attachments],
      ['version', '=', record.version],
    ]),
  );

/** Condition: the policy names no operators' actions. */
const notForOperators: Clause<PolicyRecord> = { any: [[['for_operators', 'absent']], [['for_operators', '=', false]]] };

/**
 * Adds `by` to the number of a policy's attachments. 404 where the account has no such policy, and `refuse` where it
 * names operators' actions and the caller may not grant these.
 */
export function countAttachment(account: string, id: string, by: number, refuse?: () => Error): Write {
  const key = keys.listed(account, 'policy', id);
  const add = { attachment_count: by };
  const managed = managedPolicy(id);
  // An invalid id is refused here. The write would refuse it only after the reply, whose schema does not allow it.
  if (!managed && !idPattern('policy').test(id)) throw notFound('policy', id);
  const clauses: Clause<PolicyRecord>[] = [['pk', 'exists'], ...(refuse ? [notForOperators] : [])];
  if (!managed) return update(key, { add }, clauses, (old) => (old && refuse ? refuse() : notFound('policy', id)));
  const { name } = managed;
  const set = { id, account_id: account, name, type: 'managed', created_at: managedSince } as const;
  return update(key, { set: { ...set, ...nameIndex(account, 'policy', name, id) }, add });
}
