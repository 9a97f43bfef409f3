import { AwsClient } from 'aws4fetch';
import { beforeAll, describe, expect, test } from 'vitest';
import { handler as createKey } from '#functions/auth/access-keys/create.ts';
import { handler as deleteKey } from '#functions/auth/access-keys/delete.ts';
import { handler as updateKey } from '#functions/auth/access-keys/update.ts';
import { handler as auditLogs } from '#functions/auth/audit-logs/list.ts';
import { handler as createUser } from '#functions/auth/iam-users/create.ts';
import { handler as deleteUser } from '#functions/auth/iam-users/delete.ts';
import { handler as show } from '#functions/storage/buckets/show.ts';
import { handler as showCors } from '#functions/storage/buckets/show-cors.ts';
import { handler as showLifecycle } from '#functions/storage/buckets/show-lifecycle.ts';
import type { Statement } from '#lib/model/identity/policy/document.ts';
import type { SignedUp } from '#test/support/call.ts';
import { type Caller, callerOf, expectStatus, newName, newPolicy } from '#test/support/iam.ts';
import { newBucket, type TestObjects, testObjects } from '#test/support/objects.ts';
import { verified } from '#test/support/verified.ts';
import { type Credentials, send } from './send.ts';

let objects: TestObjects;
let owner: SignedUp;
let root: Caller;
beforeAll(async () => {
  objects = await testObjects();
  owner = await verified();
  root = callerOf(owner);
});

const everything: Partial<Statement>[] = [{ Action: 'storage:*' }];
const srn = (name: string, account = owner.account_id) => `srn:storage:in-mum:${account}:bucket/${name}`;

/** A new IAM user with a policy of these statements, and an access key of the user. */
async function userWith(statements: Partial<Statement>[], of = owner): Promise<Credentials & { username: string }> {
  const caller = callerOf(of);
  const policy = await newPolicy(of, ...statements);
  const username = newName('user');
  await expectStatus(201, caller(createUser, { body: { username, policy_ids: [policy] } }));
  const key = await expectStatus(201, caller(createKey, { params: { username }, body: {} }));
  return { ...key, username };
}

const s3 = (key: Credentials, method: string, path: string, body?: string, headers?: Record<string, string>) =>
  send(key, `${objects.url}/${path}`, { method, ...(body !== undefined && { body }), ...(headers && { headers }) });
const denied = [403, 'AccessDenied'];
const unknown = [403, 'InvalidAccessKeyId'];
const ok = [200, ''];

describe('a bucket that a user makes through S3', () => {
  test('is that of the API: listed there, in the quota and in the audit log', async () => {
    const key = await userWith(everything);
    const name = newName('bucket');
    expect(await s3(key, 'PUT', name)).toEqual(ok);
    expect(await expectStatus(200, root(show, { params: { name } }))).toMatchObject({ name, status: 'active' });
    expect(await s3(key, 'PUT', `${name}/a`, 'x')).toEqual(ok);
    expect(await s3(key, 'DELETE', name)).toEqual([409, 'BucketNotEmpty']);
    expect(await s3(key, 'DELETE', `${name}/a`)).toEqual([204, '']);
    expect(await s3(key, 'DELETE', name)).toEqual([204, '']);
    expect((await root(show, { params: { name } })).status).toBe(404);
    const { audit_logs } = await expectStatus(200, root(auditLogs, { query: { service: 'storage' } }));
    const entry = { service: 'storage', actor: { name: key.username, access_key_id: key.access_key_id } };
    expect(audit_logs.slice(0, 3)).toMatchObject([
      { ...entry, method: 'DELETE', status: 200 },
      { ...entry, method: 'DELETE', status: 409 },
      { ...entry, method: 'POST', action: 'storage:CreateBucket', status: 201 },
    ]);
  });

  test('has a name that is free in all accounts', async () => {
    const key = await userWith(everything);
    const name = await newBucket(owner);
    expect(await s3(key, 'PUT', name)).toEqual([409, 'BucketAlreadyOwnedByYou']);
    const other = await userWith(everything, await verified());
    expect(await s3(other, 'PUT', name)).toEqual([409, 'BucketAlreadyExists']);
    expect(await s3(key, 'PUT', 'AB_cd')).toEqual([400, 'InvalidBucketName']);
  });

  test('counts in the quota', async () => {
    process.env.SVC_QUOTA_BUCKETS = '1';
    try {
      const small = await verified();
      const key = await userWith(everything, small);
      expect(await s3(key, 'PUT', newName('bucket'))).toEqual(ok);
      expect(await s3(key, 'PUT', newName('bucket'))).toEqual([400, 'TooManyBuckets']);
    } finally {
      delete process.env.SVC_QUOTA_BUCKETS;
    }
  });
});

