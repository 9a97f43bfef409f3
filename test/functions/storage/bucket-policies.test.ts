import { DeleteBucketPolicyCommand, GetObjectCommand, PutBucketPolicyCommand, S3Client } from '@aws-sdk/client-s3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { handler as exchange } from '#functions/auth/credentials/exchange.ts';
import { handler as removePolicy } from '#functions/storage/buckets/delete-policy.ts';
import { handler as putPolicy } from '#functions/storage/buckets/put-policy.ts';
import { handler as showBucket } from '#functions/storage/buckets/show.ts';
import { handler as showPolicy } from '#functions/storage/buckets/show-policy.ts';
import { allCapabilities } from '#lib/drivers/objects/capabilities.ts';
import { newIp } from '#lib/testing/functions/accounts.ts';
import { call, signedUp } from '#lib/testing/functions/call.ts';
import { auditOf } from '#lib/testing/functions/items.ts';
import { type Caller, callerOf, expectStatus, refusal } from '#test/support/accounts/iam.ts';
import { newBucket } from '#test/support/storage/objects.ts';
import { denied, everything, objects, ok, owner, root, s3, userWith, useVerified } from './account-support.ts';
import type { Credentials } from './send.ts';

useVerified();

let name: string;
let admin: Credentials;
let adminCalls: Caller;
beforeEach(async () => {
  name = await newBucket(owner);
  admin = await userWith(everything);
  adminCalls = await callsOf(admin);
  expect(await s3(admin, 'PUT', `${name}/a`, 'kept')).toEqual(ok);
});
afterEach(() => {
  allCapabilities.bucketPolicies = true;
});

/** The routes, called by an IAM user with a token of the key. */
async function callsOf({ access_key_id, secret_key }: Credentials): Promise<Caller> {
  const { access_token } = await expectStatus(
    200,
    call(exchange, { body: { access_key_id, secret_key }, ip: newIp() }),
  );
  return callerOf({ bearer: access_token });
}

const statement = (changes: object = {}) => ({
  Effect: 'Deny',
  Principal: '*',
  Action: 's3:*',
  Resource: [`arn:aws:s3:::${name}`, `arn:aws:s3:::${name}/*`],
  ...changes,
});
const policyOf = (changes: object = {}) => ({ Version: '2012-10-17', Statement: [statement(changes)] });
/** What a guide for https endpoints says, at an endpoint of http. */
const onlySecure = () => policyOf({ Condition: { Bool: { 'aws:SecureTransport': 'false' } } });
const params = () => ({ name });
const set = (as: Caller, policy: object, more = {}) => as(putPolicy, { params: params(), body: { policy }, ...more });
const show = (as: Caller) => as(showPolicy, { params: params() });
const drop = (as: Caller, more = {}) => as(removePolicy, { params: params(), ...more });
const client = ({ access_key_id, secret_key }: Credentials) =>
  new S3Client({
    endpoint: objects.url,
    region: 'in-mum',
    forcePathStyle: true,
    maxAttempts: 1,
    credentials: { accessKeyId: access_key_id, secretAccessKey: secret_key },
  });

test('a bucket that its policy shut for good is opened by its owner, and by nobody else', async () => {
  const user = client(admin);
  const Policy = JSON.stringify(onlySecure());
  await user.send(new PutBucketPolicyCommand({ Bucket: name, Policy }));
  for (const command of [
    new GetObjectCommand({ Bucket: name, Key: 'a' }),
    new DeleteBucketPolicyCommand({ Bucket: name }),
  ]) {
    await expect(user.send(command as GetObjectCommand)).rejects.toMatchObject({ name: 'AccessDenied' });
  }
  for (const [verb, send] of [
    ['Get', () => show(adminCalls)],
    ['Put', () => set(adminCalls, policyOf({ Action: 's3:ListBucket' }))],
    ['Delete', () => drop(adminCalls)],
  ] as const) {
    const text = `the policy of bucket ${name} denies s3:${verb}BucketPolicy to the caller`;
    expect(refusal(await send())).toEqual([403, 'access_denied', text]);
  }
  expect((await show(root)).body).toEqual({ policy: onlySecure() });
  expect((await set(root, policyOf({ Action: 's3:DeleteObject' }))).status).toBe(200);
  const { Body } = await user.send(new GetObjectCommand({ Bucket: name, Key: 'a' }));
  expect(await Body?.transformToString()).toBe('kept');
  await expectStatus(200, set(root, onlySecure()));
  expect((await drop(root)).body).toEqual({ policy: null });
  expect(await s3(admin, 'GET', `${name}/a`)).toEqual(ok);
  expect(await s3(admin, 'GET', `${name}?policy`)).toEqual([404, 'NoSuchBucketPolicy']);
});

test('a change is a new version of the bucket, compared with If-Match, and audited', async () => {
  const { headers } = await root(showBucket, { params: params() });
  const stale = { headers: { 'if-match': '"v77"' } };
  expect((await set(root, policyOf(), stale)).status).toBe(412);
  expect((await show(root)).body).toEqual({ policy: null });
  const changed = await set(root, policyOf({ Action: 's3:PutObject' }), { headers: { 'if-match': headers.etag } });
  expect([changed.status, changed.headers.etag === headers.etag]).toEqual([200, false]);
  expect((await drop(root, stale)).status).toBe(412);
  expect((await drop(root, { headers: { 'if-match': changed.headers.etag } })).status).toBe(200);
  const { account_id } = owner;
  const resource = `srn:storage:in-mum:${account_id}:bucket/${name}`;
  const entries = (await auditOf(account_id)).filter((entry) => entry.resource === resource && entry.status === 200);
  expect(entries.map(({ action }) => action)).toEqual(['storage:PutBucketPolicy', 'storage:DeleteBucketPolicy']);
});

