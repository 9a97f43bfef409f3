import { platformAccount } from '#lib/model/platform/principal.ts';
import { ageIndex, bucketIndex, bucketWorkIndex, keys } from '#lib/store/keys.ts';
import type { Clause } from '#lib/store/platform/expressions.ts';
import { all, batchGet, few, get, type Item, query } from '#lib/store/platform/read.ts';
import { create, put, type Refusal, remove, update, type Write } from '#lib/store/platform/write.ts';

export interface BucketRecord {
  name: string;
  /** The operation that made it: another bucket of its name has another. */
  uid: string;
  account_id: string;
  status: 'creating' | 'active' | 'deleting' | 'failed';
  status_reason: string | null;
  acl: 'private' | 'public-read';
  versioning: 'disabled' | 'enabled' | 'suspended';
  quota: { max_size_bytes: number | null; max_objects: number | null } | null;
  tags: Record<string, string>;
  /** Its clients' keys, in the order in which they were made; changed one after another by `keys_version`. */
  access_key_ids: string[];
  keys_version: number;
  /** The hidden key that presigned URLs are signed with. */
  service_key_id: string;
  /** As last measured. */
  usage: { size_bytes: number; objects: number; measured_at: string };
  /** What is being done with it while it is neither active nor failed. */
  operation: { id: string; kind: 'create' | 'delete' | 'empty' } | null;
  created_at: string;
  updated_at: string;
  version: number;
}

const keyOf = ({ account_id, name }: Pick<BucketRecord, 'account_id' | 'name'>) => keys.bucket(account_id, name);
const sameBucket = ({ uid }: BucketRecord): Clause => ['uid', '=', uid];
const sameVersion = ({ version }: BucketRecord): Clause => ['version', '=', version];

export const getBucket = (account: string, name: string) => get<BucketRecord>(keys.bucket(account, name));

/** Every bucket of an account: as many as its quota allows. */
export const bucketsOf = (account: string) => few<BucketRecord>({ pk: keys.bucket(account, '').pk });

/** A bucket with its rules, by one strong read. */
export async function getBucketWithRules(account: string, name: string) {
  const kinds = ['cors', 'lifecycle'] as const;
  const keysToRead = [keys.bucket(account, name), ...kinds.map((kind) => keys.bucketRules(account, name, kind))];
  const [record, cors, lifecycle] = await batchGet(keysToRead);
  return {
    record: record as BucketRecord | undefined,
    cors: (cors?.rules ?? []) as Item[],
    lifecycle: (lifecycle?.rules ?? []) as Item[],
  };
}

/** Claims a name for ever, over all accounts; `taken` is told who has it. */
export const claimBucketName = ({ name, account_id, uid }: BucketRecord, taken: Refusal): Write =>
  create({ ...keys.bucketName(name), gsi1pk: bucketIndex, gsi1sk: name, name, account_id, uid }, taken);

export const putBucket = (record: BucketRecord): Write =>
  create({ ...keyOf(record), ...ageIndex(record.account_id, 'bucket', record.uid), ...record });

type Change = Partial<
  Omit<BucketRecord, 'name' | 'uid' | 'account_id' | 'access_key_ids' | 'keys_version' | 'version'>
>;

/** Changes a bucket that nobody changed since it was read. */
export const changeBucket = (record: BucketRecord, change: Change, refuse?: Refusal): Write =>
  update(
    keyOf(record),
    { set: { ...change, version: record.version + 1 } },
    [sameBucket(record), sameVersion(record), ['status', '=', record.status]],
    refuse,
  );

/** Gives an active bucket these keys, if nobody changed them since they were read. */
export const changeBucketKeys = (record: BucketRecord, access_key_ids: readonly string[]): Write =>
  update(keyOf(record), { set: { access_key_ids, keys_version: record.keys_version + 1 } }, [
    sameBucket(record),
    ['keys_version', '=', record.keys_version],
    ['status', '=', record.status],
  ]);

/** Notes what a bucket was measured to hold; whether it changed meanwhile does not matter. */
export const noteBucketUsage = (record: BucketRecord, usage: BucketRecord['usage']): Write =>
  update(keyOf(record), { set: { usage } }, [sameBucket(record)]);

/** Replaces the rules of one kind; none where the list is empty. */
export function putBucketRules(
  { account_id, name }: BucketRecord,
  kind: 'cors' | 'lifecycle',
  rules: readonly object[],
): Write {
  const key = keys.bucketRules(account_id, name, kind);
  return rules.length === 0 ? remove(key) : put({ ...key, rules });
}

/** Removes what there is of a bucket that is still under this operation, its keys apart; its name is free then. */
export const removeBucket = (record: BucketRecord, operation: string): Write[] => [
  remove(keyOf(record), [sameBucket(record), ['operation.id', '=', operation]]),
  remove(keys.bucketName(record.name), [['uid', '=', record.uid]]),
  remove(keys.bucketRules(record.account_id, record.name, 'cors')),
  remove(keys.bucketRules(record.account_id, record.name, 'lifecycle')),
];

/** Whether there is a bucket of anyone's. */
export const anyBucket = async (): Promise<boolean> =>
  (await query({ pk: bucketIndex, index: 'gsi1', limit: 1 })).items.length > 0;

/** Who has a bucket's name: what the storage schedule goes round by. */
export type BucketName = Pick<BucketRecord, 'name' | 'account_id' | 'uid'>;

/** What was begun at the object engine and, once it is due (real clock, ms), is brought to its end by the buckets schedule. */
export interface BucketWork {
  operation: string;
  kind: 'create' | 'delete' | 'configure' | 'revoke';
  account_id: string;
  /** The bucket's name; empty where it is on all buckets of the account (`revoke`). */
  bucket: string;
  due: number;
}

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

/** Work that is overdue. */
export const dueBucketWork = (now: number) =>
  all<BucketWork>({ pk: bucketWorkIndex, index: 'gsi1', upTo: sortable(now) });

/** When the earliest work is due (real clock, ms), or undefined where there is none. */
export async function nextBucketWork(): Promise<number | undefined> {
  const { items } = await query<BucketWork>({ pk: bucketWorkIndex, index: 'gsi1', limit: 1 });
  return items[0]?.due;
}

/** The bucket of the platform's own that documents are kept in, one at each engine that the deployment has had. */
export interface DocumentBucket {
  engine: string;
  name: string;
  /** The hidden key that documents are put, and links to them signed with; absent until the engine has the bucket. */
  access_key_id?: string;
}

export const getDocumentBucket = (engine: string) => get<DocumentBucket>(keys.documentBucket(engine));

/** Chooses the bucket of an engine, if nobody has; its name is no account's from then on. */
export const chooseDocumentBucket = ({ engine, name }: DocumentBucket): Write[] => [
  create({ ...keys.documentBucket(engine), engine, name }),
  create({ ...keys.bucketName(name), name, account_id: platformAccount, uid: name }),
];

/** Notes that the engine has the bucket, and its key; stale where it has another by now. */
export const keyDocumentBucket = ({ engine }: DocumentBucket, access_key_id: string): Write =>
  update(keys.documentBucket(engine), { set: { access_key_id } }, [['access_key_id', 'absent']]);
