import type { Context } from '#lib/domain/platform/context.ts';
import { newBucketKey, withdrawUnlessStored } from '#lib/domain/storage/bucket-keys/record.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { realNow } from '#lib/drivers/clocks/real.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { newId } from '#lib/model/platform/ids.ts';
import type { Bucket } from '#lib/model/storage/bucket.ts';
import { takeQuota } from '#lib/store/platform/quotas.ts';
import { transact, type Write } from '#lib/store/platform/write.ts';
import { putBucketKey } from '#lib/store/storage/bucket-keys.ts';
import {
  type BucketRecord,
  changeBucket,
  claimBucketName,
  putBucket,
  putBucketWork,
  removeBucketWork,
} from '#lib/store/storage/buckets.ts';
import { callEngine, engine, isRefusal } from './engine.ts';
import { abandonBucket } from './remove.ts';
import { settingsOf, toBucket } from './resource.ts';

type Settings = Pick<BucketRecord, 'name' | 'acl' | 'versioning' | 'quota' | 'tags'>;

/** Milliseconds (real clock) after which an unfinished creation is undone: longer than a request may take. */
const undoAfter = 30_000;

/**
 * Creates a bucket: claims its name, creates it at the engine, then activates it. After a crash in between, the buckets
 * schedule undoes the creation. Refuses with 400 a name without the deployment's prefix, with 409 a name that is taken
 * in any account, and with 403 above the quota.
 */
export async function createBucket(context: Context, input: Settings): Promise<Bucket> {
  const record = newRecord(context, input);
  refuseOtherPrefix(record.name, engine().bucketPrefix);
  await context.claimed({ writes: claims(record), rehearsal: { would: `create bucket ${record.name}` } });
  await transact(claims(record));
  try {
    await make(record);
    return await activate(context, record);
  } catch (error) {
    await abandonBucket(record, !isRefusal(error, 'bucket_exists')).catch(() => undefined);
    throw isRefusal(error, 'bucket_exists') ? taken(record.name) : error;
  }
}

function refuseOtherPrefix(name: string, prefix: string): void {
  if (name.startsWith(prefix)) return;
  const must = `must begin with "${prefix}", like all bucket names of this deployment`;
  throw new ApiError('validation_failed', `name: ${JSON.stringify(name)} ${must}`);
}

function newRecord({ principal, now }: Context, input: Settings): BucketRecord {
  const at = rfc3339(now);
  const uid = newId('operation', now);
  return {
    ...input,
    uid,
    account_id: principal.account_id,
    status: 'creating',
    status_reason: null,
    access_key_ids: [],
    keys_version: 0,
    service_key_id: '',
    usage: { size_bytes: 0, objects: 0, measured_at: at },
    operation: { id: uid, kind: 'create' },
    created_at: at,
    updated_at: at,
    version: 1,
  };
}

function claims(record: BucketRecord): Write[] {
  const { account_id, name, uid } = record;
  const due = realNow().getTime() + undoAfter;
  return [
    claimBucketName(record, (old) => taken(name, old?.account_id === account_id)),
    takeQuota(account_id, 'buckets'),
    putBucket(record),
    putBucketWork({ operation: uid, kind: 'create', account_id, bucket: name, due }),
  ];
}

const taken = (name: string, isOwn = false) =>
  new ApiError(
    'already_exists',
    isOwn
      ? `name: bucket ${JSON.stringify(name)} is already yours`
      : `name: bucket ${JSON.stringify(name)} is taken (bucket names are unique over all accounts)`,
  );

const make = (record: BucketRecord): Promise<void> =>
  callEngine((engine) => engine.createBucket({ name: record.name, ...settingsOf(record, [], []) }));

async function activate(context: Context, record: BucketRecord): Promise<Bucket> {
  const service = await newBucketKey(context, record.name, {
    name: 'presigned',
    permission: 'readwrite',
    hidden: true,
  });
  const change = { status: 'active', operation: null, service_key_id: service.record.access_key_id } as const;
  const next: BucketRecord = { ...record, ...change, version: record.version + 1 };
  return withdrawUnlessStored(service.record, () =>
    context.commit({
      writes: [
        changeBucket(record, change, creationTimedOut),
        putBucketKey(service.record),
        removeBucketWork({ bucket: record.name, operation: record.uid }),
      ],
      reply: toBucket(next),
      version: next.version,
    }),
  );
}

const creationTimedOut = () =>
  new ApiError('operation_in_progress', 'the creation took too long and is being undone; try again', { retryAfter: 5 });
