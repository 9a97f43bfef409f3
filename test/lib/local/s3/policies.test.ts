import { hash } from 'node:crypto';
import {
  DeleteBucketPolicyCommand,
  DeletePublicAccessBlockCommand,
  GetBucketOwnershipControlsCommand,
  GetBucketPolicyCommand,
  GetBucketPolicyStatusCommand,
  GetPublicAccessBlockCommand,
  PutBucketOwnershipControlsCommand,
  PutBucketPolicyCommand,
  PutPublicAccessBlockCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { refusal, type TestEngine, testEngine } from './engine.ts';

let s3: TestEngine;
let owner: S3Client;
const Bucket = 'mine';

beforeAll(async () => {
  s3 = await testEngine();
  owner = s3.client();
  for (const name of [Bucket, 'other']) await s3.engine.admin.createBucket({ name });
  for (const [id, bucket] of [
    ['MINE', Bucket],
    ['OTHER', 'other'],
  ] as const) {
    s3.keys.set(id, { secret: 'owner-secret', bucket, permission: 'readwrite', status: 'active' });
  }
  for (const path of ['/mine/open/a', '/mine/shut/a']) await s3.send(path, { method: 'PUT', body: 'x' });
});
beforeEach(async () => {
  await owner.send(new DeleteBucketPolicyCommand({ Bucket }));
  await owner.send(new DeletePublicAccessBlockCommand({ Bucket }));
});
afterAll(() => s3.close());

type Statement = Record<string, unknown>;

const put = (...statements: Statement[]) =>
  owner.send(new PutBucketPolicyCommand({ Bucket, Policy: JSON.stringify({ Statement: statements }) }));

const open = { Effect: 'Allow', Principal: '*', Action: 's3:GetObject', Resource: 'arn:aws:s3:::mine/open/*' };
const shut = { Effect: 'Deny', Principal: '*', Action: 's3:*Object*', Resource: ['arn:aws:s3:::mine/shut/*'] };

const status = async (path: string, key?: string, method = 'GET') =>
  (await s3.send(path, { method, ...(key ? { key } : { anonymous: true }) })).status;

it('lets in whom a policy allows, as far as it says', async () => {
  await put(open, { ...open, Principal: { AWS: ['OTHER'] }, Action: 's3:PutObject', Resource: 'arn:aws:s3:::mine/*' });
  expect(await status('/mine/open/a')).toBe(200);
  expect(await status('/mine/open/a?tagging')).toBe(403);
  expect(await status('/mine/shut/a')).toBe(403);
  expect(await status('/mine?list-type=2')).toBe(403);
  expect(await status('/mine/new', 'OTHER', 'PUT')).toBe(200);
  expect(await status('/mine/new', 'OTHER')).toBe(403);
  expect(await owner.send(new GetBucketPolicyStatusCommand({ Bucket }))).toMatchObject({
    PolicyStatus: { IsPublic: true },
  });
});

it('keeps out whom a policy denies, whatever else allows it, but not the platform', async () => {
  await put({ ...open, Resource: 'arn:aws:s3:::mine/*' }, shut);
  expect(await status('/mine/shut/a')).toBe(403);
  expect(await status('/mine/shut/a', 'MINE')).toBe(403);
  expect(await status('/mine/open/a', 'MINE')).toBe(200);
  expect(await status('/mine/shut/a', 'OWNER')).toBe(200);
  const headers = { 'x-amz-copy-source': 'mine/shut/a' };
  expect(await s3.send('/mine/copy', { method: 'PUT', key: 'MINE', headers })).toMatchObject({ code: 'AccessDenied' });
  const body = '<Delete><Object><Key>shut/a</Key></Object></Delete>';
  const reply = await s3.send('/mine?delete', {
    method: 'POST',
    key: 'MINE',
    body,
    headers: { 'x-amz-checksum-sha256': hash('sha256', body, 'base64') },
  });
  expect(reply.text).toContain('<Key>shut/a</Key><Code>AccessDenied</Code>');
});

it('gives nobody the configuration of a bucket', async () => {
  await put({ ...open, Action: '*', Resource: ['arn:aws:s3:::mine', 'arn:aws:s3:::mine/*'] });
  for (const [method, path] of [
    ['GET', '/mine?policy'],
    ['PUT', '/mine?policy'],
    ['DELETE', '/mine?policy'],
    ['PUT', '/mine?publicAccessBlock'],
    ['PUT', '/mine?ownershipControls'],
    ['PUT', '/mine?versioning'],
    ['DELETE', '/mine'],
  ] as const) {
    expect([path, await status(path, 'MINE', method), await status(path, undefined, method)]).toEqual([path, 403, 403]);
  }
  expect(await status('/mine?list-type=2')).toBe(200);
});

it('closes what is public, by policy or by ACL, where the bucket blocks it', async () => {
  const block = (flags: Record<string, boolean>) =>
    owner.send(new PutPublicAccessBlockCommand({ Bucket, PublicAccessBlockConfiguration: flags }));
  await put(open);
  await s3.engine.admin.configureBucket(Bucket, { acl: 'public-read' });
  expect([await status('/mine/open/a'), await status('/mine/shut/a')]).toEqual([200, 200]);
  await block({ RestrictPublicBuckets: true });
  expect([await status('/mine/open/a'), await status('/mine/shut/a')]).toEqual([200, 200]);
  await block({ RestrictPublicBuckets: true, IgnorePublicAcls: true });
  expect([await status('/mine/open/a'), await status('/mine/shut/a')]).toEqual([403, 403]);
  await block({ BlockPublicPolicy: true });
  expect(await refusal(put(open))).toEqual({ name: 'AccessDenied', status: 403 });
  expect(await owner.send(new GetPublicAccessBlockCommand({ Bucket }))).toMatchObject({
    PublicAccessBlockConfiguration: { BlockPublicPolicy: true, IgnorePublicAcls: false },
  });
  await s3.engine.admin.configureBucket(Bucket, { acl: 'private' });
});

it.each([
  ['no JSON', 'x', 'MalformedPolicy'],
  [
    'a key twice',
    JSON.stringify({ Statement: open }).replace('"Effect"', '"Effect":"Deny","Effect"'),
    'MalformedPolicy',
  ],
  ['no statement', '{}', 'MalformedPolicy'],
  ['another bucket', JSON.stringify({ Statement: { ...open, Resource: 'arn:aws:s3:::other/*' } }), 'MalformedPolicy'],
  ['another service', JSON.stringify({ Statement: { ...open, Action: 'ec2:*' } }), 'MalformedPolicy'],
  ['another effect', JSON.stringify({ Statement: { ...open, Effect: 'Perhaps' } }), 'MalformedPolicy'],
  ['no principal', JSON.stringify({ Statement: { ...open, Principal: {} } }), 'MalformedPolicy'],
  ['an unknown field', JSON.stringify({ Statement: { ...open, Colour: 'red' } }), 'MalformedPolicy'],
  ['a principal in both forms', JSON.stringify({ Statement: { ...open, NotPrincipal: '*' } }), 'MalformedPolicy'],
  ['too much', JSON.stringify({ Statement: { ...open, Sid: 'x'.repeat(20_480) } }), 'MalformedPolicy'],
])('refuses a policy with %s, and the bucket keeps what it had', async (_, Policy, name) => {
  await put(open);
  expect(await refusal(owner.send(new PutBucketPolicyCommand({ Bucket, Policy })))).toMatchObject({ name });
  const { Policy: kept } = await owner.send(new GetBucketPolicyCommand({ Bucket }));
  expect(JSON.parse(kept ?? '')).toEqual({ Statement: [open] });
});

it('all objects belong to the owner of the bucket', async () => {
  const own = (ObjectOwnership: 'BucketOwnerEnforced' | 'ObjectWriter') =>
    owner.send(new PutBucketOwnershipControlsCommand({ Bucket, OwnershipControls: { Rules: [{ ObjectOwnership }] } }));
  await own('BucketOwnerEnforced');
  expect(await refusal(own('ObjectWriter'))).toEqual({ name: 'NotImplemented', status: 501 });
  expect(await owner.send(new GetBucketOwnershipControlsCommand({ Bucket }))).toMatchObject({
    OwnershipControls: { Rules: [{ ObjectOwnership: 'BucketOwnerEnforced' }] },
  });
});

it('takes an ACL that changes nothing from a key of the bucket, and no other', async () => {
  const { text } = await s3.send('/mine/open/a?acl', { key: 'MINE' });
  const put = async (init: RequestInit) =>
    (await s3.send('/mine/open/a?acl', { method: 'PUT', key: 'MINE', ...init })).code ?? 'done';
  expect(await put({ body: text })).toBe('done');
  expect(await put({ body: text.replace('FULL_CONTROL', 'READ') })).toBe('AccessDenied');
  expect(await put({ headers: { 'x-amz-acl': 'bucket-owner-full-control' } })).toBe('done');
  expect(await put({ headers: { 'x-amz-acl': 'public-read' } })).toBe('AccessDenied');
  expect(await put({ body: '<AccessControlPolicy/>' })).toBe('MalformedXML');
});
