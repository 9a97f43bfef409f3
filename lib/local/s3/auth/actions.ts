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

/** Where IAM's name is not that of the operation. */
const renamed: Readonly<Record<string, string>> = {
  ListObjectVersions: 'ListBucketVersions',
  GetBucketLifecycleConfiguration: 'GetLifecycleConfiguration',
  PutBucketLifecycleConfiguration: 'PutLifecycleConfiguration',
  DeleteBucketLifecycle: 'PutLifecycleConfiguration',
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

const byAction: Readonly<Record<Action, string>> = {
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
  PutObjectLegalHold: 'PutObjectLegalHold',
  BypassGovernanceRetention: 'BypassGovernanceRetention',
  DeleteObject: 'DeleteObject',
  AbortMultipartUpload: 'PutObject',
  ListMultipartUploadParts: 'PutObject',
  ListBucketMultipartUploads: 'ListObjects',
};

/** Operations of a bucket that the platform's policies name on their own. */
const byName: Readonly<Record<string, string>> = {
  HeadBucket: 'GetBucket',
  GetBucketCors: 'GetBucketCors',
  PutBucketCors: 'PutBucketCors',
  DeleteBucketCors: 'DeleteBucketCors',
  GetBucketLifecycleConfiguration: 'GetBucketLifecycle',
  PutBucketLifecycleConfiguration: 'PutBucketLifecycle',
  DeleteBucketLifecycle: 'DeleteBucketLifecycle',
  PutObjectAcl: 'PutObjectAcl',
};

/** The platform's name of an operation, by which the policies of users mean it (contract 4.10). */
export function platformActionOf({ name, action }: { name: string; action: Action }): string {
  return `storage:${Object.hasOwn(byName, name) ? byName[name] : byAction[action]}`;
}
