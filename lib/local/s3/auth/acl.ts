/** An account as owner, with the names of S3's documents. */
export interface Owner {
  ID: string;
  DisplayName: string;
}

/** To whom an ACL grants something: an owner, everyone, everyone with a key, or the users of another account. */
export type Grantee = 'owner' | 'bucket-owner' | 'everyone' | 'signed' | Account;

/** An account as a grantee, by its id. */
export type Account = `account ${string}`;

/** The grantee that an account is. */
export const accountGrantee = (id: string): Account => `account ${id}`;

/** The id of the account that a grantee is; undefined for a group or an owner. */
export const accountIn = (to: Grantee): string | undefined => /^account (.+)$/.exec(to)?.[1];

export const aclPermissions = ['READ', 'WRITE', 'READ_ACP', 'WRITE_ACP', 'FULL_CONTROL'] as const;
export type AclPermission = (typeof aclPermissions)[number];

export interface Grant {
  to: Grantee;
  permission: AclPermission;
}

/** The grants of a bucket or an object. Where there are none stored, the ACL is `private`. */
export type Acl = readonly Grant[];

const own: Grant = { to: 'owner', permission: 'FULL_CONTROL' };

/** The ACLs that a header can name, with their grants; groups come first, as some clients expect. */
const canned: Readonly<Record<string, Acl>> = {
  private: [own],
  'public-read': [{ to: 'everyone', permission: 'READ' }, own],
  'public-read-write': [{ to: 'everyone', permission: 'READ' }, { to: 'everyone', permission: 'WRITE' }, own],
  'authenticated-read': [{ to: 'signed', permission: 'READ' }, own],
  'bucket-owner-read': [own, { to: 'bucket-owner', permission: 'READ' }],
  'bucket-owner-full-control': [own, { to: 'bucket-owner', permission: 'FULL_CONTROL' }],
};

/** The ACL of this name; undefined for another name. */
export function cannedAcl(name: string): Acl | undefined {
  return Object.hasOwn(canned, name) ? canned[name] : undefined;
}

/** Whether an ACL grants something to a group. */
export function isPublicAcl(acl: Acl | undefined): boolean {
  return acl?.some(({ to }) => to === 'everyone' || to === 'signed') ?? false;
}

/** Whether an ACL lets in others than the owners: a group or another account. */
export function isShared(acl: Acl | undefined): boolean {
  return isPublicAcl(acl) || (acl?.some(({ to }) => accountIn(to) !== undefined) ?? false);
}

/** The right that an ACL must give for an action, and whether the ACL of the bucket or of the object gives it. */
interface Need {
  on: 'bucket' | 'object';
  permission: AclPermission;
}

const listing: Need = { on: 'bucket', permission: 'READ' };
const writing: Need = { on: 'bucket', permission: 'WRITE' };

/** The actions that an ACL can allow (S3's table of ACL permissions and policy permissions). */
const needs: Readonly<Record<string, Need>> = {
  ListBucket: listing,
  ListBucketVersions: listing,
  ListBucketMultipartUploads: listing,
  PutObject: writing,
  AbortMultipartUpload: writing,
  ListMultipartUploadParts: writing,
  GetBucketAcl: { on: 'bucket', permission: 'READ_ACP' },
  PutBucketAcl: { on: 'bucket', permission: 'WRITE_ACP' },
  GetObject: { on: 'object', permission: 'READ' },
  GetObjectVersion: { on: 'object', permission: 'READ' },
  GetObjectAcl: { on: 'object', permission: 'READ_ACP' },
  GetObjectVersionAcl: { on: 'object', permission: 'READ_ACP' },
  PutObjectAcl: { on: 'object', permission: 'WRITE_ACP' },
  PutObjectVersionAcl: { on: 'object', permission: 'WRITE_ACP' },
};

/** The need of an action; who writes an object may describe it in the same request. */
export function needOf(action: string, describes = false): Need | undefined {
  return describes ? writing : Object.hasOwn(needs, action) ? needs[action] : undefined;
}

/** Whether an ACL grants a right to one of these. */
export function grants(acl: Acl | undefined, to: ReadonlySet<Grantee>, permission: AclPermission): boolean {
  return (acl ?? [own]).some(
    (grant) => to.has(grant.to) && (grant.permission === permission || grant.permission === 'FULL_CONTROL'),
  );
}
