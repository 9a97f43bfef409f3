import {
  type Acl,
  type AclPermission,
  accountGrantee,
  type Grant,
  type Grantee,
  type Owner,
} from '#lib/local/s3/auth/acl.ts';
import { ownerOf } from '#lib/local/s3/auth/caller.ts';
import { S3Error } from '#lib/local/s3/errors.ts';
import { invalidArgument } from '#lib/local/s3/http/reply.ts';
import type { BucketRecord, ObjectRecord } from '#lib/local/s3/store/records.ts';

/** The addresses of the groups that an ACL can name. */
export const groups = {
  everyone: 'http://acs.amazonaws.com/groups/global/AllUsers',
  signed: 'http://acs.amazonaws.com/groups/global/AuthenticatedUsers',
} as const;

/** The accounts that an ACL's grants to owners mean. */
export interface Owners {
  owner: Owner;
  'bucket-owner': Owner;
}

/** The owners of a bucket or one of its objects. */
export const ownersOf = (bucket: BucketRecord, record?: ObjectRecord): Owners => ({
  owner: ownerOf(bucket, record),
  'bucket-owner': ownerOf(bucket),
});

/** A grantee as a request names it, by one of the three. */
interface Named {
  id?: string | undefined;
  uri?: string | undefined;
  email?: string | undefined;
}

/** Throws UnresolvableGrantByEmailAddress and InvalidArgument. */
export function granteeOf({ id, uri, email }: Named, owners: Owners): Grantee {
  if (email !== undefined) throw new S3Error('UnresolvableGrantByEmailAddress');
  const names: readonly (readonly [Grantee, string])[] = [
    ['owner', owners.owner.ID],
    ['bucket-owner', owners['bucket-owner'].ID],
    ['everyone', groups.everyone],
    ['signed', groups.signed],
  ];
  const found = names.find(([, name]) => name === (id ?? uri))?.[0];
  if (found) return found;
  if (uri !== undefined) throw invalidArgument('Invalid group uri', 'URI', uri);
  if (id === undefined || !/^\d{12}$/.test(id)) throw invalidArgument('Invalid id', 'CanonicalUser/ID', id ?? '');
  return accountGrantee(id);
}

const permissions: readonly (readonly [header: string, permission: AclPermission])[] = [
  ['x-amz-grant-full-control', 'FULL_CONTROL'],
  ['x-amz-grant-read', 'READ'],
  ['x-amz-grant-read-acp', 'READ_ACP'],
  ['x-amz-grant-write', 'WRITE'],
  ['x-amz-grant-write-acp', 'WRITE_ACP'],
];

/**
 * The grants in the headers of a request, `id="…", uri="…"`; undefined where it has none. Throws InvalidRequest where
 * it names an ACL too, of which one would be lost, and InvalidArgument.
 */
export function headerGrants(headers: Readonly<Record<string, string>>, owners: Owners): Acl | undefined {
  const sent = permissions.filter(([header]) => headers[header] !== undefined);
  if (sent.length === 0) return undefined;
  if (headers['x-amz-acl'] !== undefined)
    throw new S3Error('InvalidRequest', {
      message: 'Specifying both Canned ACLs and Header Grants is not allowed',
    });
  const acl = sent.flatMap(([header, permission]) =>
    (headers[header] ?? '').split(',').map((text): Grant => {
      const [, name = '', value] = /^\s*(id|uri|emailAddress)\s*=\s*"?([^"\s]+)"?\s*$/i.exec(text) ?? [];
      if (value === undefined) throw invalidArgument('Argument format not recognized', header, text.slice(0, 128));
      const known = name.toLowerCase() === 'emailaddress' ? 'email' : name.toLowerCase();
      return { to: granteeOf({ [known]: value }, owners), permission };
    }),
  );
  if (acl.length > 100) throw new S3Error('InvalidRequest', { message: 'An ACL has at most 100 grants' });
  return acl;
}
