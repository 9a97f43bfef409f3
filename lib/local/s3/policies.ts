import { ObjectEngineError, type PolicyCaller } from '#lib/drivers/objects/engine.ts';
import { type BucketPolicy, decide, isPublicPolicy, readBucketPolicy } from './auth/bucket-policy.ts';
import { factOf } from './auth/policy-facts.ts';
import { S3Error } from './errors.ts';
import { updateBucket } from './store/buckets.ts';
import type { BucketRecord } from './store/records.ts';
import { bucketKey, type Store } from './store/store.ts';

/*
 * The policy of a bucket, as the control plane reads and sets it. What it denies a caller holds here as at the S3
 * endpoint (contract 4.10); the owner of the bucket comes without a caller, and is asked nothing.
 */

type PolicyAction = 'GetBucketPolicy' | 'PutBucketPolicy' | 'DeleteBucketPolicy';

/** Returns the text of a bucket's policy; null where it has none. Throws ObjectEngineError. */
export function readPolicy(store: Store, name: string, caller: PolicyCaller | undefined): string | null {
  const bucket = openBucket(store, name);
  refuseDenied(store, bucket, 'GetBucketPolicy', caller);
  return bucket.policy?.text ?? null;
}

/** Sets a bucket's policy, or removes it; a rehearsal changes nothing. Throws ObjectEngineError. */
export async function writePolicy(
  store: Store,
  name: string,
  text: string | null,
  { caller, rehearse }: { caller?: PolicyCaller | undefined; rehearse?: boolean },
): Promise<void> {
  const bucket = openBucket(store, name);
  refuseDenied(store, bucket, text === null ? 'DeleteBucketPolicy' : 'PutBucketPolicy', caller);
  const policy = text === null ? undefined : parsed(text, name);
  if (policy && bucket.publicAccess?.blockPublicPolicy && isPublicPolicy(policy)) {
    throw new ObjectEngineError('denied', `the public access block of bucket ${name} refuses a public policy`);
  }
  if (!rehearse) await updateBucket(store, name, { policy });
}

function openBucket({ tables }: Store, name: string): BucketRecord {
  const bucket = tables.buckets.get(bucketKey(name));
  if (bucket?.status === 'active') return bucket;
  throw new ObjectEngineError('no_such_bucket', `there is no bucket ${name}`);
}

function parsed(text: string, name: string): BucketPolicy {
  try {
    return readBucketPolicy(text, name);
  } catch (error) {
    if (error instanceof S3Error) throw new ObjectEngineError('invalid', error.message);
    throw error;
  }
}

function refuseDenied({ clock }: Store, bucket: BucketRecord, action: PolicyAction, caller?: PolicyCaller): void {
  if (!caller) return;
  const { names, account, source, secure, userAgent } = caller;
  const request = {
    query: new Map<string, string>(),
    headers: { 'user-agent': userAgent },
    source,
    secure,
    now: clock.now(),
    account,
    signature: undefined,
    tags: () => undefined,
  };
  const facts = (key: string) => factOf(request, key);
  if (decide(bucket.policy, { names, action, resource: bucket.name, facts }) !== 'deny') return;
  throw new ObjectEngineError('denied', `the policy of bucket ${bucket.name} denies s3:${action} to the caller`);
}
