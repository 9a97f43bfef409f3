import type { BucketRecord } from '#lib/local/s3/store/records.ts';
import { srn } from '#lib/model/platform/principal.ts';
import type { Source } from '#lib/model/platform/source.ts';
import { type Acl, type AclPermission, accountGrantee, type Grantee, grants, needOf, type Owner } from './acl.ts';
import { type Action, platformResourceOf, type StorageAction } from './actions.ts';
import { decide, isPublicPolicy } from './bucket-policy.ts';
import { accountOf, type Caller, isOwnAccount, namesOf, PLATFORM } from './caller.ts';
import type { Answer, ObjectKey, Permission } from './keys.ts';
import { factOf, type PolicyRequest } from './policy-facts.ts';

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

/** Operations that create or delete buckets, which no key of a bucket may use. */
const wide: ReadonlySet<Action> = new Set<Action>(['CreateBucket', 'DeleteBucket']);

/** The operations on objects. A key's prefix applies to them. */
const onObjects: ReadonlySet<Action> = new Set<Action>([
  'GetObject',
  'PutObject',
  'PutObjectAcl',
  'PutObjectRetention',
  'PutObjectLegalHold',
  'BypassGovernanceRetention',
  'DeleteObject',
  'AbortMultipartUpload',
  'ListMultipartUploadParts',
]);

/** The operations to which a key's prefix applies. */
const bounded: ReadonlySet<Action> = new Set<Action>([...onObjects, 'ListBucket', 'ListBucketMultipartUploads']);

/** Operations that a bucket's policy can allow to users of the same account only. */
const reserved: ReadonlySet<Action> = new Set<Action>([
  ...wide,
  'ListAllMyBuckets',
  'ConfigureBucket',
  'ReadBucketConfiguration',
]);

/** By these the root user of a bucket's account can always take back a policy. */
const ofPolicy: ReadonlySet<string> = new Set(['GetBucketPolicy', 'PutBucketPolicy', 'DeleteBucketPolicy']);

/** What an operation would act on, as far as ACLs are concerned. */
export interface Target {
  /** Undefined where it belongs to the owner of the bucket. */
  owner: Owner | undefined;
  acl: Acl | undefined;
  /** An upload in progress, not an object. */
  upload: boolean;
}

/** What a request asks for. */
export interface Access {
  action: Action;
  /** The name by which the policies of buckets mean it. */
  policyAction: string;
  /** The name by which the policies of users mean it. */
  platformAction: StorageAction;
  bucket: string | undefined;
  /** The object key, or the prefix of a listing. */
  path: string | undefined;
  /** The request writes the object too, and this only describes it (its tags, its ACL). */
  describes?: boolean;
  request: PolicyRequest;
  target: () => Target | undefined;
}

/**
 * Whether a caller may do this. An explicit denial wins. In the bucket's own account an allowance of the caller's
 * policies or of the bucket's policy suffices; a foreign user needs both, where an ACL counts as the bucket's. Keys of
 * the platform are subject to no policy, and keys of a bucket to no ACL.
 */
export function isAllowed(caller: Caller, bucket: BucketRecord | undefined, access: Access): boolean {
  if (caller.kind === 'platform') return fits(caller.key, access);
  const said = saidOf(caller, bucket, access);
  if (said === 'deny') return false;
  const allows = said === 'allow' && isOpen(caller, bucket) && !reserved.has(access.action);
  switch (caller.kind) {
    case 'anonymous':
      return allows || isGranted(caller, bucket, access);
    case 'bucket-key':
      return (allows && access.action !== 'PutObjectAcl') || fits(caller.key, access);
    case 'user':
      return mayUser(caller, bucket, access, { said, allows });
  }
}

function mayUser(
  caller: Extract<Caller, { kind: 'user' }>,
  bucket: BucketRecord | undefined,
  access: Access,
  { said, allows }: { said: Answer; allows: boolean },
): boolean {
  const own = ownOf(caller, bucket, access);
  if (own === 'deny') return false;
  if (!bucket || isOwnAccount(caller, bucket.owner))
    return (own === 'allow' || said === 'allow') && mayUseAcl(caller, bucket, access);
  return own === 'allow' && (allows || isGranted(caller, bucket, access));
}

/** The ACL of an object is its owner's: the bucket's owner reads and changes that of another account as granted. */
function mayUseAcl(caller: Caller, bucket: BucketRecord | undefined, access: Access): boolean {
  const need = needOf(access.policyAction, access.describes);
  if (!bucket || need?.on !== 'object' || !isOfAcl(need.permission)) return true;
  const target = access.target();
  if (target?.owner === undefined) return true;
  return grants(target.acl, new Set([...granteesOf(caller, bucket), 'bucket-owner']), need.permission);
}

