import { CreateBucketCommand } from '@aws-sdk/client-s3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ObjectKey } from '#lib/local/s3/auth/keys.ts';
import { type TestEngine, testEngine } from './engine.ts';

const DAY = 86_400_000;
const start = Date.UTC(2026, 10, 21);

let s3: TestEngine;
let now: Date;

beforeEach(async () => {
  now = new Date(start);
  s3 = await testEngine({ clock: { now: () => now } });
  await s3.client().send(new CreateBucketCommand({ Bucket: 'backups', ObjectLockEnabledForBucket: true }));
});
afterEach(() => s3.close());

const day = (n: number) => new Date(start + n * DAY);

/** Puts an object, with a retention until a day or with a legal hold. Returns its version. */
async function put(key: string, lock: number | 'hold' | undefined, by = 'OWNER', mode = 'COMPLIANCE') {
  const headers: Record<string, string> =
    typeof lock === 'number'
      ? { 'x-amz-object-lock-mode': mode, 'x-amz-object-lock-retain-until-date': day(lock).toISOString() }
      : lock === 'hold'
        ? { 'x-amz-object-lock-legal-hold': 'ON' }
        : {};
  const reply = await s3.send(`/backups/${key}`, { method: 'PUT', body: 'kept', headers, key: by });
  return { status: reply.status, version: reply.headers.get('x-amz-version-id') ?? '' };
}

const full = {
  code: 'bucket_not_empty',
  message: 'bucket backups holds object versions under retention or legal hold, which cannot be deleted yet',
};

it('does not empty a bucket, and leaves it open, while a version is locked', async () => {
  const { admin } = s3.engine;
  await put('free', undefined);
  const { version } = await put('kept', 3);
  await put('kept', undefined);
  await put('held', 'hold');
  await expect(admin.emptyBucket('backups', 1000)).rejects.toMatchObject(full);
  await expect(admin.emptyBucket('backups', 0)).rejects.toMatchObject(full);
  await expect(admin.deleteBucket('backups')).rejects.toMatchObject({ code: 'bucket_not_empty' });
  expect((await s3.send('/backups/free')).text).toBe('kept');
  expect((await s3.send(`/backups/kept?versionId=${version}`)).text).toBe('kept');
  now = day(3);
  await expect(admin.emptyBucket('backups', 1000)).rejects.toMatchObject(full);
  const body = '<LegalHold><Status>OFF</Status></LegalHold>';
  expect((await s3.send('/backups/held?legal-hold', { method: 'PUT', body })).status).toBe(200);
  expect(await admin.emptyBucket('backups', 5000)).toBe(true);
  await admin.deleteBucket('backups');
  expect((await s3.send('/backups/free')).code).toBe('NoSuchBucket');
});

it('does not let go by lifecycle rules what is locked, until the lock ends', async () => {
  const { admin } = s3.engine;
  await admin.configureBucket('backups', {
    lifecycle: [{ id: 'all', enabled: true, prefix: '', expireDays: 1, noncurrentDays: 1 }],
  });
  await put('free', undefined);
  const { version } = await put('kept', 5);
  now = day(1);
  await s3.engine.runLifecycles();
  now = day(4);
  await s3.engine.runLifecycles();
  expect(await admin.usage('backups')).toMatchObject({ objects: 0, versionsBytes: 4 });
  expect((await s3.send(`/backups/kept?versionId=${version}`)).text).toBe('kept');
  now = day(5);
  await s3.engine.runLifecycles();
  await s3.engine.runLifecycles();
  expect(await admin.usage('backups')).toMatchObject({ objects: 0, versions: 0, versionsBytes: 0 });
});

it('lets keys that write retain versions, but release none; a policy may allow it', async () => {
  const key = (id: string, permission: ObjectKey['permission']) =>
    s3.keys.set(id, { secret: 'owner-secret', bucket: 'backups', permission, status: 'active' });
  key('READ', 'read');
  key('WRITE', 'readwrite');
  const { status, version } = await put('a', 5, 'WRITE', 'GOVERNANCE');
  expect(status).toBe(200);
  expect((await put('b', 'hold', 'WRITE')).status).toBe(403);
  const bypass = { 'x-amz-bypass-governance-retention': 'true' };
  const path = `/backups/a?versionId=${version}`;
  const xml = (until: Date) =>
    `<Retention><Mode>GOVERNANCE</Mode><RetainUntilDate>${until.toISOString()}</RetainUntilDate></Retention>`;
  const retain = async (by: string, until: Date) =>
    (await s3.send('/backups/a?retention', { method: 'PUT', body: xml(until), headers: bypass, key: by })).status;
  const remove = async () => (await s3.send(path, { method: 'DELETE', headers: bypass, key: 'WRITE' })).status;
  expect([await retain('WRITE', day(6)), await retain('WRITE', day(4)), await retain('READ', day(7))]).toEqual([
    200, 403, 403,
  ]);
  expect(await remove()).toBe(403);
  expect((await s3.send('/backups/a?retention', { key: 'READ' })).status).toBe(200);
  expect((await s3.send('/backups?object-lock', { method: 'PUT', body: '<x/>', key: 'WRITE' })).status).toBe(403);
  const Statement = [
    { Effect: 'Allow', Principal: { AWS: 'WRITE' }, Action: 's3:BypassGovernanceRetention', Resource: 'backups/*' },
  ];
  const policy = JSON.stringify({ Version: '2012-10-17', Statement });
  expect((await s3.send('/backups?policy', { method: 'PUT', body: policy })).status).toBe(204);
  expect(await remove()).toBe(204);
});

it('shows locks only to callers with a key', async () => {
  await s3.engine.admin.configureBucket('backups', { acl: 'public-read' });
  await put('a', 5);
  const seen = async (anonymous: boolean) =>
    (await s3.send('/backups/a', { anonymous })).headers.get('x-amz-object-lock-mode');
  expect([await seen(false), await seen(true)]).toEqual(['COMPLIANCE', null]);
});
