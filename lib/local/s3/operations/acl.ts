import {
  type Acl,
  accountIn,
  aclPermissions,
  cannedAcl,
  type Grant,
  type Grantee,
  isPublicAcl,
  isShared,
} from '#lib/local/s3/auth/acl.ts';
import { accountOf, ownerOf } from '#lib/local/s3/auth/caller.ts';
import { S3Error } from '#lib/local/s3/errors.ts';
import type { Reply } from '#lib/local/s3/http/reply.ts';
import type { BucketRecord, ObjectHeaders } from '#lib/local/s3/store/records.ts';
import { bucketKey } from '#lib/local/s3/store/store.ts';
import { putRecord } from '#lib/local/s3/store/versions.ts';
import { childText, malformed } from '#lib/local/s3/xml/parse.ts';
import { document, type XmlValue } from '#lib/local/s3/xml/write.ts';
import { childrenOf, type XmlElement } from '#lib/standards/xml/parse.ts';
import { checkAccess } from './authorise.ts';
import { readBytes, readXml } from './body.ts';
import { configuredByApi } from './control.ts';
import { findObject } from './find.ts';
import { granteeOf, groups, headerGrants, type Owners, ownersOf } from './grants.ts';
import { checkImplied } from './object-headers.ts';
import type { BucketCall, ObjectCall, Operation } from './operation.ts';
import { checkBucketGrants, checkObjectGrants } from './publishing.ts';

const TYPE = 'Grantee xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type=';
/** Some clients read the grants of groups first. */
const isGroup = ({ to }: Grant): boolean => to === 'everyone' || to === 'signed';

function aclDocument(acl: Acl, owners: Owners): Reply {
  const Grant = [...acl.filter(isGroup), ...acl.filter((grant) => !isGroup(grant))].map(
    ({ to, permission }): XmlValue => {
      const grantee =
        to === 'everyone' || to === 'signed'
          ? { [`${TYPE}"Group"`]: { URI: groups[to] } }
          : { [`${TYPE}"CanonicalUser"`]: shownUser(to, owners) };
      return { ...grantee, Permission: permission };
    },
  );
  return { xml: document('AccessControlPolicy', { Owner: { ...owners.owner }, AccessControlList: { Grant } }) };
}

/** The other account or the owner that a grantee is. Of others only the id is known. */
function shownUser(to: Exclude<Grantee, 'everyone' | 'signed'>, owners: Owners): Record<string, string> {
  if (to === 'owner' || to === 'bucket-owner') return { ...owners[to] };
  const id = accountIn(to) ?? '';
  return { ID: id, DisplayName: id };
}

const usual = cannedAcl('private') as Acl;

/** An ACL of a bucket or one of its objects, with the control plane's `public-read`. */
function shownAcl({ acl: setting }: BucketRecord, acl: Acl = usual): Acl {
  const isShown = acl.some(({ to, permission }) => to === 'everyone' && permission === 'READ');
  return setting === 'public-read' && !isShown ? [{ to: 'everyone', permission: 'READ' }, ...acl] : acl;
}

function getBucketAcl({ bucket }: BucketCall): Reply {
  return aclDocument(shownAcl(bucket, bucket.grants), ownersOf(bucket));
}

function getObjectAcl({ engine, request, bucket, key }: ObjectCall): Reply {
  const record = findObject(engine.store, bucket, key, request.query.get('versionId'));
  return aclDocument(shownAcl(bucket, record.acl), ownersOf(bucket, record));
}

/** A private ACL makes the API's `acl` private too; of grants the API knows nothing (contract 4.10). */
async function putBucketAcl(call: BucketCall): Promise<Reply> {
  const { engine, bucket } = call;
  const grants = await sentAcl(call, ownersOf(bucket));
  checkBucketGrants(call, bucket, grants);
  checkBlock(bucket, grants);
  const isByApi = await configuredByApi(call, bucket.name, grants ? {} : { acl: 'private' });
  await engine.store.change(bucket, (fresh) => {
    checkBlock(fresh, grants);
    // The API may have been told its `acl` meanwhile, which ends grants.
    if (isByApi && grants && fresh.aclSet !== bucket.aclSet) return;
    engine.store.tables.buckets.putSync(bucketKey(fresh.name), { ...fresh, grants });
  });
  return {};
}

/** Some clients copy an ACL that changes nothing, for which writing the object is enough. */
async function putObjectAcl(call: ObjectCall): Promise<Reply> {
  const { engine, request, bucket, key } = call;
  const { store } = engine;
  const version = request.query.get('versionId');
  const find = (fresh: BucketRecord) => findObject(store, fresh, key, version);
  const before = find(bucket);
  const acl = await sentAcl(call, ownersOf(bucket, before));
  if (JSON.stringify(acl) === JSON.stringify(before.acl)) return {};
  checkPart(call, 'PutObjectAcl', 'PutObjectAcl', { version });
  checkObjectGrants(call, bucket, key, acl);
  await store.change(bucket, (fresh) => {
    checkBlock(fresh, acl);
    putRecord(store.tables, fresh, key, { ...find(fresh), acl });
  });
  return {};
}