const isOfAcl = (permission: AclPermission): boolean => permission === 'READ_ACP' || permission === 'WRITE_ACP';

/** The answer of the bucket's policy. */
function saidOf(caller: Caller, bucket: BucketRecord | undefined, access: Access): Answer {
  const { action, policyAction, path = '', request } = access;
  const resource = onObjects.has(action) ? `${bucket?.name}/${path}` : `${bucket?.name}`;
  const facts = (key: string) => factOf(request, key);
  const said = decide(bucket?.policy, { names: namesOf(caller), action: policyAction, resource, facts });
  const isRoot = caller.kind === 'user' && caller.user.rights === 'all' && isOwnAccount(caller, bucket?.owner);
  return said === 'deny' && isRoot && ofPolicy.has(policyAction) ? 'silent' : said;
}

/** The answer of the user's own policies. */
function ownOf(caller: Extract<Caller, { kind: 'user' }>, bucket: BucketRecord | undefined, access: Access): Answer {
  const { account, rights } = caller.user;
  if (rights === 'all') return 'allow';
  const { platformAction, path, request } = access;
  const owner = bucket ? (bucket.owner ?? PLATFORM).ID : account;
  const resource = srn('storage', owner, platformResourceOf(platformAction, access.bucket, path));
  const tags = isOwnAccount(caller, bucket?.owner) ? (bucket?.tags ?? {}) : {};
  return rights({ action: platformAction, resource, source: request.source, tags });
}

/**
 * Whether the user's own policies deny an action on an object, or, without a key, on some object of the bucket. Only
 * users have policies.
 */
export function isDenied(
  caller: Caller,
  bucket: BucketRecord,
  { action, key, source }: { action: StorageAction; key: string | undefined; source: Source },
): boolean {
  if (caller.kind !== 'user' || caller.user.rights === 'all') return false;
  const resource = srn('storage', (bucket.owner ?? PLATFORM).ID, platformResourceOf(action, bucket.name, key));
  const tags = isOwnAccount(caller, bucket.owner) ? (bucket.tags ?? {}) : {};
  const under = key === undefined && resource.endsWith('/object/');
  return caller.user.rights({ action, resource, under, source, tags }) === 'deny';
}

/** Whether a policy that is public lets this caller in, although the bucket may restrict that. */
function isOpen(caller: Caller, bucket: BucketRecord | undefined): boolean {
  if (!bucket?.publicAccess?.restrictPublicBuckets || !isPublicPolicy(bucket.policy)) return true;
  if (caller.kind === 'bucket-key') return caller.key.bucket === bucket.name;
  return isOwnAccount(caller, bucket.owner);
}

/** Whether an ACL allows this to a caller to whom the bucket does not belong. */
function isGranted(caller: Caller, bucket: BucketRecord | undefined, access: Access): boolean {
  const need = needOf(access.policyAction, access.describes);
  if (!need || bucket?.status !== 'active') return false;
  const to = granteesOf(caller, bucket);
  const account = accountOf(caller)?.ID;
  const target = access.target();
  const isOwn = account !== undefined && target?.owner?.ID === account;
  if (need.on === 'bucket') return (!target?.upload || isOwn) && grants(bucket.grants, to, need.permission);
  if (bucket.acl === 'public-read' && need.permission === 'READ' && to.has('everyone')) return true;
  if (isOwn && isOfAcl(need.permission)) return true;
  return target !== undefined && grants(target.acl, isOwn ? new Set([...to, 'owner']) : to, need.permission);
}

/** What a caller is to an ACL. A grant to the caller's account is not public. */
function granteesOf(caller: Caller, { publicAccess }: BucketRecord): ReadonlySet<Grantee> {
  const account = accountOf(caller);
  const own = account ? [accountGrantee(account.ID)] : [];
  if (publicAccess?.ignorePublicAcls) return new Set(own);
  return new Set(caller.kind === 'anonymous' ? ['everyone'] : ['everyone', 'signed', ...own]);
}

/** Whether a key allows this. It does not reveal whether buckets of other accounts exist. */
function fits(key: ObjectKey, { action, bucket, path }: Access): boolean {
  const { permission, prefix } = key;
  return (
    (permission === 'owner' || allowed[permission].has(action)) &&
    (key.bucket === null || (!wide.has(action) && (bucket === undefined || bucket === key.bucket))) &&
    (!prefix || bucket === undefined || !bounded.has(action) || (path ?? '').startsWith(prefix))
  );
}
