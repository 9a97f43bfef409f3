import { isPublicAcl } from '#lib/local/s3/auth/acl.ts';
import { isPublicPolicy, readBucketPolicy } from '#lib/local/s3/auth/bucket-policy.ts';
import { S3Error } from '#lib/local/s3/errors.ts';
import type { Reply } from '#lib/local/s3/http/reply.ts';
import type { BucketRecord, PublicAccessBlock } from '#lib/local/s3/store/records.ts';
import { bucketKey } from '#lib/local/s3/store/store.ts';
import { childText, malformed } from '#lib/local/s3/xml/parse.ts';
import { document } from '#lib/local/s3/xml/write.ts';
import { childrenOf } from '#lib/standards/xml/parse.ts';
import { readBytes, readXml } from './body.ts';
import { configuredByApi } from './control.ts';
import type { BucketCall, Operation } from './operation.ts';
import { checkPolicyGrants, checkPolicyRoute } from './publishing.ts';

const MOST_POLICY = 64 * 1024;

/** Changes settings that the API does not have: it checks and audits that the user changes the bucket. */
export async function configure(
  call: BucketCall,
  change: (fresh: BucketRecord) => Partial<BucketRecord>,
): Promise<void> {
  const { engine, bucket } = call;
  const { store } = engine;
  await configuredByApi(call, bucket.name, {});
  await store.change(bucket, (fresh) => {
    store.tables.buckets.putSync(bucketKey(fresh.name), { ...fresh, ...change(fresh) });
  });
}

function getPolicy(call: BucketCall): Reply {
  const { bucket } = call;
  checkPolicyRoute(call, bucket, 'Get');
  if (!bucket.policy) throw new S3Error('NoSuchBucketPolicy', { details: { BucketName: bucket.name } });
  return { bytes: Buffer.from(bucket.policy.text), headers: { 'content-type': 'application/json' } };
}

async function putPolicy(call: BucketCall): Promise<Reply> {
  checkPolicyRoute(call, call.bucket, 'Put');
  const policy = readBucketPolicy((await readBytes(call, MOST_POLICY)).toString('utf8'), call.bucket.name);
  checkPolicyGrants(call, call.bucket, policy);
  await configure(call, ({ publicAccess }) => {
    if (publicAccess?.blockPublicPolicy && isPublicPolicy(policy)) throw new S3Error('AccessDenied');
    return { policy };
  });
  return { status: 204 };
}

async function deletePolicy(call: BucketCall): Promise<Reply> {
  checkPolicyRoute(call, call.bucket, 'Delete');
  await configure(call, () => ({ policy: undefined }));
  return { status: 204 };
}

/** Whether the bucket is public, by its policy or by its ACL. */
function getPolicyStatus({ bucket }: BucketCall): Reply {
  const { policy, grants, acl, publicAccess } = bucket;
  const byAcl = !publicAccess?.ignorePublicAcls && (isPublicAcl(grants) || acl === 'public-read');
  const byPolicy = !publicAccess?.restrictPublicBuckets && isPublicPolicy(policy);
  return { xml: document('PolicyStatus', { IsPublic: byAcl || byPolicy }) };
}

function getPublicAccess({ bucket }: BucketCall): Reply {
  const { publicAccess } = bucket;
  if (!publicAccess) {
    throw new S3Error('NoSuchPublicAccessBlockConfiguration', { details: { BucketName: bucket.name } });
  }
  return {
    xml: document('PublicAccessBlockConfiguration', {
      BlockPublicAcls: publicAccess.blockPublicAcls,
      IgnorePublicAcls: publicAccess.ignorePublicAcls,
      BlockPublicPolicy: publicAccess.blockPublicPolicy,
      RestrictPublicBuckets: publicAccess.restrictPublicBuckets,
    }),
  };
}

async function putPublicAccess(call: BucketCall): Promise<Reply> {
  const root = await readXml(call);
  if (root.name !== 'PublicAccessBlockConfiguration') throw malformed();
  const flag = (name: string): boolean => {
    const text = childText(root, name)?.toLowerCase() ?? 'false';
    if (text !== 'true' && text !== 'false') throw malformed();
    return text === 'true';
  };
  const publicAccess: PublicAccessBlock = {
    blockPublicAcls: flag('BlockPublicAcls'),
    ignorePublicAcls: flag('IgnorePublicAcls'),
    blockPublicPolicy: flag('BlockPublicPolicy'),
    restrictPublicBuckets: flag('RestrictPublicBuckets'),
  };
  await configure(call, () => ({ publicAccess }));
  return {};
}

async function deletePublicAccess(call: BucketCall): Promise<Reply> {
  await configure(call, () => ({ publicAccess: undefined }));
  return { status: 204 };
}

const OWNERSHIP = 'BucketOwnerEnforced';

/** Owner of a bucket has every right to its objects, and that cannot be changed. */
async function putOwnership(call: BucketCall): Promise<Reply> {
  const root = await readXml(call);
  const [rule] = childrenOf(root, 'Rule');
  const wanted = rule && childText(rule, 'ObjectOwnership');
  if (root.name !== 'OwnershipControls' || wanted === undefined) throw malformed();
  if (wanted === OWNERSHIP) return {};
  throw new S3Error('NotImplemented', {
    message: `ObjectOwnership ${wanted.slice(0, 64)} is not implemented; it is ${OWNERSHIP}`,
  });
}

const reads = { method: 'GET', level: 'bucket', action: 'ReadBucketConfiguration', counts: 'get' } as const;
const writes = { method: 'PUT', level: 'bucket', action: 'ConfigureBucket', counts: 'put' } as const;
const removes = { method: 'DELETE', level: 'bucket', action: 'ConfigureBucket', counts: 'put' } as const;
const ownership = document('OwnershipControls', { Rule: { ObjectOwnership: OWNERSHIP } });

/** Operations on a bucket's policy and public access. */
export const accessOperations: readonly Operation[] = [
  { name: 'GetBucketPolicy', query: 'policy', ...reads, run: getPolicy },
  { name: 'PutBucketPolicy', query: 'policy', ...writes, run: putPolicy },
  { name: 'DeleteBucketPolicy', query: 'policy', ...removes, run: deletePolicy },
  { name: 'GetBucketPolicyStatus', query: 'policyStatus', ...reads, run: getPolicyStatus },
  { name: 'GetBucketPublicAccessBlock', query: 'publicAccessBlock', ...reads, run: getPublicAccess },
  { name: 'PutBucketPublicAccessBlock', query: 'publicAccessBlock', ...writes, run: putPublicAccess },
  { name: 'DeleteBucketPublicAccessBlock', query: 'publicAccessBlock', ...removes, run: deletePublicAccess },
  { name: 'GetBucketOwnershipControls', query: 'ownershipControls', ...reads, run: () => ({ xml: ownership }) },
  { name: 'PutBucketOwnershipControls', query: 'ownershipControls', ...writes, run: putOwnership },
];
