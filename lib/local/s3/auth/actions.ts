import type { Action as PlatformAction } from '#lib/model/identity/policy/actions.ts';

/** The kinds of operations that permissions of keys distinguish. */
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
  | 'PutObjectAcl'
  | 'PutObjectRetention'
  | 'PutObjectLegalHold'
  | 'BypassGovernanceRetention'
  | 'DeleteObject'
  | 'AbortMultipartUpload'
  | 'ListMultipartUploadParts'
  | 'ListBucketMultipartUploads';

/** The platform's actions on storage, by which the policies of users mean operations (contract 4.10). */
export type StorageAction = Extract<PlatformAction, `storage:${string}`>;
type StorageVerb = StorageAction extends `storage:${infer Verb}` ? Verb : never;

/** Where IAM's name is not that of the operation. */
const renamed: Readonly<Record<string, string>> = {
  ListObjectVersions: 'ListBucketVersions',
  GetBucketLifecycleConfiguration: 'GetLifecycleConfiguration',
  PutBucketLifecycleConfiguration: 'PutLifecycleConfiguration',
  DeleteBucketLifecycle: 'PutLifecycleConfiguration',
  GetBucketEncryption: 'GetEncryptionConfiguration',
  PutBucketEncryption: 'PutEncryptionConfiguration',
  DeleteBucketEncryption: 'PutEncryptionConfiguration',
  DeleteBucketCors: 'PutBucketCORS',
  DeleteBucketTagging: 'PutBucketTagging',
  DeleteBucketPublicAccessBlock: 'PutBucketPublicAccessBlock',
};

/** IAM's name of an operation, by which the policies of buckets mean it. */
export function policyActionOf({ name, action }: { name: string; action: Action }, versioned: boolean): string {
  if (Object.hasOwn(renamed, name)) return renamed[name] as string;
  const part = /^(Get|Put|Delete)Object(Tagging|Acl|Attributes)$/.exec(name);
  if (part) return versioned ? `${part[1]}ObjectVersion${part[2]}` : name;
  if (/^(Get|Put|Delete)Bucket|^(Get|Put)Object(Retention|LegalHold)$/.test(name)) return name;
  return versioned && (action === 'GetObject' || action === 'DeleteObject') ? `${action}Version` : action;
}

const byAction: Readonly<Record<Action, StorageVerb>> = {
  ListAllMyBuckets: 'ListBuckets',
  CreateBucket: 'CreateBucket',
  DeleteBucket: 'DeleteBucket',
  ConfigureBucket: 'UpdateBucket',
  ReadBucketConfiguration: 'GetBucket',
  ListBucket: 'ListObjects',
  GetBucketLocation: 'GetBucket',
  GetObject: 'GetObject',
  PutObject: 'PutObject',
  PutObjectAcl: 'PutObjectAcl',
  PutObjectRetention: 'PutObject',
  // What releases a version is a matter of who configures the bucket.
  PutObjectLegalHold: 'UpdateBucket',
  BypassGovernanceRetention: 'UpdateBucket',
  DeleteObject: 'DeleteObject',
  AbortMultipartUpload: 'PutObject',
  ListMultipartUploadParts: 'PutObject',
  ListBucketMultipartUploads: 'ListObjects',
};

/** Operations of a bucket that the platform's policies name on their own. */
const byName: Readonly<Record<string, StorageVerb>> = {
  HeadBucket: 'GetBucket',
  GetBucketCors: 'GetBucketCors',
  PutBucketCors: 'PutBucketCors',
  DeleteBucketCors: 'DeleteBucketCors',
  GetBucketLifecycleConfiguration: 'GetBucketLifecycle',
  PutBucketLifecycleConfiguration: 'PutBucketLifecycle',
  DeleteBucketLifecycle: 'DeleteBucketLifecycle',
  PutObjectAcl: 'PutObjectAcl',
};

/** The platform's action of an operation (contract 4.10). */
export function platformActionOf({ name, action }: { name: string; action: Action }): StorageAction {
  return `storage:${byName[name] ?? byAction[action]}`;
}

/** The actions that are asked on an object; all others are asked on its bucket. */
const onObject: ReadonlySet<StorageAction> = new Set<StorageAction>([
  'storage:GetObject',
  'storage:PutObject',
  'storage:PutObjectAcl',
  'storage:DeleteObject',
]);

/** What a platform action on this path of a bucket is asked on, as the last part of its SRN. */
export function platformResourceOf(action: StorageAction, bucket: string | undefined, path = ''): string {
  return `bucket/${bucket ?? '*'}${onObject.has(action) ? `/object/${path}` : ''}`;
}