/**
 * The ACL of a request, by its headers or its body; undefined for a private one. Throws UnexpectedContent where there
 * are both, of which one would be lost.
 */
async function sentAcl(call: BucketCall, owners: Owners): Promise<Acl | undefined> {
  const { headers } = call.request;
  checkImplied(headers);
  const name = headers['x-amz-acl'];
  const granted = headerGrants(headers, owners);
  if (name === undefined && !granted) return readAcl(await readXml(call), owners);
  const body = await readBytes(call, 64 * 1024);
  if (body.length > 0) throw new S3Error('UnexpectedContent');
  return stored(granted ?? cannedAcl(name ?? 'private'), owners);
}

/** Without a foreign owner a grant to the bucket's owner says nothing more. */
function stored(acl: Acl | undefined, owners: Owners): Acl | undefined {
  const isForeign = owners.owner.ID !== owners['bucket-owner'].ID;
  const kept = acl?.filter(({ to }) => to !== 'bucket-owner' || isForeign);
  return kept?.length === 1 && kept[0]?.to === 'owner' && kept[0].permission === 'FULL_CONTROL' ? undefined : kept;
}

function readAcl(root: XmlElement, owners: Owners): Acl | undefined {
  const [list] = childrenOf(root, 'AccessControlList');
  if (root.name !== 'AccessControlPolicy' || !list) throw malformed();
  const grants = childrenOf(list, 'Grant').map((grant): Grant => {
    const [grantee] = childrenOf(grant, 'Grantee');
    const permission = aclPermissions.find((each) => each === childText(grant, 'Permission'));
    if (!grantee || !permission) throw malformed();
    const [id, uri, email] = ['ID', 'URI', 'EmailAddress'].map((name) => childText(grantee, name));
    return { to: granteeOf({ id, uri, email }, owners), permission };
  });
  if (grants.length > 100) throw malformed();
  return stored(grants, owners);
}

/** What describes an object that is written: headers, or the fields of a form, whose tags are not in a header. */
interface Description {
  headers: Readonly<Record<string, string>>;
  newTags?: Readonly<Record<string, string>> | undefined;
}

type Writing = Omit<ObjectCall, 'plan'>;

/**
 * The ACL and the owner that a request gives to the object that it writes. Throws AccessDenied where the caller may not
 * let others in to the object, or give it tags.
 */
export function writtenAs(
  call: Writing,
  description: Description = { headers: call.request.headers },
): Pick<ObjectHeaders, 'acl' | 'owner'> {
  const { bucket, caller, key } = call;
  const { headers, newTags } = description;
  const account = accountOf(caller);
  const owner = account && account.ID !== ownerOf(bucket).ID ? account : undefined;
  const owners = { owner: owner ?? ownerOf(bucket), 'bucket-owner': ownerOf(bucket) };
  const acl = stored(headerGrants(headers, owners) ?? cannedAcl(headers['x-amz-acl'] ?? 'private'), owners);
  const describes = { ...description, describes: true };
  if (headers['x-amz-tagging'] || newTags) checkPart(call, 'PutObjectTagging', 'PutObject', describes);
  if (isShared(acl)) {
    checkPart(call, 'PutObjectAcl', 'PutObjectAcl', describes);
    checkObjectGrants(call, bucket, key, acl);
    checkBlock(bucket, acl);
  }
  return { ...(acl && { acl }), ...(owner && { owner }) };
}

/** Checks access to a part of an object. A key of a bucket writes objects, but never changes their ACLs. */
function checkPart(
  call: Writing,
  name: string,
  action: 'PutObject' | 'PutObjectAcl',
  more: Partial<Description> & { version?: string | undefined; describes?: boolean },
): void {
  const { bucket, key } = call;
  checkAccess(call, bucket, { name, action, bucket: bucket.name, path: key, ...more });
}

function checkBlock({ publicAccess }: BucketRecord, acl: Acl | undefined): void {
  if (publicAccess?.blockPublicAcls && isPublicAcl(acl)) throw new S3Error('AccessDenied');
}

const reads = { method: 'GET', query: 'acl', counts: 'get' } as const;
const writes = { method: 'PUT', query: 'acl', counts: 'put' } as const;

/** Operations on ACLs. */
export const aclOperations: readonly Operation[] = [
  { name: 'GetBucketAcl', level: 'bucket', ...reads, action: 'ReadBucketConfiguration', run: getBucketAcl },
  { name: 'PutBucketAcl', level: 'bucket', ...writes, action: 'ConfigureBucket', run: putBucketAcl },
  { name: 'GetObjectAcl', level: 'object', ...reads, action: 'GetObject', run: getObjectAcl },
  { name: 'PutObjectAcl', level: 'object', ...writes, action: 'PutObject', run: putObjectAcl },
];