test('ListBuckets has the buckets of the account and no other', async () => {
  const [mine, theirs] = [await verified(), await verified()];
  const [a, b] = [await newBucket(mine), await newBucket(mine)];
  await newBucket(theirs);
  const key = await userWith(everything, mine);
  const { access_key_id: accessKeyId, secret_key: secretAccessKey } = key;
  const client = new AwsClient({ accessKeyId, secretAccessKey, service: 's3', region: 'in-mum', retries: 0 });
  const text = await (await client.fetch(objects.url)).text();
  expect([...text.matchAll(/<Name>([^<]+)/g)].map(([, name]) => name)).toEqual([a, b].sort());
});

test('settings that are put through S3 are those of the API', async () => {
  const key = await userWith(everything);
  const name = await newBucket(owner);
  const params = { name };
  const versioning = '<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>';
  expect(await s3(key, 'PUT', `${name}?versioning`, versioning)).toEqual(ok);
  const tagging = '<Tagging><TagSet><Tag><Key>env</Key><Value>dev</Value></Tag></TagSet></Tagging>';
  expect(await s3(key, 'PUT', `${name}?tagging`, tagging)).toEqual([204, '']);
  const cors =
    '<CORSConfiguration><CORSRule><AllowedOrigin>*</AllowedOrigin><AllowedMethod>GET</AllowedMethod></CORSRule></CORSConfiguration>';
  expect(await s3(key, 'PUT', `${name}?cors`, cors)).toEqual(ok);
  const lifecycle =
    '<LifecycleConfiguration><Rule><ID>r</ID><Filter><Prefix>tmp/</Prefix></Filter><Status>Enabled</Status><Expiration><Days>3</Days></Expiration></Rule></LifecycleConfiguration>';
  expect(await s3(key, 'PUT', `${name}?lifecycle`, lifecycle)).toEqual(ok);
  const bucket = await expectStatus(200, root(show, { params }));
  expect(bucket).toMatchObject({ versioning: 'enabled', tags: { env: 'dev' } });
  expect((await expectStatus(200, root(showCors, { params }))).rules).toMatchObject([
    { allowed_origins: ['*'], allowed_methods: ['GET'] },
  ]);
  expect((await expectStatus(200, root(showLifecycle, { params }))).rules).toMatchObject([
    { id: 'r', prefix: 'tmp/', expire_days: 3 },
  ]);
  expect(await s3(key, 'DELETE', `${name}?cors`)).toEqual([204, '']);
  expect(await s3(key, 'DELETE', `${name}?lifecycle`)).toEqual([204, '']);
  expect(await s3(key, 'DELETE', `${name}?tagging`)).toEqual([204, '']);
  expect((await expectStatus(200, root(showCors, { params }))).rules).toEqual([]);
  expect((await expectStatus(200, root(showLifecycle, { params }))).rules).toEqual([]);
  expect((await expectStatus(200, root(show, { params }))).tags).toEqual({});
});