test('a dry run of the removal says what the removal would, and removes nothing', async () => {
  await expectStatus(200, set(root, onlySecure()));
  const dry = { query: { dry_run: 'true' } };
  expect((await drop(root, dry)).body).toMatchObject({ dry_run: true, would: `delete bucket policy ${name}` });
  expect(refusal(await drop(adminCalls, dry))[0]).toBe(403);
  expect((await show(root)).body).toEqual({ policy: onlySecure() });
});

describe('an IAM user', () => {
  test.each([
    ['storage:GetBucketPolicy', () => show],
    ['storage:PutBucketPolicy', () => (as: Caller) => set(as, policyOf({ Action: 's3:PutObject' }))],
    ['storage:DeleteBucketPolicy', () => drop],
  ] as const)('needs %s, and a Deny of it counts at S3 too', async (action, request) => {
    const only = await userWith([{ Action: action }]);
    expect((await request()(await callsOf(only))).status).toBe(200);
    const without = await userWith([...everything, { Effect: 'Deny', Action: action }]);
    expect(refusal(await request()(await callsOf(without))).slice(0, 2)).toEqual([403, 'access_denied']);
    await expectStatus(200, set(root, policyOf({ Action: 's3:PutObject' })));
    const [verb = ''] = /Get|Put|Delete/.exec(action) ?? [];
    const body = verb === 'Put' ? JSON.stringify(policyOf({ Action: 's3:PutObject' })) : undefined;
    expect(await s3(without, verb.toUpperCase(), `${name}?policy`, body)).toEqual(denied);
  });

  test.each([
    ['storage:GetBucket', () => show],
    ['storage:UpdateBucket', () => (as: Caller) => set(as, policyOf({ Action: 's3:PutObject' }))],
    ['storage:UpdateBucket', () => drop],
  ] as const)('who is denied %s has it denied here', async (action, request) => {
    const without = await callsOf(await userWith([...everything, { Effect: 'Deny', Action: action }]));
    expect(refusal(await request()(without)).slice(0, 2)).toEqual([403, 'access_denied']);
  });

  test('who is denied an object publishes none', async () => {
    const Resource = `srn:storage:in-mum:${owner.account_id}:bucket/${name}/object/a`;
    const user = await callsOf(
      await userWith([...everything, { Effect: 'Deny', Action: 'storage:GetObject', Resource }]),
    );
    const publish = policyOf({ Effect: 'Allow', Action: 's3:GetObject' });
    expect(refusal(await set(user, publish)).slice(0, 2)).toEqual([403, 'access_denied']);
    expect((await set(user, policyOf({ Action: 's3:PutObject' }))).status).toBe(200);
  });

  test('of the names that a policy has for users, the API knows those of the caller', async () => {
    const { username } = await userWith(everything);
    const other = await callsOf(await userWith(everything));
    const AWS = `srn:iam::${owner.account_id}:user/${username}`;
    await expectStatus(200, set(root, policyOf({ Principal: { AWS } })));
    expect((await show(other)).status).toBe(200);
    await expectStatus(200, set(root, policyOf({ Principal: { AWS: owner.account_id } })));
    expect((await show(other)).status).toBe(403);
  });
});

describe('a policy is refused', () => {
  const of = (text: string) => root(putPolicy, { params: params(), rawBody: `{"policy":${text}}` });
  const told = (text: string) => [400, 'validation_failed', text];

  test('with what S3 refuses', async () => {
    expect(refusal(await set(root, {}))).toEqual(told('policy: Missing required field Statement'));
    expect(refusal(await set(root, policyOf({ Effect: 'Maybe' })))).toEqual(
      told('policy: Effect must be Allow or Deny'),
    );
    expect(refusal(await set(root, { ...policyOf(), Colour: 'red' }))).toEqual(told('policy: Unknown field Colour'));
    const large = policyOf({ Sid: 'x'.repeat(20_480) });
    expect(refusal(await set(root, large))).toEqual(told('policy: Policies must be at most 20480 bytes'));
    expect((await set(root, [] as object)).status).toBe(400);
    expect((await show(root)).body).toEqual({ policy: null });
  });

  test('with a key twice, and so at S3', async () => {
    const text = JSON.stringify(policyOf()).replace('"Effect":"Deny"', '"Effect":"Allow","Effect":"Deny"');
    expect(refusal(await of(text))).toEqual(told('policy.Statement[0].Effect: is given twice'));
    expect(await s3(admin, 'PUT', `${name}?policy`, text)).toEqual([400, 'MalformedPolicy']);
  });

  test('at an engine without policies, where nothing is asked of it', async () => {
    allCapabilities.bucketPolicies = false;
    const text = 'policy: the object engine of this deployment does not support bucket policies';
    for (const send of [() => show(root), () => set(root, policyOf()), () => drop(root)]) {
      expect(refusal(await send())).toEqual([409, 'wrong_state', text]);
    }
  });

  test('of another account’s bucket, as if there was none', async () => {
    const stranger = callerOf(await signedUp());
    for (const send of [() => show(stranger), () => set(stranger, policyOf()), () => drop(stranger)]) {
      expect((await send()).status).toBe(404);
    }
  });
});
