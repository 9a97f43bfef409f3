import { S3Error } from '#lib/local/s3/errors.ts';
import type { BucketRecord } from '#lib/local/s3/store/records.ts';
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

/** Contract 4.10; `owner` may do all. */
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
  bucket: string | undefined;
  path: string | undefined;
}

/** Throws AccessDenied unless this key may do this. Says nothing of buckets that are not its own. */
export function checkKey({ key }: Signer, { action, bucket, path }: Access): void {
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

/** Whether this needs no key: reading an object of a public bucket. */
export function isPublic(bucket: BucketRecord | undefined, { action }: Access): boolean {
  return bucket?.acl === 'public-read' && bucket.status === 'active' && action === 'GetObject';
}
