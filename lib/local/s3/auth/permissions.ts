import { S3Error } from '#lib/local/s3/errors.ts';
import type { BucketRecord } from '#lib/local/s3/store/records.ts';
import { decide } from './bucket-policy.ts';
import type { Permission } from './keys.ts';
import type { Signer } from './verify.ts';

/** IAM's name of an operation. */
export type Action =
  | 'ListAllMyBuckets'
  | 'CreateBucket'
  | 'DeleteBucket'
  | 'ConfigureBucket'
  | 'ReadBucketConfiguration'
  | 'ListBucket'
  | 'GetBucketLocation'
  | 'GetObject'
  | 'PutObject'
  | 'DeleteObject'
  | 'PutObjectRetention'
  | 'PutObjectLegalHold'
  | 'BypassGovernanceRetention'
  | 'AbortMultipartUpload'
  | 'ListMultipartUploadParts'
  | 'ListBucketMultipartUploads';

const reading: readonly Action[] = ['ListAllMyBuckets', 'GetObject', 'ListBucket', 'GetBucketLocation'];
const writing: readonly Action[] = [
  'ListAllMyBuckets',
  'PutObject',
  'PutObjectRetention',
  'DeleteObject',
  'AbortMultipartUpload',
  'ListMultipartUploadParts',
];

/**
 * The operations that contract 4.10 allows each permission; `owner` may use all. Keys that write may retain versions,
 * but not release them: a legal hold, and the shortening of a retention, need a key of the platform or a policy.
 */
const allowed: Readonly<Record<Exclude<Permission, 'owner'>, ReadonlySet<Action>>> = {
  read: new Set(reading),
  write: new Set(writing),
  readwrite: new Set<Action>([...reading, ...writing, 'ListBucketMultipartUploads']),
};

/** Operations that create or delete buckets, which only keys of the platform may use. */
const wide: ReadonlySet<Action> = new Set<Action>(['CreateBucket', 'DeleteBucket']);

/** What a request asks for; `path` is the object key, or the prefix of a listing. */
export interface Access {
  action: Action;
  /** IAM's more specific name, where there is one. */
  exactly?: string;
  bucket: string | undefined;
  path: string | undefined;
}

/** Operations that no policy can allow. */
const reserved: ReadonlySet<Action> = new Set<Action>([
  ...wide,
  'ListAllMyBuckets',
  'ConfigureBucket',
  'ReadBucketConfiguration',
]);

/**
 * Throws AccessDenied unless this key, or an anonymous request, may do this. A denial in the bucket's policy wins;
 * otherwise the policy, the key or the ACL must allow it. Policies do not apply to the platform's own keys.
 */
export function checkAccess(signer: Signer | undefined, bucket: BucketRecord | undefined, access: Access): void {
  const said = signer?.key.bucket === null ? 'silent' : decideOf(signer, bucket, access);
  if (said === 'deny') throw new S3Error('AccessDenied');
  const open = signer || !bucket?.publicAccess?.restrictPublicBuckets;
  if (said === 'allow' && open && !reserved.has(access.action)) return;
  if (signer) checkKey(signer, access);
  else if (!isPublic(bucket, access)) throw new S3Error('AccessDenied');
}

function decideOf(signer: Signer | undefined, bucket: BucketRecord | undefined, access: Access) {
  const { action, exactly = action, path = '' } = access;
  const ofBucket = action === 'ListBucket' || action === 'ListBucketMultipartUploads' || action === 'GetBucketLocation';
  const resource = ofBucket || reserved.has(action) ? `${bucket?.name}` : `${bucket?.name}/${path}`;
  return decide(bucket?.policy, { accessKeyId: signer?.accessKeyId, action: exactly, resource });
}

/** Does not reveal whether buckets of other accounts exist. */
function checkKey({ key }: Signer, { action, bucket, path }: Access): void {
  const { permission, prefix } = key;
  const fits =
    (permission === 'owner' || allowed[permission].has(action)) &&
    (key.bucket === null || (!wide.has(action) && (bucket === undefined || bucket === key.bucket))) &&
    (!prefix || bucket === undefined || !bounded.has(action) || (path ?? '').startsWith(prefix));
  if (!fits) throw new S3Error('AccessDenied');
}

/** The operations to which a key's prefix applies. */
const bounded: ReadonlySet<Action> = new Set<Action>([
  'ListBucket',
  'GetObject',
  'PutObject',
  'PutObjectRetention',
  'PutObjectLegalHold',
  'BypassGovernanceRetention',
  'DeleteObject',
  'AbortMultipartUpload',
  'ListMultipartUploadParts',
  'ListBucketMultipartUploads',
]);

/** Whether this needs no key: reading an object of a public bucket, but not its other attributes. */
function isPublic(bucket: BucketRecord | undefined, { action, exactly = action }: Access): boolean {
  if (bucket?.acl !== 'public-read' || bucket.status !== 'active' || bucket.publicAccess?.ignorePublicAcls)
    return false;
  return exactly === 'GetObject' || exactly === 'GetObjectVersion';
}
