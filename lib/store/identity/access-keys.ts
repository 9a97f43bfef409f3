import type { Stored } from '#lib/store/entity.ts';
import { keys } from '#lib/store/keys.ts';
import { isOfGeneration } from '#lib/store/platform/generations.ts';
import { batchGet, get } from '#lib/store/platform/read.ts';
import { changing, create, remove, update, type Write } from '#lib/store/platform/write.ts';
import type { accessKeyRecord } from './access-keys.entity.ts';

export type AccessKeyRecord = Stored<typeof accessKeyRecord>;

/** The sealing context of a key's secret: it opens for no other key and in no other account. */
export const secretContext = ({ account_id, access_key_id }: Pick<AccessKeyRecord, 'account_id' | 'access_key_id'>) =>
  `access-key:${account_id}:${access_key_id}`;

/** A key in the current generation of its account. A key of an earlier generation is inactive. */
export const keyNow = (record: AccessKeyRecord, generation: number): AccessKeyRecord =>
  isOfGeneration(record, generation) ? record : { ...record, status: 'inactive' };

/** An access key of any account, by one strong read; a signature names only the key. */
export const getAccessKey = (accessKey: string) => get(keys.accessKey(accessKey));

/** The keys of these ids; an absent key is left out. */
export async function getAccessKeys(accessKeys: readonly string[]): Promise<AccessKeyRecord[]> {
  if (accessKeys.length === 0) return [];
  const found = await batchGet(accessKeys.map(keys.accessKey));
  return found.filter((key) => key !== undefined);
}

/** A key as events name it: by the user that it belongs to (contract 1.10). */
const subject = (record: Pick<AccessKeyRecord, 'account_id' | 'username' | 'access_key_id'>) => ({
  ...record,
  name: record.access_key_id,
  resource_id: record.username,
});

export const createAccessKey = (record: AccessKeyRecord): Write =>
  changing('access_key', undefined, subject(record), create({ ...keys.accessKey(record.access_key_id), ...record }));

/** Activates, deactivates or describes a key. Refused where the key changed since it was read. */
export const changeAccessKey = (
  record: AccessKeyRecord,
  change: Partial<Pick<AccessKeyRecord, 'status' | 'generation' | 'description' | 'updated_at'>>,
): Write =>
  changing(
    'access_key',
    subject(record),
    subject({ ...record, ...change }),
    update(keys.accessKey(record.access_key_id), { set: { ...change, version: record.version + 1 } }, [
      ['version', '=', record.version],
    ]),
  );

/** Records a key's use. Refused where a later use has been recorded since the key was read. */
export const noteUse = ({ access_key_id, last_used_at }: AccessKeyRecord, at: string): Write =>
  update(keys.accessKey(access_key_id), { set: { last_used_at: at } }, [
    ['pk', 'exists'],
    ['last_used_at', '=', last_used_at],
  ]);

export const removeAccessKey = (record: Pick<AccessKeyRecord, 'account_id' | 'username' | 'access_key_id'>): Write =>
  changing('access_key', subject(record), undefined, remove(keys.accessKey(record.access_key_id), [['pk', 'exists']]));
