import { beforeAll } from 'vitest';
import { handler as createKey } from '#functions/auth/access-keys/create.ts';
import { handler as createUser } from '#functions/auth/iam-users/create.ts';
import type { Statement } from '#lib/model/identity/policy/document.ts';
import type { SignedUp } from '#lib/testing/functions/call.ts';
import { verified } from '#lib/testing/functions/verified.ts';
import { type Caller, callerOf, expectStatus, newName, newPolicy } from '#test/support/accounts/iam.ts';
import { type TestObjects, testObjects } from '#test/support/storage/objects.ts';
import { type Credentials, send } from './send.ts';

/** The object engine, an account with a verified owner, and its calls. */
export let objects: TestObjects;
export let owner: SignedUp;
export let root: Caller;

/** Gives the tests of a file a verified account beside an object engine. */
export function useVerified(): void {
  beforeAll(async () => {
    objects = await testObjects();
    owner = await verified();
    root = callerOf(owner);
  });
}

/** A policy of everything in storage. */
export const everything: Partial<Statement>[] = [{ Action: 'storage:*' }];

/** The SRN of a bucket of the account. */
export const bucketSrn = (name: string): string => `srn:storage:in-mum:${owner.account_id}:bucket/${name}`;

/** A new IAM user with a policy of these statements, and an access key of the user. */
export async function userWith(
  statements: Partial<Statement>[],
  of = owner,
): Promise<Credentials & { username: string }> {
  const caller = callerOf(of);
  const policy = await newPolicy(of, ...statements);
  const username = newName('user');
  await expectStatus(201, caller(createUser, { body: { username, policy_ids: [policy] } }));
  const key = await expectStatus(201, caller(createKey, { params: { username }, body: {} }));
  return { ...key, username };
}

/** Sends an S3 request of a key; its status and error code. */
export const s3 = (key: Credentials, method: string, path: string, body?: string, headers?: Record<string, string>) =>
  send(key, `${objects.url}/${path}`, { method, ...(body !== undefined && { body }), ...(headers && { headers }) });

/** Replies as `s3` shows them. */
export const ok = [200, ''];
export const denied = [403, 'AccessDenied'];
