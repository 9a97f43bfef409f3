import { platformAccount } from '#lib/model/platform/principal.ts';
import type { Stored } from '#lib/store/entity.ts';
import { ageIndex, bucketIndex, bucketWorkIndex } from '#lib/store/indexes.ts';
import { keys } from '#lib/store/keys.ts';
import type { Clause } from '#lib/store/platform/expressions.ts';
import { batchGet, due, firstOfIndex, get, queryAll } from '#lib/store/platform/read.ts';
import { changing, create, put, type Refusal, remove, update, type Write } from '#lib/store/platform/write.ts';
import type { bucketName, bucketRecord, bucketWork, documentBucket } from './buckets.entity.ts';

export type BucketRecord = Stored<typeof bucketRecord>;

const keyOf = ({ account_id, name }: Pick<BucketRecord, 'account_id' | 'name'>) => keys.bucket(account_id, name);
const sameBucket = ({ uid }: BucketRecord): Clause<BucketRecord> => ['uid', '=', uid];
const sameVersion = ({ version }: BucketRecord): Clause<BucketRecord> => ['version', '=', version];

export const getBucket = (account: string, name: string) => get(keys.bucket(account, name));

/** Every bucket of an account; the quota bounds their number. */
export const bucketsOf = (account: string) => queryAll({ pk: keys.bucket(account, '').pk });

/** A bucket and its rules, by one strong read. */
export async function getBucketWithRules(account: string, name: string) {
  const [record, cors, lifecycle] = await batchGet([
    keys.bucket(account, name),
    keys.bucketRules(account, name, 'cors'),
    keys.bucketRules(account, name, 'lifecycle'),
  ]);
  return { record, cors: cors?.rules ?? [], lifecycle: lifecycle?.rules ?? [] };
}

/** Claims a name over all accounts; `taken` makes the error from the present claim. */
export const claimBucketName = ({ name, account_id, uid }: BucketRecord, taken: Refusal<BucketName>): Write =>
  create({ ...keys.bucketName(name), gsi1pk: bucketIndex, gsi1sk: name, name, account_id, uid }, taken);

export const putBucket = (record: BucketRecord): Write =>
  changing(
    'bucket',
    undefined,
    { ...record, resource_id: record.name },
    create({ ...keyOf(record), ...ageIndex(record.account_id, 'bucket', record.uid), ...record }),
  );

type Change = Partial<
  Omit<BucketRecord, 'name' | 'uid' | 'account_id' | 'access_key_ids' | 'keys_version' | 'version'>
>;

/** Changes a bucket. Stale when it has changed since it was read. */
export const changeBucket = (record: BucketRecord, change: Change, refuse?: Refusal<BucketRecord>): Write =>
  changing(
    'bucket',
    record,
    { ...record, ...change, resource_id: record.name },
    update(
      keyOf(record),
      { set: { ...change, version: record.version + 1 } },
      [sameBucket(record), sameVersion(record), ['status', '=', record.status]],
      refuse,
    ),
  );

/** Sets the list of an active bucket's keys. Stale when the list has changed since it was read. */
export const changeBucketKeys = (record: BucketRecord, access_key_ids: readonly string[]): Write =>
  update(keyOf(record), { set: { access_key_ids, keys_version: record.keys_version + 1 } }, [
    sameBucket(record),
    ['keys_version', '=', record.keys_version],
    ['status', '=', record.status],
  ]);

/** Records a measurement of a bucket, even if its other attributes have changed. */
export const noteBucketUsage = (record: BucketRecord, usage: BucketRecord['usage']): Write =>
  update(keyOf(record), { set: { usage } }, [sameBucket(record)]);

/** Replaces the rules of one kind; an empty list removes them. */
export function putBucketRules(
  { account_id, name }: BucketRecord,
  kind: 'cors' | 'lifecycle',
  rules: readonly object[],
): Write {
  const key = keys.bucketRules(account_id, name, kind);
  return rules.length === 0 ? remove(key) : put({ ...key, rules });
}

/** Removes a bucket that this operation still holds, with its rules and its name, but not its keys. */
export const removeBucket = (record: BucketRecord, operation: string): Write[] => [
  changing(
    'bucket',
    { ...record, resource_id: record.name },
    undefined,
    remove(keyOf(record), [sameBucket(record), ['operation.id', '=', operation]]),
  ),
  remove(keys.bucketName(record.name), [['uid', '=', record.uid]]),
  remove(keys.bucketRules(record.account_id, record.name, 'cors')),
  remove(keys.bucketRules(record.account_id, record.name, 'lifecycle')),
];

/** All buckets of the platform, each of which is due at any time. */
export const everyBucket = () => ({ ...due(bucketIndex, '~'), limit: 500 });

/** Whether any account has a bucket. */
export const anyBucket = async (): Promise<boolean> => (await firstOfIndex(bucketIndex)) !== undefined;

/** The claim of a bucket's name; the storage schedule reads them in turn. */
export type BucketName = Stored<typeof bucketName>;

/** Unfinished work at the object engine. Once it is due (real clock, ms), the buckets schedule finishes it. */
export type BucketWork = Stored<typeof bucketWork>;

const sortable = (ms: number) => String(ms).padStart(15, '0');

export const putBucketWork = (work: BucketWork): Write =>
  put({
    ...keys.bucketWork(work.bucket, work.operation),
    gsi1pk: bucketWorkIndex,
    gsi1sk: sortable(work.due),
    ...work,
  });

export const removeBucketWork = ({ bucket, operation }: Pick<BucketWork, 'bucket' | 'operation'>): Write =>
  remove(keys.bucketWork(bucket, operation));

/** Work that is due. */
export const dueBucketWork = (now: number) => due(bucketWorkIndex, sortable(now));

/** When the earliest work is due (real clock, ms), or undefined. */
export async function nextBucketWork(): Promise<number | undefined> {
  return (await firstOfIndex(bucketWorkIndex))?.due;
}

/** The platform's own bucket for documents, one at each object engine that the deployment has used. */
export type DocumentBucket = Stored<typeof documentBucket>;

export const getDocumentBucket = (engine: string) => get(keys.documentBucket(engine));

/** Chooses the bucket of an engine and claims its name. Stale when one was chosen already. */
export const chooseDocumentBucket = ({ engine, name }: DocumentBucket): Write[] => [
  create({ ...keys.documentBucket(engine), engine, name }),
  create({ ...keys.bucketName(name), name, account_id: platformAccount, uid: name }),
];

/** Records that the engine has the bucket, and its key. Stale when a key was recorded already. */
export const keyDocumentBucket = ({ engine }: DocumentBucket, access_key_id: string): Write =>
  update(keys.documentBucket(engine), { set: { access_key_id } }, [['access_key_id', 'absent']]);
