import { AwsClient } from 'aws4fetch';
import { describe, expect, test } from 'vitest';
import { handler as deleteKey } from '#functions/auth/access-keys/delete.ts';
import { handler as updateKey } from '#functions/auth/access-keys/update.ts';
import { handler as auditLogs } from '#functions/auth/audit-logs/list.ts';
import { handler as createUser } from '#functions/auth/iam-users/create.ts';
import { handler as deleteUser } from '#functions/auth/iam-users/delete.ts';
import { handler as show } from '#functions/storage/buckets/show.ts';
import { handler as showCors } from '#functions/storage/buckets/show-cors.ts';
import { handler as showLifecycle } from '#functions/storage/buckets/show-lifecycle.ts';
import { verified } from '#lib/testing/functions/verified.ts';
import { expectStatus, newName } from '#test/support/accounts/iam.ts';
import { newBucket } from '#test/support/storage/objects.ts';
import {
  bucketSrn,
  denied,
  everything,
  objects,
  ok,
  owner,
  root,
  s3,
  userWith,
  useVerified,
} from './account-support.ts';

useVerified();

const unknown = [403, 'InvalidAccessKeyId'];

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

test('the tags of a new bucket are those of the API', async () => {
  const key = await userWith(everything);
  const name = newName('bucket');
  const configuration = (tags: string) =>
    `<CreateBucketConfiguration><LocationConstraint>in-mum</LocationConstraint><Tags>${tags}</Tags></CreateBucketConfiguration>`;
  const env = '<Tag><Key>env</Key><Value>dev</Value></Tag>';
  expect(await s3(key, 'PUT', name, configuration(env + env))).toEqual([400, 'InvalidTag']);
  expect(await s3(key, 'PUT', name, configuration(env))).toEqual(ok);
  expect((await expectStatus(200, root(show, { params: { name } }))).tags).toEqual({ env: 'dev' });
});

test('who may update a bucket releases what object lock protects there, and an ordinary writer does not', async () => {
  const name = newName('bucket');
  const Resource = [bucketSrn(name), `${bucketSrn(name)}/object/*`];
  const objectsOf = { Action: ['storage:PutObject', 'storage:GetObject', 'storage:DeleteObject'], Resource };
  const configures = { Action: 'storage:UpdateBucket', Resource: bucketSrn(name) };
  const keeper = await userWith([objectsOf, configures, { Action: 'storage:CreateBucket' }]);
  const writer = await userWith([objectsOf]);
  expect(await s3(keeper, 'PUT', name, '', { 'x-amz-bucket-object-lock-enabled': 'true' })).toEqual(ok);
  const rule = '<Rule><DefaultRetention><Mode>GOVERNANCE</Mode><Days>1</Days></DefaultRetention></Rule>';
  const configuration = `<ObjectLockConfiguration><ObjectLockEnabled>Enabled</ObjectLockEnabled>${rule}</ObjectLockConfiguration>`;
  expect(await s3(writer, 'PUT', `${name}?object-lock`, configuration)).toEqual(denied);
  expect(await s3(keeper, 'PUT', `${name}?object-lock`, configuration)).toEqual(ok);
  expect(await s3(writer, 'PUT', `${name}/a`, 'x')).toEqual(ok);
  const hold = '<LegalHold><Status>OFF</Status></LegalHold>';
  expect(await s3(writer, 'PUT', `${name}/a?legal-hold`, hold)).toEqual(denied);
  expect(await s3(keeper, 'PUT', `${name}/a?legal-hold`, hold)).toEqual(ok);
  const ends: [string, string, string, Record<string, string>] = [
    'PUT',
    `${name}/a?retention`,
    '<Retention/>',
    { 'x-amz-bypass-governance-retention': 'true' },
  ];
  expect(await s3(writer, ...ends)).toEqual(denied);
  expect(await s3(keeper, ...ends)).toEqual(ok);
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
    const { username, ...key } = await userWith([
      { Action: 'storage:GetObject', Resource: `${bucketSrn(name)}/object/a` },
    ]);
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
