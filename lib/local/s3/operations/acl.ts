import { childrenOf } from '#lib/drivers/xml/parse.ts';
import { S3Error } from '#lib/local/s3/errors.ts';
import type { Reply } from '#lib/local/s3/http/reply.ts';
import type { BucketRecord } from '#lib/local/s3/store/records.ts';
import { childText, malformed } from '#lib/local/s3/xml/parse.ts';
import { document } from '#lib/local/s3/xml/write.ts';
import { readXml } from './body.ts';
import { OWNER } from './list-objects.ts';
import { checkImplied } from './object-headers.ts';
import type { BucketCall, ObjectCall, Operation } from './operation.ts';

const TYPE = 'Grantee xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type=';
const EVERYONE = 'http://acs.amazonaws.com/groups/global/AllUsers';

function getAcl({ bucket }: BucketCall | ObjectCall): Reply {
  const grants = [
    { [`${TYPE}"CanonicalUser"`]: OWNER, Permission: 'FULL_CONTROL' },
    { [`${TYPE}"Group"`]: { URI: EVERYONE }, Permission: 'READ' },
  ];
  const AccessControlList = { Grant: bucket.acl === 'public-read' ? grants : grants.slice(0, 1) };
  return { xml: document('AccessControlPolicy', { Owner: OWNER, AccessControlList }) };
}

/**
 * An ACL that changes nothing is accepted, since some clients copy it. It says that the bucket's owner owns everything.
 */
async function putAcl(call: BucketCall | ObjectCall): Promise<Reply> {
  const { headers } = call.request;
  checkImplied(headers);
  if (headers['x-amz-acl'] !== undefined) return {};
  const root = await readXml(call);
  const [list] = childrenOf(root, 'AccessControlList');
  if (root.name !== 'AccessControlPolicy' || !list) throw malformed();
  const given = childrenOf(list, 'Grant').map((grant) => {
    const [grantee] = childrenOf(grant, 'Grantee');
    const who = grantee && (childText(grantee, 'ID') ?? childText(grantee, 'URI'));
    return `${who} ${childText(grant, 'Permission')}`;
  });
  const usual = new Set(grantsOf(call.bucket));
  if (given.length > 0 && given.every((grant) => usual.has(grant))) return {};
  throw new S3Error('AccessControlListNotSupported');
}

function grantsOf({ acl }: BucketRecord): string[] {
  const own = `${OWNER.ID} FULL_CONTROL`;
  return acl === 'public-read' ? [own, `${EVERYONE} READ`] : [own];
}

const reads = { method: 'GET', query: 'acl', counts: 'get' } as const;
const writes = { method: 'PUT', query: 'acl', counts: 'put' } as const;

/** ACLs can be read but not changed. */
export const aclOperations: readonly Operation[] = [
  { name: 'GetBucketAcl', level: 'bucket', ...reads, action: 'ReadBucketConfiguration', run: getAcl },
  { name: 'PutBucketAcl', level: 'bucket', ...writes, action: 'ConfigureBucket', run: putAcl },
  { name: 'GetObjectAcl', level: 'object', ...reads, action: 'GetObject', run: getAcl },
  { name: 'PutObjectAcl', level: 'object', ...writes, action: 'PutObject', run: putAcl },
];
