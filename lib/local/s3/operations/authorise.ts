import { sourceOf } from '#lib/local/inside/sources.ts';
import type { Action } from '#lib/local/s3/auth/actions.ts';
import { platformActionOf, policyActionOf } from '#lib/local/s3/auth/actions.ts';
import { ownerOf } from '#lib/local/s3/auth/caller.ts';
import { type Access, isAllowed, type Target } from '#lib/local/s3/auth/permissions.ts';
import type { PolicyRequest } from '#lib/local/s3/auth/policy-facts.ts';
import { S3Error } from '#lib/local/s3/errors.ts';
import { currentKey, uploadKey } from '#lib/local/s3/store/keys.ts';
import type { BucketRecord, ObjectRecord, UploadRecord } from '#lib/local/s3/store/records.ts';
import type { Store } from '#lib/local/s3/store/store.ts';
import { findVersion } from '#lib/local/s3/store/versions.ts';
import type { Call } from './operation.ts';

/** An operation, and the bucket and key to which it is applied. */
export interface Asked {
  /** The name of an operation of the table. */
  name: string;
  action: Action;
  bucket: string | undefined;
  /** The object key, or the prefix of a listing. */
  path: string | undefined;
  version?: string | undefined;
  uploadId?: string | undefined;
  describes?: boolean;
  /** Stand for the request's own, where a form's fields or the body have them. */
  headers?: PolicyRequest['headers'];
  newTags?: PolicyRequest['newTags'];
}

/** Throws AccessDenied where a client expects a bucket to belong to another account. */
export function checkOwner(bucket: BucketRecord, expected: string | undefined): void {
  if (expected !== undefined && expected !== ownerOf(bucket).ID) throw new S3Error('AccessDenied');
}

type Asking = Pick<Call, 'engine' | 'request' | 'caller' | 'signer'>;

/** Throws AccessDenied unless the caller may do what is asked. */
export function checkAccess(call: Asking, bucket: BucketRecord | undefined, asked: Asked): void {
  if (!mayAccess(call, bucket, asked)) throw new S3Error('AccessDenied');
}

/** Whether the caller may do what is asked. */
export function mayAccess(call: Asking, bucket: BucketRecord | undefined, asked: Asked): boolean {
  const found = () => recordOf(call.engine.store, bucket, asked);
  const access: Access = {
    action: asked.action,
    policyAction: policyActionOf(asked, asked.version !== undefined),
    platformAction: platformActionOf(asked),
    bucket: asked.bucket,
    path: asked.path,
    describes: asked.describes ?? false,
    request: policyRequest(call, asked, () => found()?.tags),
    target: () => targetOf(found()),
  };
  return isAllowed(call.caller, bucket, access);
}

/** The object, or the upload, that is asked for; undefined where there is none. */
export function recordOf(
  { tables }: Store,
  bucket: BucketRecord | undefined,
  { action, path, version, uploadId }: Pick<Asked, 'action' | 'path' | 'version' | 'uploadId'>,
): ObjectRecord | UploadRecord | undefined {
  if (!bucket || path === undefined || action.includes('Bucket')) return undefined;
  if (uploadId !== undefined) {
    return /^[\w-]{32}$/.test(uploadId) ? tables.uploads.get(uploadKey(bucket.id, path, uploadId)) : undefined;
  }
  if (version === undefined) return tables.current.get(currentKey(bucket.id, path));
  const record = findVersion(tables, bucket, path, version);
  return record?.marker ? undefined : record;
}

function targetOf(record: ObjectRecord | UploadRecord | undefined): Target | undefined {
  return record && { owner: record.owner, acl: record.acl, upload: 'initiated' in record };
}

function policyRequest(
  { engine, request, caller, signer }: Asking,
  { action, path, headers, newTags }: Asked,
  tags: PolicyRequest['tags'],
): PolicyRequest {
  const { socket } = request.message;
  const now = engine.now();
  return {
    query: request.query,
    headers: headers ?? request.headers,
    source: sourceOf(socket),
    secure: 'encrypted' in socket,
    now,
    account: caller.kind === 'user' ? caller.user.account : undefined,
    signature: signer && {
      form: signer.signature.form,
      older: signer.signature.older ?? false,
      age: Math.max(0, now.getTime() - signer.signature.signedAt.getTime()),
    },
    ...(action === 'ListBucket' && path !== undefined && { prefix: path }),
    newTags,
    tags,
  };
}
