import { sourceOf } from '#lib/local/inside/sources.ts';
import { type Acl, isShared } from '#lib/local/s3/auth/acl.ts';
import type { StorageAction } from '#lib/local/s3/auth/actions.ts';
import type { BucketPolicy } from '#lib/local/s3/auth/bucket-policy.ts';
import { isDenied } from '#lib/local/s3/auth/permissions.ts';
import { S3Error } from '#lib/local/s3/errors.ts';
import type { BucketRecord } from '#lib/local/s3/store/records.ts';
import type { Call } from './operation.ts';

/*
 * Who lets others in must not be denied what they are let in to: a user whom a policy denies an object could otherwise
 * publish it, and read it without a key. The platform's API checks the same (contract 1.10).
 */

type Asking = Pick<Call, 'caller' | 'request'>;

/** Throws AccessDenied where a policy of the user denies, for some object of the bucket, what the policy allows. */
export function checkPolicyGrants(call: Asking, bucket: BucketRecord, { statements }: BucketPolicy): void {
  if (!statements.some(({ effect }) => effect === 'Allow')) return;
  refuseDenied(call, bucket, ['storage:ListObjects', 'storage:GetObject', 'storage:PutObject', 'storage:DeleteObject']);
}

/**
 * Throws AccessDenied where a policy of the user denies the route of the API that does the same. The Allow is that of
 * the operation.
 */
export function checkPolicyRoute(call: Asking, bucket: BucketRecord, verb: 'Get' | 'Put' | 'Delete'): void {
  refuseDenied(call, bucket, [`storage:${verb}BucketPolicy`]);
}

/** Throws AccessDenied where a policy of the user denies what the ACL of a bucket grants to others. */
export function checkBucketGrants(call: Asking, bucket: BucketRecord, acl: Acl | undefined): void {
  if (isShared(acl)) refuseDenied(call, bucket, ['storage:ListObjects', 'storage:PutObject']);
}

/** Throws AccessDenied where a policy of the user denies reading an object that its ACL lets others read. */
export function checkObjectGrants(call: Asking, bucket: BucketRecord, key: string, acl: Acl | undefined): void {
  if (isShared(acl)) refuseDenied(call, bucket, ['storage:GetObject'], key);
}

/** Without a key, every object of the bucket counts. */
function refuseDenied(call: Asking, bucket: BucketRecord, actions: readonly StorageAction[], key?: string): void {
  const source = sourceOf(call.request.message.socket);
  if (actions.some((action) => isDenied(call.caller, bucket, { action, key, source }))) {
    throw new S3Error('AccessDenied');
  }
}
