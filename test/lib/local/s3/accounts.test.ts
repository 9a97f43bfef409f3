import {
  CopyObjectCommand,
  CreateBucketCommand,
  DeleteBucketPolicyCommand,
  GetBucketPolicyCommand,
  ListBucketsCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  PutBucketPolicyCommand,
  PutObjectCommand,
  PutPublicAccessBlockCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Answer, UserQuestion } from '#lib/local/s3/auth/keys.ts';
import { accounts, asker, userKey } from './accounts.ts';
import { refusal, type TestEngine, testEngine } from './engine.ts';

let s3: TestEngine;
let ann: S3Client;
let rights: (question: UserQuestion) => Answer;
const Bucket = 'anns';

beforeAll(async () => {
  s3 = await testEngine();
  for (const name of ['ann', 'bob'] as const) {
    s3.keys.set(name.toUpperCase(), userKey(name));
    const srn = `srn:iam::${accounts[name]}:user/eve`;
    s3.keys.set(`${name.toUpperCase()}-USER`, userKey(name, { srn, rights: (question) => rights(question) }));
  }
  ann = s3.client('ANN');
  await ann.send(new CreateBucketCommand({ Bucket }));
  await ann.send(new PutObjectCommand({ Bucket, Key: 'key', Body: 'x' }));
});
beforeEach(async () => {
  rights = () => 'silent';
  await ann.send(new DeleteBucketPolicyCommand({ Bucket }));
});
afterAll(() => s3.close());

const ask = asker(() => s3);
const get = async (key?: string) => (await ask(key, 'GET', '/anns/key')).status;
const put = (Principal: unknown, more: Record<string, unknown> = {}) => {
  const Resource = [`arn:aws:s3:::${Bucket}`, `arn:aws:s3:::${Bucket}/*`];
  const statement = { Effect: 'Allow', Principal, Action: 's3:GetObject', Resource, ...more };
  return ann.send(new PutBucketPolicyCommand({ Bucket, Policy: JSON.stringify({ Statement: statement }) }));
};

it('a bucket belongs to the account of the user who makes it', async () => {
  const bob = s3.client('BOB');
  await bob.send(new CreateBucketCommand({ Bucket: 'bobs' }));
  const { Buckets, Owner } = await bob.send(new ListBucketsCommand({}));
  expect([Owner, Buckets?.map(({ Name }) => Name)]).toEqual([{ ID: accounts.bob, DisplayName: 'bob' }, ['bobs']]);
  expect(await refusal(bob.send(new CreateBucketCommand({ Bucket })))).toEqual({
    name: 'BucketAlreadyExists',
    status: 409,
  });
  expect(await refusal(ann.send(new CreateBucketCommand({ Bucket })))).toEqual({
    name: 'BucketAlreadyOwnedByYou',
    status: 409,
  });
  const listed = await ann.send(new ListObjectsV2Command({ Bucket, FetchOwner: true }));
  const { Versions } = await ann.send(new ListObjectVersionsCommand({ Bucket }));
  expect([listed.Contents?.[0]?.Owner?.ID, Versions?.[0]?.Owner?.ID]).toEqual([accounts.ann, accounts.ann]);
});

it('refuses where a client expects another owner', async () => {
  const expected = (id: string) => ({ headers: { 'x-amz-expected-bucket-owner': id } });
  expect((await ask('ANN', 'GET', '/anns/key', expected(accounts.ann))).status).toBe(200);
  expect(await ask('ANN', 'GET', '/anns/key', expected(accounts.bob))).toEqual({ status: 403, code: 'AccessDenied' });
  const copy = (ExpectedSourceBucketOwner: string) =>
    ann.send(new CopyObjectCommand({ Bucket, Key: 'copy', CopySource: 'anns/key', ExpectedSourceBucketOwner }));
  await copy(accounts.ann);
  expect(await refusal(copy(accounts.bob))).toEqual({ name: 'AccessDenied', status: 403 });
});

// The user's own policies, the bucket's policy, and what they give a user of the account and one of another.
it.each([
  ['silent', undefined, 403, 403],
  ['allow', undefined, 200, 403],
  ['silent', 'Allow', 200, 403],
  ['allow', 'Allow', 200, 200],
  ['deny', 'Allow', 403, 403],
  ['allow', 'Deny', 403, 403],
] as const)('a user whose policies say %s where the bucket’s says %s', async (own, said, inside, foreign) => {
  rights = () => own;
  if (said) await put('*', { Effect: said });
  expect([await get('ANN-USER'), await get('BOB-USER')]).toEqual([inside, foreign]);
});

it.each([
  ['everyone', '*', [200, 200, 200]],
  ['an account', { AWS: accounts.bob }, [403, 200, 200]],
  ['an account in Amazon’s form', { AWS: `arn:aws:iam::${accounts.bob}:root` }, [403, 200, 200]],
  ['a user', { AWS: `srn:iam::${accounts.bob}:user/eve` }, [403, 403, 200]],
  ['a key', { AWS: 'BOB-USER' }, [403, 403, 200]],
  ['several', { AWS: [accounts.ann, 'BOB'] }, [403, 200, 403]],
] as const)('a policy means %s', async (_, principal, statuses) => {
  rights = () => 'allow';
  await put(principal);
  expect([await get(), await get('BOB'), await get('BOB-USER')]).toEqual(statuses);
});

