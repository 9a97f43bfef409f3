import {
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetBucketVersioningCommand,
  GetObjectLegalHoldCommand,
  GetObjectLockConfigurationCommand,
  GetObjectRetentionCommand,
  HeadObjectCommand,
  ListObjectVersionsCommand,
  PutBucketVersioningCommand,
  PutObjectCommand,
  type PutObjectCommandInput,
  PutObjectLegalHoldCommand,
  PutObjectLockConfigurationCommand,
  PutObjectRetentionCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { refusal, type TestEngine, testEngine } from './engine.ts';

const Bucket = 'backups';
const DAY = 86_400_000;
const start = Date.UTC(2026, 10, 21);
const denied = { name: 'AccessDenied', status: 403 };

let s3: TestEngine;
let client: S3Client;
let now: Date;

beforeEach(async () => {
  now = new Date(start);
  s3 = await testEngine({ clock: { now: () => now } });
  client = s3.client();
  await client.send(new CreateBucketCommand({ Bucket, ObjectLockEnabledForBucket: true }));
});
afterEach(() => s3.close());

const day = (n: number) => new Date(start + n * DAY);
type Mode = 'GOVERNANCE' | 'COMPLIANCE';

const put = async (Key: string, more: Partial<PutObjectCommandInput> = {}) =>
  (await client.send(new PutObjectCommand({ Bucket, Key, Body: 'kept', ...more }))).VersionId;
const locked = (Mode: Mode, until: Date) => ({ ObjectLockMode: Mode, ObjectLockRetainUntilDate: until });
const remove = (Key: string, VersionId: string | undefined, BypassGovernanceRetention = false) =>
  client.send(new DeleteObjectCommand({ Bucket, Key, VersionId, BypassGovernanceRetention }));
const retain = (Key: string, Mode: Mode, RetainUntilDate: Date, BypassGovernanceRetention = false) =>
  client.send(
    new PutObjectRetentionCommand({ Bucket, Key, Retention: { Mode, RetainUntilDate }, BypassGovernanceRetention }),
  );
const hold = (Key: string, Status: 'ON' | 'OFF') =>
  client.send(new PutObjectLegalHoldCommand({ Bucket, Key, LegalHold: { Status } }));
const setDefault = (rule: { Mode: Mode; Days?: number; Years?: number }) =>
  client.send(
    new PutObjectLockConfigurationCommand({
      Bucket,
      ObjectLockConfiguration: { ObjectLockEnabled: 'Enabled', Rule: { DefaultRetention: rule } },
    }),
  );
const head = (Key: string) => client.send(new HeadObjectCommand({ Bucket, Key }));

it('versions a bucket with object lock, and keeps both on', async () => {
  const versioning = await client.send(new GetBucketVersioningCommand({ Bucket }));
  expect(versioning.Status).toBe('Enabled');
  const suspended = { Bucket, VersioningConfiguration: { Status: 'Suspended' } } as const;
  const refused = { name: 'InvalidBucketState', status: 409 };
  expect(await refusal(client.send(new PutBucketVersioningCommand(suspended)))).toEqual(refused);
  await s3.engine.admin.configureBucket(Bucket, { versioning: 'suspended', acl: 'public-read' });
  expect((await client.send(new GetBucketVersioningCommand({ Bucket }))).Status).toBe('Enabled');
  await put('seen');
  expect((await s3.send(`/${Bucket}/seen`, { anonymous: true })).text).toBe('kept');
  await s3.engine.admin.createBucket({ name: 'plain' });
  const configuration = { ObjectLockEnabled: 'Enabled' } as const;
  const enable = () =>
    client.send(new PutObjectLockConfigurationCommand({ Bucket: 'plain', ObjectLockConfiguration: configuration }));
  expect(await refusal(enable())).toEqual(refused);
  expect(await refusal(client.send(new GetObjectLockConfigurationCommand({ Bucket: 'plain' })))).toEqual({
    name: 'ObjectLockConfigurationNotFoundError',
    status: 404,
  });
  await s3.engine.admin.configureBucket('plain', { versioning: 'enabled' });
  await enable();
  expect(await client.send(new GetObjectLockConfigurationCommand({ Bucket: 'plain' }))).toMatchObject({
    ObjectLockConfiguration: configuration,
  });
});

it.each([
  ['<ObjectLockEnabled>Disabled</ObjectLockEnabled>', 'MalformedXML'],
  ['<Rule><DefaultRetention><Mode>GOVERNANCE</Mode><Days>1</Days></DefaultRetention></Rule>', 'MalformedXML'],
  ['#<Mode>GOVERNANCE</Mode><Days>1</Days><Years>1</Years>', 'MalformedXML'],
  ['#<Mode>governance</Mode><Days>1</Days>', 'MalformedXML'],
  ['#<Mode>GOVERNANCE</Mode>', 'MalformedXML'],
  ['#<Mode>GOVERNANCE</Mode><Days>0</Days>', 'InvalidRetentionPeriod'],
  ['#<Mode>GOVERNANCE</Mode><Years>-1</Years>', 'InvalidRetentionPeriod'],
  ['#<Mode>GOVERNANCE</Mode><Days>36501</Days>', 'InvalidRetentionPeriod'],
  ['#<Mode>GOVERNANCE</Mode><Years>101</Years>', 'InvalidRetentionPeriod'],
])('refuses the configuration %s with %s', async (inner, code) => {
  const rule = `<Rule><DefaultRetention>${inner.slice(1)}</DefaultRetention></Rule>`;
  const content = inner.startsWith('#') ? `<ObjectLockEnabled>Enabled</ObjectLockEnabled>${rule}` : inner;
  const body = `<ObjectLockConfiguration>${content}</ObjectLockConfiguration>`;
  expect(await s3.send(`/${Bucket}?object-lock`, { method: 'PUT', body })).toMatchObject({ status: 400, code });
});

it('locks what is uploaded, copied or made of parts, as the headers say', async () => {
  const lock = { ...locked('COMPLIANCE', day(5)), ObjectLockLegalHoldStatus: 'ON' } as const;
  await put('put', lock);
  await client.send(new CopyObjectCommand({ Bucket, Key: 'copy', CopySource: `${Bucket}/put`, ...lock }));
  await client.send(new CopyObjectCommand({ Bucket, Key: 'free', CopySource: `${Bucket}/put` }));
  const at = { Bucket, Key: 'parts' };
  const { UploadId } = await client.send(new CreateMultipartUploadCommand({ ...at, ...lock }));
  const { ETag } = await client.send(new UploadPartCommand({ ...at, UploadId, PartNumber: 1, Body: 'kept' }));
  const MultipartUpload = { Parts: [{ ETag, PartNumber: 1 }] };
  await client.send(new CompleteMultipartUploadCommand({ ...at, UploadId, MultipartUpload }));
  for (const Key of ['put', 'copy', 'parts']) {
    const { VersionId, ...shown } = await head(Key);
    expect(shown).toMatchObject(lock);
    expect(await refusal(remove(Key, VersionId, true))).toEqual(denied);
  }
  expect((await head('free')).ObjectLockMode).toBeUndefined();
});

it('refuses a lock that is incomplete, in the past, or in a bucket without object lock', async () => {
  const bad = { name: 'InvalidArgument', status: 400 };
  expect(await refusal(put('a', { ObjectLockMode: 'GOVERNANCE' }))).toEqual(bad);
  expect(await refusal(put('a', { ObjectLockRetainUntilDate: day(1) }))).toEqual(bad);
  expect(await refusal(put('a', locked('GOVERNANCE', day(0))))).toEqual(bad);
  expect(await refusal(put('a', locked('governance' as Mode, day(1))))).toEqual(bad);
  expect(await refusal(put('a', { ObjectLockLegalHoldStatus: 'MAYBE' as 'ON' }))).toEqual(bad);
  await put('a');
  expect(await refusal(retain('a', 'GOVERNANCE', day(-1)))).toEqual(bad);
  expect(await refusal(retain('a', 'abc' as Mode, day(1)))).toEqual({ name: 'MalformedXML', status: 400 });
  expect(await refusal(hold('a', 'abc' as 'ON'))).toEqual({ name: 'MalformedXML', status: 400 });
  const none = { name: 'NoSuchObjectLockConfiguration', status: 404 };
  expect(await refusal(client.send(new GetObjectRetentionCommand({ Bucket, Key: 'a' })))).toEqual(none);
  expect(await refusal(client.send(new GetObjectLegalHoldCommand({ Bucket, Key: 'a' })))).toEqual(none);
  await s3.engine.admin.createBucket({ name: 'plain', versioning: 'enabled' });
  const invalid = { name: 'InvalidRequest', status: 400 };
  const plain = { Bucket: 'plain', Key: 'a' };
  expect(await refusal(put('a', { ...plain, ...locked('GOVERNANCE', day(1)) }))).toEqual(invalid);
  expect(
    await refusal(client.send(new CreateMultipartUploadCommand({ ...plain, ...locked('GOVERNANCE', day(1)) }))),
  ).toEqual(invalid);
  await put('a', plain);
  expect(await refusal(client.send(new GetObjectRetentionCommand(plain)))).toEqual(invalid);
  expect(await refusal(client.send(new GetObjectLegalHoldCommand(plain)))).toEqual(invalid);
});

it('holds a compliance retention against everyone until it ends, and lets it only be extended', async () => {
  const version = await put('a', locked('COMPLIANCE', day(10)));
  expect(await refusal(remove('a', version, true))).toEqual(denied);
  expect(await refusal(retain('a', 'COMPLIANCE', day(9), true))).toEqual(denied);
  expect(await refusal(retain('a', 'GOVERNANCE', day(10), true))).toEqual(denied);
  const empty = await s3.send(`/${Bucket}/a?retention`, {
    method: 'PUT',
    body: '<Retention/>',
    headers: { 'x-amz-bypass-governance-retention': 'true' },
  });
  expect(empty).toMatchObject({ status: 403, code: 'AccessDenied' });
  await retain('a', 'COMPLIANCE', day(11));
  expect((await client.send(new GetObjectRetentionCommand({ Bucket, Key: 'a' }))).Retention).toEqual({
    Mode: 'COMPLIANCE',
    RetainUntilDate: day(11),
  });
  now = day(10.9);
  expect(await refusal(remove('a', version))).toEqual(denied);
  now = day(11);
  await remove('a', version);
  expect(await refusal(head('a'))).toMatchObject({ status: 404 });
});

it('lets a governance retention be shortened, ended or passed only by a request that says so', async () => {
  const version = await put('a', locked('GOVERNANCE', day(10)));
  expect(await refusal(remove('a', version))).toEqual(denied);
  expect(await refusal(retain('a', 'GOVERNANCE', day(9)))).toEqual(denied);
  expect(await refusal(retain('a', 'COMPLIANCE', day(10)))).toEqual(denied);
  await retain('a', 'GOVERNANCE', day(12));
  await retain('a', 'GOVERNANCE', day(2), true);
  expect((await head('a')).ObjectLockRetainUntilDate).toEqual(day(2));
  await remove('a', version, true);
});

it('gives new versions the default retention, except where they name their own', async () => {
  await put('before');
  await setDefault({ Mode: 'GOVERNANCE', Days: 3 });
  await put('days');
  await put('own', locked('COMPLIANCE', day(1)));
  await setDefault({ Mode: 'COMPLIANCE', Years: 2 });
  await put('years');
  expect(await head('before')).not.toHaveProperty('ObjectLockMode');
  expect(await head('days')).toMatchObject(locked('GOVERNANCE', day(3)));
  expect(await head('own')).toMatchObject(locked('COMPLIANCE', day(1)));
  expect(await head('years')).toMatchObject(locked('COMPLIANCE', new Date(Date.UTC(2028, 10, 21))));
});

it('holds a version by a legal hold, whatever its retention', async () => {
  const version = await put('a', locked('GOVERNANCE', day(1)));
  await hold('a', 'ON');
  now = day(2);
  expect(await refusal(remove('a', version, true))).toEqual(denied);
  await hold('a', 'OFF');
  expect((await client.send(new GetObjectLegalHoldCommand({ Bucket, Key: 'a' }))).LegalHold).toEqual({ Status: 'OFF' });
  await remove('a', version);
});

it('keeps locked versions below overwrites and delete markers, also in DeleteObjects', async () => {
  const version = await put('a', locked('COMPLIANCE', day(1)));
  const free = await put('a', { Body: 'newer' });
  const { VersionId: marker, DeleteMarker } = await remove('a', undefined);
  expect(DeleteMarker).toBe(true);
  const Objects = [version, free, marker].map((VersionId) => ({ Key: 'a', VersionId }));
  const result = await client.send(
    new DeleteObjectsCommand({ Bucket, Delete: { Objects }, BypassGovernanceRetention: true }),
  );
  expect(result.Errors).toMatchObject([{ Key: 'a', VersionId: version, Code: 'AccessDenied' }]);
  expect(result.Deleted?.map(({ VersionId }) => VersionId)).toEqual([free, marker]);
  const { Versions, DeleteMarkers = [] } = await client.send(new ListObjectVersionsCommand({ Bucket }));
  expect([Versions?.map(({ VersionId }) => VersionId), DeleteMarkers]).toEqual([[version], []]);
  expect((await s3.send(`/${Bucket}/a`)).text).toBe('kept');
});