describe('a request is decided by the policies of the user', () => {
  let name: string;
  let admin: Credentials;
  beforeAll(async () => {
    name = await newBucket(owner, { tags: { env: 'dev' } });
    admin = await userWith(everything);
    expect(await s3(admin, 'PUT', `${name}/a`, 'x')).toEqual(ok);
  });

  const operations: [action: string, method: string, path: string, body?: string][] = [
    ['ListBuckets', 'GET', ''],
    ['CreateBucket', 'PUT', newName('bucket')],
    ['GetBucket', 'HEAD', ':'],
    ['GetBucket', 'GET', ':?location'],
    ['ListObjects', 'GET', ':?list-type=2'],
    ['ListObjects', 'GET', ':?versions'],
    ['ListObjects', 'GET', ':?uploads'],
    ['GetObject', 'GET', ':/a'],
    ['PutObject', 'PUT', ':/a', 'y'],
    ['PutObject', 'POST', ':/m?uploads'],
    ['DeleteObject', 'DELETE', ':/none'],
    ['GetBucketCors', 'GET', ':?cors'],
    ['DeleteBucketCors', 'DELETE', ':?cors'],
    ['GetBucketLifecycle', 'GET', ':?lifecycle'],
    ['DeleteBucketLifecycle', 'DELETE', ':?lifecycle'],
    ['UpdateBucket', 'PUT', ':?acl', ''],
    ['DeleteBucket', 'DELETE', ':'],
  ];

  test.each(operations)('%s: %s %s', async (action, method, path, body) => {
    const where = path.replace(':', name);
    const without = await userWith([{ Action: 'storage:*' }, { Effect: 'Deny', Action: `storage:${action}` }]);
    const [status, code] = await s3(without, method, where, body);
    expect([status, method === 'HEAD' ? 'AccessDenied' : code]).toEqual(denied);
    const none = await userWith([{ Action: 'compute:*' }]);
    expect((await s3(none, method, where, body))[0]).toBe(403);
    const only = await userWith([{ Action: `storage:${action}` }]);
    expect([200, 204, 400, 404, 409]).toContain((await s3(only, method, where, body))[0]);
  });

  test('an Allow of one bucket or one prefix is for that alone', async () => {
    const other = await newBucket(owner);
    const key = await userWith([
      { Action: 'storage:GetObject', Resource: `${srn(name)}/object/a*` },
      { Action: ['storage:PutObject', 'storage:DeleteObject'], Resource: `${srn(name)}/object/in/*` },
      { Action: 'storage:ListObjects', Resource: srn(name) },
    ]);
    expect(await s3(key, 'GET', `${name}/a`)).toEqual(ok);
    expect(await s3(key, 'GET', `${name}/b`)).toEqual([404, 'NoSuchKey']);
    expect(await s3(key, 'PUT', `${name}/in/b`, 'x')).toEqual(ok);
    expect(await s3(key, 'GET', `${name}/in/b`)).toEqual(denied);
    expect(await s3(key, 'PUT', `${name}/out`, 'x')).toEqual(denied);
    expect(await s3(key, 'GET', `${name}?list-type=2`)).toEqual(ok);
    expect(await s3(key, 'GET', `${other}?list-type=2`)).toEqual(denied);
    expect(await s3(key, 'PUT', `${name}/in/c`, '', { 'x-amz-copy-source': `/${name}/in/b` })).toEqual(denied);
    expect(await s3(key, 'PUT', `${name}/in/c`, '', { 'x-amz-copy-source': `/${name}/a` })).toEqual(ok);
    expect(await s3(key, 'PUT', `${name}/in/d`, 'x', { 'x-amz-acl': 'public-read' })).toEqual(denied);
  });

  test('conditions on address and tags count', async () => {
    const at = (block: string) => ({ IpAddress: { 'svc:SourceIp': block } });
    const here = await userWith([{ Action: 'storage:*', Condition: at('127.0.0.0/8') }]);
    expect(await s3(here, 'GET', `${name}/a`)).toEqual(ok);
    expect(await s3(here, 'DELETE', `${name}?cors`)).toEqual([204, '']);
    const elsewhere = await userWith([{ Action: 'storage:*', Condition: at('203.0.113.0/24') }]);
    expect(await s3(elsewhere, 'GET', `${name}/a`)).toEqual(denied);
    const tagged = (env: string) => [{ Action: 'storage:*', Condition: { StringEquals: { 'svc:Tag/env': env } } }];
    expect(await s3(await userWith(tagged('dev')), 'GET', `${name}/a`)).toEqual(ok);
    expect(await s3(await userWith(tagged('prod')), 'GET', `${name}/a`)).toEqual(denied);
    const mfa = await userWith([{ Action: 'storage:*', Condition: { Bool: { 'svc:MfaPresent': true } } }]);
    expect(await s3(mfa, 'GET', `${name}/a`)).toEqual(denied);
  });

  test('the key of another account gets nothing, however wide its policies are', async () => {
    const stranger = await userWith([{ Action: '*' }], await verified());
    for (const [, method, path, body] of operations.slice(2)) {
      expect((await s3(stranger, method, path.replace(':', name), body))[0]).toBe(403);
    }
    expect(await s3(admin, 'GET', `${name}/a`)).toEqual(ok);
  });

  test('a bucket policy lets a user of another account in who is named by SRN and allowed at home', async () => {
    const foreign = await verified();
    const allowed = await userWith([{ Action: 'storage:GetObject', Resource: `${srn(name)}/object/*` }], foreign);
    const twin = await userWith(everything, await verified());
    const user = `srn:iam::${foreign.account_id}:user/${allowed.username}`;
    const policy = (principal: string) =>
      JSON.stringify({
        Version: '2012-10-17',
        Statement: [
          {
            Effect: 'Allow',
            Principal: { AWS: principal },
            Action: 's3:GetObject',
            Resource: `arn:aws:s3:::${name}/*`,
          },
        ],
      });
    expect(await s3(allowed, 'GET', `${name}/a`)).toEqual(denied);
    expect(await s3(allowed, 'PUT', `${name}?policy`, policy(user))).toEqual(denied);
    expect(await s3(admin, 'PUT', `${name}?policy`, policy(user))).toEqual([204, '']);
    expect(await s3(allowed, 'GET', `${name}/a`)).toEqual(ok);
    expect(await s3(twin, 'GET', `${name}/a`)).toEqual(denied);
    expect(await s3(admin, 'PUT', `${name}?policy`, policy(`${user}x`))).toEqual([204, '']);
    expect(await s3(allowed, 'GET', `${name}/a`)).toEqual(denied);
    expect(await s3(admin, 'DELETE', `${name}?policy`)).toEqual([204, '']);
  });
});

