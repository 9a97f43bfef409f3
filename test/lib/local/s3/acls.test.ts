import {
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  GetBucketAclCommand,
  GetObjectAclCommand,
  type Grant,
  type ObjectCannedACL,
  PutBucketAclCommand,
  PutBucketVersioningCommand,
  PutObjectAclCommand,
  PutObjectCommand,
  PutPublicAccessBlockCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { accounts, asker, userKey } from './accounts.ts';
import { refusal, type TestEngine, testEngine } from './engine.ts';

let s3: TestEngine;
let ann: S3Client;
let bob: S3Client;
let made = 0;

beforeAll(async () => {
  s3 = await testEngine();
  s3.keys.set('ANN', userKey('ann'));
  s3.keys.set('BOB', userKey('bob'));
  [ann, bob] = [s3.client('ANN'), s3.client('BOB')];
});
afterAll(() => s3.close());

const ask = asker(() => s3);

/** A bucket of Ann's with an object `key`. */
async function bucketOf(ACL: ObjectCannedACL & Parameters<typeof newBucket>[0], object?: ObjectCannedACL) {
  const Bucket = await newBucket(ACL);
  await ann.send(new PutObjectCommand({ Bucket, Key: 'key', Body: 'x', ACL: object }));
  return Bucket;
}

async function newBucket(ACL: 'private' | 'public-read' | 'public-read-write' | 'authenticated-read' = 'private') {
  made += 1;
  const Bucket = `bucket-${made}`;
  await ann.send(new CreateBucketCommand({ Bucket, ACL }));
  return Bucket;
}

const shown = (grants: Grant[] | undefined) =>
  grants?.map(({ Grantee, Permission }) => `${Grantee?.DisplayName ?? Grantee?.URI?.split('/').at(-1)} ${Permission}`);
const objectAcl = async (client: S3Client, Bucket: string, Key = 'key', VersionId?: string) => {
  const { Owner, Grants } = await client.send(new GetObjectAclCommand({ Bucket, Key, VersionId }));
  return [Owner?.DisplayName, ...(shown(Grants) ?? [])];
};

// Statuses of anonymous requests, and of those of another account.
it.each([
  ['private', [403, 403, 403], [403, 403, 403]],
  ['public-read', [200, 403, 403], [200, 403, 403]],
  ['public-read-write', [200, 200, 403], [200, 200, 403]],
  ['authenticated-read', [403, 403, 403], [200, 403, 403]],
] as const)('a bucket that is %s is listed, written and deleted from by whom it says', async (acl, anyone, other) => {
  const bucket = await bucketOf(acl);
  for (const [key, expected] of [
    [undefined, anyone],
    ['BOB', other],
  ] as const) {
    const seen = [
      await ask(key, 'GET', `/${bucket}?list-type=2`),
      await ask(key, 'PUT', `/${bucket}/new`),
      await ask(key, 'DELETE', `/${bucket}/key`),
    ];
    expect(seen.map(({ status }) => status)).toEqual(expected);
    expect(await ask(key, 'PUT', `/${bucket}?acl`, { headers: { 'x-amz-acl': 'private' } })).toMatchObject({
      code: 'AccessDenied',
    });
    expect((await ask(key, 'GET', `/${bucket}/key`)).status).toBe(403);
  }
});

it.each([
  ['private', 403, 403],
  ['public-read', 200, 200],
  ['public-read-write', 200, 200],
  ['authenticated-read', 403, 200],
  ['bucket-owner-full-control', 403, 403],
] as const)('an object that is %s is read by whom it says, and its ACL by its owner', async (acl, anyone, other) => {
  const bucket = await bucketOf('private', acl);
  expect((await ask(undefined, 'GET', `/${bucket}/key`)).status).toBe(anyone);
  expect((await ask('BOB', 'GET', `/${bucket}/key`)).status).toBe(other);
  for (const method of ['GET', 'PUT']) {
    expect(await ask('BOB', method, `/${bucket}/key?acl`)).toMatchObject({ status: 403, code: 'AccessDenied' });
  }
  expect((await ask('BOB', 'PUT', `/${bucket}/key`)).status).toBe(403);
});

it('shows the ACLs that there are', async () => {
  const Bucket = await bucketOf('public-read-write', 'authenticated-read');
  const { Owner, Grants } = await ann.send(new GetBucketAclCommand({ Bucket }));
  expect(Owner).toEqual({ ID: accounts.ann, DisplayName: 'ann' });
  expect(shown(Grants)).toEqual(['AllUsers READ', 'AllUsers WRITE', 'ann FULL_CONTROL']);
  expect(await objectAcl(ann, Bucket)).toEqual(['ann', 'AuthenticatedUsers READ', 'ann FULL_CONTROL']);
  await s3.engine.admin.configureBucket(Bucket, { acl: 'public-read' });
  expect(await objectAcl(ann, Bucket)).toContain('AllUsers READ');
});

it('takes an ACL with whatever writes an object, and a new object has none of the old one', async () => {
  const Bucket = await bucketOf('private', 'public-read');
  const [CopySource, ACL] = [`${Bucket}/key`, 'public-read'] as const;
  await ann.send(new CopyObjectCommand({ Bucket, Key: 'copy', CopySource, ACL }));
  await ann.send(new CopyObjectCommand({ Bucket, Key: 'plain', CopySource }));
  const { UploadId } = await ann.send(new CreateMultipartUploadCommand({ Bucket, Key: 'parts', ACL }));
  const part = { Bucket, Key: 'parts', UploadId };
  const { ETag } = await ann.send(new UploadPartCommand({ ...part, PartNumber: 1, Body: 'x' }));
  await ann.send(
    new CompleteMultipartUploadCommand({ ...part, MultipartUpload: { Parts: [{ PartNumber: 1, ETag }] } }),
  );
  const seen = async (key: string) => (await ask(undefined, 'GET', `/${Bucket}/${key}`)).status;
  expect([await seen('key'), await seen('copy'), await seen('parts'), await seen('plain')]).toEqual([
    200, 200, 200, 403,
  ]);
  await ann.send(new PutObjectCommand({ Bucket, Key: 'key', Body: 'new' }));
  expect(await seen('key')).toBe(403);
});

it('changes the ACL of one version', async () => {
  const Bucket = await newBucket();
  const VersioningConfiguration = { Status: 'Enabled' } as const;
  await ann.send(new PutBucketVersioningCommand({ Bucket, VersioningConfiguration }));
  const put = () => ann.send(new PutObjectCommand({ Bucket, Key: 'key', Body: 'x' }));
  const [{ VersionId }] = [await put(), await put()];
  await ann.send(new PutObjectAclCommand({ Bucket, Key: 'key', VersionId, ACL: 'public-read' }));
  expect(await objectAcl(ann, Bucket, 'key', VersionId)).toContain('AllUsers READ');
  expect(await objectAcl(ann, Bucket)).not.toContain('AllUsers READ');
  expect((await ask(undefined, 'GET', `/${Bucket}/key?versionId=${VersionId}`)).status).toBe(200);
  expect((await ask(undefined, 'GET', `/${Bucket}/key`)).status).toBe(403);
});

it('takes grants to groups and to the owner as a document, also none', async () => {
  const Bucket = await newBucket();
  const Owner = { ID: accounts.ann };
  const own: Grant = { Grantee: { Type: 'CanonicalUser', ID: accounts.ann }, Permission: 'FULL_CONTROL' };
  const URI = 'http://acs.amazonaws.com/groups/global/AllUsers';
  const Grants: Grant[] = [own, { Grantee: { Type: 'Group', URI }, Permission: 'READ' }];
  const put = (grants: Grant[]) =>
    ann.send(new PutBucketAclCommand({ Bucket, AccessControlPolicy: { Owner, Grants: grants } }));
  await put(Grants);
  expect((await ask(undefined, 'GET', `/${Bucket}`)).status).toBe(200);
  await put([]);
  expect((await ann.send(new GetBucketAclCommand({ Bucket }))).Grants ?? []).toEqual([]);
  expect((await ask(undefined, 'GET', `/${Bucket}`)).status).toBe(403);
  expect((await ask('ANN', 'GET', `/${Bucket}`)).status).toBe(200);
  const to = (Grantee: Grant['Grantee']) => refusal(put([{ Grantee, Permission: 'READ' }]));
  expect(await to({ Type: 'CanonicalUser', ID: '_foo' })).toEqual({ name: 'InvalidArgument', status: 400 });
  expect(await to({ Type: 'Group', URI: `${URI}x` })).toEqual({ name: 'InvalidArgument', status: 400 });
  expect(await to({ Type: 'AmazonCustomerByEmail', EmailAddress: 'bob@example.com' })).toEqual({
    name: 'UnresolvableGrantByEmailAddress',
    status: 400,
  });
});

it('takes grants to another account, which hold for its users and for nobody else', async () => {
  const Bucket = await bucketOf('private');
  await ann.send(new PutObjectCommand({ Bucket, Key: 'other', Body: 'x' }));
  const Owner = { ID: accounts.ann };
  const own: Grant = { Grantee: { Type: 'CanonicalUser', ID: accounts.ann }, Permission: 'FULL_CONTROL' };
  const toBob = (Permission: 'READ' | 'FULL_CONTROL'): Grant[] => [
    own,
    { Grantee: { Type: 'CanonicalUser', ID: accounts.bob }, Permission },
  ];
  const share = (Grants: Grant[]) =>
    ann.send(new PutObjectAclCommand({ Bucket, Key: 'key', AccessControlPolicy: { Owner, Grants } }));
  const statuses = async (path: string, method = 'GET') =>
    Promise.all(['BOB', undefined].map(async (key) => (await ask(key, method, `/${Bucket}${path}`)).status));
  await share(toBob('READ'));
  expect(await objectAcl(ann, Bucket)).toEqual(['ann', 'ann FULL_CONTROL', `${accounts.bob} READ`]);
  // A grant to an account is not public: what restricts public ACLs leaves it.
  const PublicAccessBlockConfiguration = { BlockPublicAcls: true, IgnorePublicAcls: true };
  await ann.send(new PutPublicAccessBlockCommand({ Bucket, PublicAccessBlockConfiguration }));
  expect([await statuses('/key'), await statuses('/other'), await statuses('')]).toEqual([
    [200, 403],
    [403, 403],
    [403, 403],
  ]);
  for (const seen of [await statuses('/key?acl'), await statuses('/key', 'DELETE')]) expect(seen).toEqual([403, 403]);
  await share(toBob('FULL_CONTROL'));
  expect(await objectAcl(bob, Bucket)).toContain(`${accounts.bob} FULL_CONTROL`);
  const Grants = toBob('FULL_CONTROL');
  await ann.send(new PutBucketAclCommand({ Bucket, AccessControlPolicy: { Owner, Grants } }));
  await bob.send(new CopyObjectCommand({ Bucket, Key: 'copy', CopySource: `${Bucket}/key` }));
  expect([await statuses(''), await statuses('/other')]).toEqual([
    [200, 403],
    [403, 403],
  ]);
  await share([own]);
  expect(await statuses('/key')).toEqual([403, 403]);
});

it('blocks new public ACLs, and ignores the ones there are, where the bucket says so', async () => {
  const Bucket = await bucketOf('public-read', 'public-read');
  const block = (flags: Record<string, boolean>) =>
    ann.send(new PutPublicAccessBlockCommand({ Bucket, PublicAccessBlockConfiguration: flags }));
  await block({ BlockPublicAcls: true });
  for (const ACL of ['public-read', 'public-read-write', 'authenticated-read'] as const) {
    const denied = { name: 'AccessDenied', status: 403 };
    expect(await refusal(ann.send(new PutBucketAclCommand({ Bucket, ACL })))).toEqual(denied);
    expect(await refusal(ann.send(new PutObjectCommand({ Bucket, Key: 'new', ACL })))).toEqual(denied);
    if (ACL === 'public-read') continue;
    expect(await refusal(ann.send(new PutObjectAclCommand({ Bucket, Key: 'key', ACL })))).toEqual(denied);
  }
  expect((await ask(undefined, 'GET', `/${Bucket}/key`)).status).toBe(200);
  await block({ IgnorePublicAcls: true });
  expect((await ask(undefined, 'GET', `/${Bucket}/key`)).status).toBe(403);
  expect((await ask('BOB', 'GET', `/${Bucket}`)).status).toBe(403);
});

it('an object of another account is its writer’s, and the owner of the bucket has every right to it', async () => {
  const Bucket = await newBucket('public-read-write');
  await bob.send(new PutObjectCommand({ Bucket, Key: 'key', Body: 'x', ACL: 'bucket-owner-read' }));
  expect(await objectAcl(bob, Bucket)).toEqual(['bob', 'bob FULL_CONTROL', 'ann READ']);
  expect((await ask('BOB', 'GET', `/${Bucket}/key`)).status).toBe(200);
  expect((await ask('ANN', 'GET', `/${Bucket}/key`)).status).toBe(200);
  expect((await ask(undefined, 'GET', `/${Bucket}/key`)).status).toBe(403);
  await bob.send(new PutObjectAclCommand({ Bucket, Key: 'key', ACL: 'public-read' }));
  expect((await ask(undefined, 'GET', `/${Bucket}/key`)).status).toBe(200);
});

it('an upload belongs to who began it', async () => {
  const Bucket = await newBucket('public-read-write');
  const { UploadId } = await ann.send(new CreateMultipartUploadCommand({ Bucket, Key: 'parts' }));
  const mine = await bob.send(new CreateMultipartUploadCommand({ Bucket, Key: 'parts' }));
  for (const key of ['BOB', undefined]) {
    for (const method of ['GET', 'DELETE']) {
      expect((await ask(key, method, `/${Bucket}/parts?uploadId=${UploadId}`)).status).toBe(403);
    }
    const part = `/${Bucket}/parts?uploadId=${UploadId}&partNumber=1`;
    expect(await ask(key, 'PUT', part)).toMatchObject({ status: 403, code: 'AccessDenied' });
  }
  expect((await ask('BOB', 'DELETE', `/${Bucket}/parts?uploadId=${mine.UploadId}`)).status).toBe(204);
});

it('tells callers that may list a bucket that an object does not exist, and no others', async () => {
  const [open, closed] = [await newBucket('public-read'), await newBucket()];
  expect(await ask(undefined, 'GET', `/${open}/none`)).toEqual({ status: 404, code: 'NoSuchKey' });
  expect(await ask(undefined, 'GET', `/${closed}/none`)).toEqual({ status: 403, code: 'AccessDenied' });
  expect(await ask(undefined, 'DELETE', `/${open}/none`)).toEqual({ status: 403, code: 'AccessDenied' });
});
