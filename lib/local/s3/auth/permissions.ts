import { S3Error } from '#lib/local/s3/errors.ts';
import type { BucketRecord } from '#lib/local/s3/store/records.ts';
import { decide } from './bucket-policy.ts';
import type { Permission } from './keys.ts';
import type { Signer } from './verify.ts';

/** What an operation does, in the words of IAM. */
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
  | 'AbortMultipartUpload'
  | 'ListMultipartUploadParts'
  | 'ListBucketMultipartUploads';

const reading: readonly Action[] = ['ListAllMyBuckets', 'GetObject', 'ListBucket', 'GetBucketLocation'];
const writing: readonly Action[] = [
  'ListAllMyBuckets',
  'PutObject',
  'DeleteObject',
  'AbortMultipartUpload',
  'ListMultipartUploadParts',
];

/** What contract 4.10 allows each permission; `owner` may do all. */
const allowed: Readonly<Record<Exclude<Permission, 'owner'>, ReadonlySet<Action>>> = {
  read: new Set(reading),
  write: new Set(writing),
  readwrite: new Set<Action>([...reading, ...writing, 'ListBucketMultipartUploads']),
};

/** Those that make or remove buckets: for a key of the platform, which is of no bucket. */
const wide: ReadonlySet<Action> = new Set<Action>(['CreateBucket', 'DeleteBucket']);

/** What is asked for; `path` is the key, or what a listing is limited to. */
export interface Access {
  action: Action;
  /** What IAM calls it more exactly; the action itself where not given. */
  exactly?: string;
  bucket: string | undefined;
  path: string | undefined;
}

/** What no policy gives to anyone. */
const reserved: ReadonlySet<Action> = new Set<Action>([
  ...wide,
  'ListAllMyBuckets',
  'ConfigureBucket',
  'ReadBucketConfiguration',
]);

/**
 * Throws AccessDenied unless this key, or nobody in particular, may do this: a denial of the bucket's policy counts most,
 * then what its policy, its keys and its ACL allow. The platform's own keys are above policies.
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

/** Says nothing of buckets that are not the key's own. */
function checkKey({ key }: Signer, { action, bucket, path }: Access): void {
  const { permission, prefix } = key;
  const fits =
    (permission === 'owner' || allowed[permission].has(action)) &&
    (key.bucket === null || (!wide.has(action) && (bucket === undefined || bucket === key.bucket))) &&
    (!prefix || bucket === undefined || !bounded.has(action) || (path ?? '').startsWith(prefix));
  if (!fits) throw new S3Error('AccessDenied');
}

/** Those that a key's prefix bounds. */
const bounded: ReadonlySet<Action> = new Set<Action>([
  'ListBucket',
  'GetObject',
  'PutObject',
  'DeleteObject',
  'AbortMultipartUpload',
  'ListMultipartUploadParts',
  'ListBucketMultipartUploads',
]);

/** Whether this needs no key: reading an object of a public bucket, and not what else is known of it. */
function isPublic(bucket: BucketRecord | undefined, { action, exactly = action }: Access): boolean {
  if (bucket?.acl !== 'public-read' || bucket.status !== 'active' || bucket.publicAccess?.ignorePublicAcls)
    return false;
  return exactly === 'GetObject' || exactly === 'GetObjectVersion';
}