describe('a key stops at the next request', () => {
  test('when it is deactivated, and works again when it is active', async () => {
    const { username, ...key } = await userWith(everything);
    const params = { username, id: key.access_key_id };
    expect(await s3(key, 'GET', '')).toEqual(ok);
    await expectStatus(200, root(updateKey, { params, body: { status: 'inactive' } }));
    expect(await s3(key, 'GET', '')).toEqual(unknown);
    await expectStatus(200, root(updateKey, { params, body: { status: 'active' } }));
    expect(await s3(key, 'GET', '')).toEqual(ok);
    await expectStatus(200, root(deleteKey, { params }));
    expect(await s3(key, 'GET', '')).toEqual(unknown);
  });

  test('when its user is deleted, also for a later user of the name', async () => {
    const { username, ...key } = await userWith(everything);
    expect(await s3(key, 'GET', '')).toEqual(ok);
    await expectStatus(200, root(deleteUser, { params: { username } }));
    expect(await s3(key, 'GET', '')).toEqual(unknown);
    await expectStatus(201, root(createUser, { body: { username } }));
    expect(await s3(key, 'GET', '')).toEqual(unknown);
  });

  test('in presigned URLs too, which have the rights of the user and no more', async () => {
    const name = await newBucket(owner);
    const { username, ...key } = await userWith([{ Action: 'storage:GetObject', Resource: `${srn(name)}/object/a` }]);
    expect(await s3(await userWith(everything), 'PUT', `${name}/a`, 'x')).toEqual(ok);
    const presigned = async (method: string, path: string): Promise<number> => {
      const { access_key_id: accessKeyId, secret_key: secretAccessKey } = key;
      const client = new AwsClient({ accessKeyId, secretAccessKey, service: 's3', region: 'in-mum', retries: 0 });
      const url = `${objects.url}/${path}?X-Amz-Expires=600`;
      return (await fetch(await client.sign(url, { method, aws: { signQuery: true } }))).status;
    };
    expect(await presigned('GET', `${name}/a`)).toBe(200);
    expect(await presigned('GET', `${name}/b`)).toBe(403);
    expect(await presigned('PUT', `${name}/a`)).toBe(403);
    expect(await presigned('DELETE', name)).toBe(403);
    await expectStatus(200, root(deleteKey, { params: { username, id: key.access_key_id } }));
    expect(await presigned('GET', `${name}/a`)).toBe(403);
  });

  test('and a wrong secret never works', async () => {
    const key = await userWith(everything);
    const forged = { ...key, secret_key: `${key.secret_key.slice(0, -1)}${key.secret_key.endsWith('a') ? 'b' : 'a'}` };
    expect(await s3(forged, 'GET', '')).toEqual([403, 'SignatureDoesNotMatch']);
  });
});
