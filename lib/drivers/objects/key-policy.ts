import type { BucketKey, KeyPermission } from './engine.ts';

const reading = ['GetObject*'];
const writing = [
  'PutObject',
  'PutObjectTagging',
  'DeleteObject',
  'DeleteObjectVersion',
  'DeleteObjectTagging',
  'AbortMultipartUpload',
  'ListMultipartUploadParts',
];
const listing = ['ListBucket', 'ListBucketVersions'];

const onObjects: Readonly<Record<KeyPermission, readonly string[]>> = {
  read: reading,
  write: writing,
  readwrite: [...reading, ...writing],
};

const denied: Readonly<Record<KeyPermission, readonly string[]>> = { read: writing, write: reading, readwrite: [] };

const onBucket: Readonly<Record<KeyPermission, readonly string[]>> = {
  read: listing,
  write: [],
  readwrite: [...listing, 'ListBucketMultipartUploads'],
};

const objectActions = ['GetObject*', 'PutObject*', 'DeleteObject*', 'AbortMultipartUpload', 'ListMultipartUploadParts'];

/**
 * The policy of the IAM user that holds a key (contract 4.10). It also denies explicitly what the key may not do:
 * outside AWS a user owns the objects that it wrote, and would have every permission on them.
 */
export function keyPolicy(
  { bucket, permission, prefix }: Pick<BucketKey, 'bucket' | 'permission' | 'prefix'>,
  partition = 'arn:aws',
): string {
  const whole = `${partition}:s3:::${bucket}`;
  const own = `${whole}/${literal(prefix ?? '')}*`;
  const bounded = prefix ? { Condition: { StringLike: { 's3:prefix': [`${literal(prefix)}*`] } } } : {};
  const statements = [
    say('Allow', onObjects[permission], { Resource: [own] }),
    { ...say('Allow', onBucket[permission], { Resource: [whole] }), ...bounded },
    say('Allow', permission === 'write' ? [] : ['GetBucketLocation'], { Resource: [whole] }),
    say('Deny', ['PutObjectAcl', 'PutObjectVersionAcl', ...denied[permission]], { Resource: [`${whole}/*`] }),
    say('Deny', prefix ? objectActions : [], { NotResource: [own] }),
  ];
  return JSON.stringify({ Version: '2012-10-17', Statement: statements.filter(({ Action }) => Action.length > 0) });
}

function say(
  effect: 'Allow' | 'Deny',
  actions: readonly string[],
  on: { Resource: string[] } | { NotResource: string[] },
) {
  return { Effect: effect, Action: actions.map((name) => `s3:${name}`), ...on };
}

/** Escapes IAM's wildcards and variables. */
function literal(text: string): string {
  return text.replace(/[*?$]/g, (char) => `\${${char}}`);
}