it('all but one principal are denied, and only denied', async () => {
  rights = () => 'allow';
  await put(undefined, { Effect: 'Deny', NotPrincipal: { AWS: accounts.bob }, Principal: undefined });
  expect([await get('ANN'), await get('ANN-USER')]).toEqual([403, 403]);
  await ann.send(new DeleteBucketPolicyCommand({ Bucket }));
  const allow = put(undefined, { NotPrincipal: { AWS: accounts.bob }, Principal: undefined });
  expect(await refusal(allow)).toEqual({ name: 'MalformedPolicy', status: 400 });
});

it('a denial holds for the owner too, but the root user can take back the policy', async () => {
  rights = () => 'allow';
  await put('*', { Effect: 'Deny', Action: 's3:*' });
  expect((await ask('ANN', 'GET', '/anns?publicAccessBlock')).status).toBe(403);
  expect((await ask('ANN-USER', 'DELETE', '/anns?policy')).status).toBe(403);
  expect((await ask('BOB', 'DELETE', '/anns?policy')).status).toBe(403);
  expect((await ann.send(new GetBucketPolicyCommand({ Bucket }))).Policy).toContain('Deny');
  await ann.send(new DeleteBucketPolicyCommand({ Bucket }));
  expect(await get('ANN')).toBe(200);
});

it('a policy allows the configuration of a bucket to users of its account only', async () => {
  rights = (question) => (question.resource.includes(accounts.bob) ? 'allow' : 'silent');
  await put('*', { Action: 's3:*' });
  expect((await ask('ANN-USER', 'GET', '/anns?versioning')).status).toBe(200);
  rights = () => 'allow';
  expect((await ask('BOB-USER', 'GET', '/anns?versioning')).status).toBe(403);
  expect((await ask('BOB', 'DELETE', '/anns')).status).toBe(403);
});

it('a bucket whose public policy is restricted is open to its own account only', async () => {
  await put('*');
  const restrict = (RestrictPublicBuckets: boolean) =>
    ann.send(new PutPublicAccessBlockCommand({ Bucket, PublicAccessBlockConfiguration: { RestrictPublicBuckets } }));
  expect([await get(), await get('BOB')]).toEqual([200, 200]);
  await restrict(true);
  expect([await get(), await get('BOB'), await get('ANN')]).toEqual([403, 403, 200]);
  await put({ AWS: accounts.bob });
  expect(await get('BOB')).toBe(200);
  await restrict(false);
});

// The actions and resources of contract 4.10.
it.each([
  ['GET', '/', 'storage:ListBuckets', '*'],
  ['PUT', '/eves', 'storage:CreateBucket', 'eves'],
  ['DELETE', '/anns', 'storage:DeleteBucket', 'anns'],
  ['HEAD', '/anns', 'storage:GetBucket', 'anns'],
  ['GET', '/anns?location', 'storage:GetBucket', 'anns'],
  ['GET', '/anns?acl', 'storage:GetBucket', 'anns'],
  ['PUT', '/anns?acl', 'storage:UpdateBucket', 'anns'],
  ['PUT', '/anns?versioning', 'storage:UpdateBucket', 'anns'],
  ['DELETE', '/anns?policy', 'storage:UpdateBucket', 'anns'],
  ['PUT', '/anns?object-lock', 'storage:UpdateBucket', 'anns'],
  ['PUT', '/anns/a?retention', 'storage:PutObject', 'anns/object/a'],
  ['PUT', '/anns/a?legal-hold', 'storage:UpdateBucket', 'anns'],
  ['PUT', '/anns?cors', 'storage:PutBucketCors', 'anns'],
  ['GET', '/anns?lifecycle', 'storage:GetBucketLifecycle', 'anns'],
  ['GET', '/anns?list-type=2&prefix=a', 'storage:ListObjects', 'anns'],
  ['GET', '/anns?versions', 'storage:ListObjects', 'anns'],
  ['GET', '/anns?uploads', 'storage:ListObjects', 'anns'],
  ['HEAD', '/anns/a/b', 'storage:GetObject', 'anns/object/a/b'],
  ['GET', '/anns/a?tagging', 'storage:GetObject', 'anns/object/a'],
  ['PUT', '/anns/a/b', 'storage:PutObject', 'anns/object/a/b'],
  ['POST', '/anns/a?uploads', 'storage:PutObject', 'anns/object/a'],
  ['PUT', '/anns/a?acl', 'storage:PutObjectAcl', 'anns/object/a'],
  ['DELETE', '/anns/a', 'storage:DeleteObject', 'anns/object/a'],
] as const)('%s %s asks the policies of a user for %s', async (method, path, action, resource) => {
  const asked: UserQuestion[] = [];
  rights = (question) => {
    asked.push(question);
    return 'silent';
  };
  expect((await ask('ANN-USER', method, path)).status).toBe(403);
  const question = {
    action,
    resource: `srn:storage:in-mum:${accounts.ann}:bucket/${resource}`,
    tags: {},
    source: { source_ip: '127.0.0.1', inside: null },
  };
  expect(asked[0]).toEqual(question);
});
