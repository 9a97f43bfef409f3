import { managedPolicy, managedSince } from '#lib/model/identity/managed-ids.ts';
import type { PolicyDocument } from '#lib/model/identity/policy/document.ts';
import { notFound } from '#lib/model/platform/errors.ts';
import { idPattern } from '#lib/model/platform/ids.ts';
import { keys, nameIndex } from '#lib/store/keys.ts';
import { batchGet, get } from '#lib/store/platform/read.ts';
import { create, remove, update, type Write } from '#lib/store/platform/write.ts';

export interface PolicyRecord {
  id: string;
  account_id: string;
  name: string;
  description: string | null;
  type: 'custom';
  document: PolicyDocument;
  /** To how many users and groups it is attached. */
  attachment_count: number;
  created_at: string;
  updated_at: string;
  version: number;
}

/** What the table knows of a managed policy: how often the account has it attached. It comes with the first attachment. */
export interface ManagedRecord extends Pick<PolicyRecord, 'id' | 'account_id' | 'name' | 'attachment_count'> {
  type: 'managed';
}

export const getPolicy = (account: string, id: string) =>
  get<PolicyRecord | ManagedRecord>(keys.listed(account, 'policy', id));

const atOnce = 100;

/** Those custom policies of an account that there are, in as few calls as 100 each take. */
export async function getPolicies(account: string, ids: readonly string[]): Promise<PolicyRecord[]> {
  const wanted = ids.map((id) => keys.listed(account, 'policy', id));
  const reads: Promise<unknown[]>[] = [];
  for (let at = 0; at < wanted.length; at += atOnce) reads.push(batchGet(wanted.slice(at, at + atOnce)));
  const found = (await Promise.all(reads)).flat() as (PolicyRecord | undefined)[];
  return found.filter((record) => record !== undefined);
}

export const createPolicy = (record: PolicyRecord): Write =>
  create({
    ...keys.listed(record.account_id, 'policy', record.id),
    ...nameIndex(record.account_id, 'policy', record.name, record.id),
    ...record,
  });

/** Changes a policy whose text nobody changed since it was read. */
export const changePolicy = (
  record: PolicyRecord,
  change: Pick<PolicyRecord, 'document' | 'description' | 'updated_at'>,
): Write =>
  update(keys.listed(record.account_id, 'policy', record.id), { set: { ...change, version: record.version + 1 } }, [
    ['version', '=', record.version],
  ]);

/** Deletes a policy that is attached as often as said and whose text nobody changed. */
export const removePolicy = (record: PolicyRecord, attachments: number): Write =>
  remove(keys.listed(record.account_id, 'policy', record.id), [
    ['attachment_count', '=', attachments],
    ['version', '=', record.version],
  ]);

/** Counts so many more attachments of a policy, or fewer; 404 where the account has no such policy. */
export function countAttachment(account: string, id: string, by: number): Write {
  const key = keys.listed(account, 'policy', id);
  const add = { attachment_count: by };
  const managed = managedPolicy(id);
  // What is no policy's id would be refused only after the reply, which cannot name it.
  if (!managed && !idPattern('policy').test(id)) throw notFound('policy', id);
  if (!managed) return update(key, { add }, [['pk', 'exists']], () => notFound('policy', id));
  const { name } = managed;
  const set = { id, account_id: account, name, type: 'managed', created_at: managedSince };
  return update(key, { set: { ...set, ...nameIndex(account, 'policy', name, id) }, add });
}
