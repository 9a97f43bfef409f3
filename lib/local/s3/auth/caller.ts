import type { Owner } from './acl.ts';
import type { KeyUser, ObjectKey } from './keys.ts';

/** The sender of a request, after the signature was verified. */
export type Caller =
  | { kind: 'anonymous' }
  | { kind: 'platform'; accessKeyId: string; key: ObjectKey }
  /** A key of one bucket. */
  | { kind: 'bucket-key'; accessKeyId: string; key: ObjectKey }
  | { kind: 'user'; accessKeyId: string; user: KeyUser };

/** The owner of what belongs to no account. The platform shows no account there. */
export const PLATFORM: Owner = { ID: 'svc', DisplayName: 'svc' };

/** The owner of a bucket or of something in it. */
export function ownerOf(bucket: { owner?: Owner | undefined }, record?: { owner?: Owner | undefined }): Owner {
  return record?.owner ?? bucket.owner ?? PLATFORM;
}

/** The caller that a verified key identifies; without a signer the request is anonymous. */
export function callerOf(signer: { accessKeyId: string; key: ObjectKey } | undefined): Caller {
  if (!signer) return { kind: 'anonymous' };
  const { accessKeyId, key } = signer;
  if (key.user) return { kind: 'user', accessKeyId, user: key.user };
  return { kind: key.bucket === null ? 'platform' : 'bucket-key', accessKeyId, key };
}

/** The names by which the principals of a policy mean a caller; `*` means everyone. */
export function namesOf(caller: Caller): readonly string[] {
  if (caller.kind === 'anonymous') return [];
  return caller.kind === 'user' ? [caller.accessKeyId, caller.user.account, caller.user.srn] : [caller.accessKeyId];
}

/** The account of a caller, as the owner of what it makes; undefined where that belongs to the bucket's owner. */
export function accountOf(caller: Caller): Owner | undefined {
  return caller.kind === 'user' ? { ID: caller.user.account, DisplayName: caller.user.name } : undefined;
}

/** Whether a bucket of this owner belongs to the account of the caller. */
export function isOwnAccount(caller: Caller, owner: Owner | undefined): boolean {
  return caller.kind === 'user' && caller.user.account === owner?.ID;
}
