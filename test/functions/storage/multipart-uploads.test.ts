import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { afterEach, expect, test, vi } from 'vitest';
import { handler as login } from '#functions/auth/sessions/login.ts';
import { handler as listObjects } from '#functions/storage/buckets/objects.ts';
import { handler as presignUrl } from '#functions/storage/buckets/presign-url.ts';
import { handler as create } from '#functions/storage/multipart-uploads/create.ts';
import { newIp } from '#lib/testing/functions/accounts.ts';
import { call } from '#lib/testing/functions/call.ts';
import { allItems } from '#lib/testing/functions/items.ts';
import { type Caller, callerOf, expectStatus } from '#test/support/accounts/iam.ts';
import { newBucket } from '#test/support/storage/objects.ts';
import { begun, KEY, putPart, SMALLEST, shown, uploadsOf } from './multipart-support.ts';
import { objects, owner, root, useBuckets } from './support.ts';

useBuckets();

afterEach(() => {
  vi.useRealTimers();
});

const numbers = (parts: { part_number: number }[]) => parts.map(({ part_number }) => part_number);
const md5 = (bytes: Uint8Array) => createHash('md5').update(bytes).digest('hex');

async function bytesOf(name: string, caller: Caller = root): Promise<{ type: string | null; bytes: Buffer }> {
  const body = { operation: 'get', key: KEY };
  const { url } = await expectStatus(201, caller(presignUrl, { params: { name }, body }));
  const reply = await fetch(url);
  return { type: reply.headers.get('content-type'), bytes: Buffer.from(await reply.arrayBuffer()) };
}

test('an upload goes on after an interruption: its GET tells what is there, and has URLs for the rest', async () => {
  const name = await newBucket(owner);
  const uploads = uploadsOf(root, name);
  const [first, second, third] = [randomBytes(SMALLEST), randomBytes(SMALLEST + 1), randomBytes(10)];
  const before = Math.floor(Date.now() / 1000) * 1000;
  const upload = await expectStatus(201, uploads.create({ parts: 3, content_type: 'video/mp4' }));
  expect(upload).toMatchObject({ part_size: 8_388_608, urls: [{}, {}, {}] });
  expect(numbers(upload.urls)).toEqual([1, 2, 3]);
  expect(Date.parse(upload.expires_at)).toBeGreaterThanOrEqual(before + 86_400_000);
  expect(Date.parse(upload.expires_at)).toBeLessThanOrEqual(Date.now() + 86_400_000);
  expect((await putPart(upload.urls, 2, second)).status).toBe(200);
  const resumed = await shown(uploads, upload.upload_id);
  expect(resumed.parts).toEqual([{ part_number: 2, etag: md5(second), size: SMALLEST + 1 }]);
  expect(numbers(resumed.urls)).toEqual([1, 3]);
  const sent = [await putPart(resumed.urls, 1, first), await putPart(resumed.urls, 3, third)];
  expect(sent).toMatchObject([
    { status: 200, etag: `"${md5(first)}"` },
    { status: 200, etag: `"${md5(third)}"` },
  ]);
  const whole = await shown(uploads, upload.upload_id);
  expect([numbers(whole.parts), whole.urls]).toEqual([[1, 2, 3], []]);
  const parts = whole.parts.map(({ part_number, etag }) => ({ part_number, etag }));
  const { key, etag } = await expectStatus(200, uploads.complete(upload.upload_id, parts));
  expect([key, etag]).toEqual([KEY, expect.stringMatching(/^[0-9a-f]{32}-3$/)]);
  const found = await bytesOf(name);
  expect([found.type, found.bytes.equals(Buffer.concat([first, second, third]))]).toEqual(['video/mp4', true]);
  const { objects: listed } = await expectStatus(200, root(listObjects, { params: { name } }));
  expect(listed).toMatchObject([{ key: KEY, etag, size: 2 * SMALLEST + 11 }]);
});

test('URLs end after a day, and the GET of the upload makes new ones', async () => {
  const name = await newBucket(owner);
  const upload = await begun(uploadsOf(root, name), 1);
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(Date.parse(upload.expires_at) + 1000);
  expect(await putPart(upload.urls, 1, Buffer.from('x'))).toMatchObject({ status: 403, code: 'AccessDenied' });
  const { email, password } = owner;
  const { access_token: bearer } = await expectStatus(200, call(login, { body: { email, password }, ip: newIp() }));
  const later = uploadsOf(callerOf({ bearer }), name);
  const { urls, expires_at } = await shown(later, upload.upload_id);
  expect(Date.parse(expires_at)).toBeGreaterThan(Date.parse(upload.expires_at));
  const { etag } = await putPart(urls, 1, Buffer.from('x'));
  await expectStatus(200, later.complete(upload.upload_id, [{ part_number: 1, etag }]));
  expect((await bytesOf(name, callerOf({ bearer }))).bytes.toString()).toBe('x');
});

test('a part that is sent again takes the place of the first, and its ETag', async () => {
  const name = await newBucket(owner);
  const uploads = uploadsOf(root, name);
  const upload = await begun(uploads, 1);
  const [old, now] = [
    await putPart(upload.urls, 1, Buffer.from('old')),
    await putPart(upload.urls, 1, Buffer.from('new')),
  ];
  expect((await uploads.complete(upload.upload_id, [{ part_number: 1, etag: old.etag }])).status).toBe(400);
  await expectStatus(200, uploads.complete(upload.upload_id, [{ part_number: 1, etag: now.etag }]));
  expect((await bytesOf(name)).bytes.toString()).toBe('new');
});

test('fewer parts than were asked for make an object, as of a file of unknown size', async () => {
  const name = await newBucket(owner);
  const uploads = uploadsOf(root, name);
  const upload = await begun(uploads, 10_000);
  const { etag } = await putPart(upload.urls, 1, Buffer.from('all of it'));
  await expectStatus(200, uploads.complete(upload.upload_id, [{ part_number: 1, etag }]));
  expect((await bytesOf(name)).bytes.toString()).toBe('all of it');
});

test('a completion whose reply was lost may be repeated; the upload is gone otherwise', async () => {
  const name = await newBucket(owner);
  const uploads = uploadsOf(root, name);
  const upload = await begun(uploads, 1);
  const { etag } = await putPart(upload.urls, 1, Buffer.from('once'));
  const parts = [{ part_number: 1, etag }];
  const made = await expectStatus(200, uploads.complete(upload.upload_id, parts));
  expect(await expectStatus(200, uploads.complete(upload.upload_id, parts))).toEqual(made);
  for (const reply of [await uploads.show(upload.upload_id), await uploads.remove(upload.upload_id)]) {
    expect(reply.status).toBe(404);
  }
  const other = [{ part_number: 1, etag: 'd41d8cd98f00b204e9800998ecf8427e' }];
  expect((await uploads.complete(upload.upload_id, other)).status).toBe(404);
  expect(await putPart(upload.urls, 1, Buffer.from('late'))).toMatchObject({ status: 404, code: 'NoSuchUpload' });
});

test('two completions at once make one object, and both say so', async () => {
  const name = await newBucket(owner);
  const uploads = uploadsOf(root, name);
  const upload = await begun(uploads, 1);
  const { etag } = await putPart(upload.urls, 1, Buffer.from('once'));
  const parts = [{ part_number: 1, etag }];
  const both = await Promise.all([1, 2].map(() => uploads.complete(upload.upload_id, parts)));
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect(await objects.admin.usage(name)).toMatchObject({ objects: 1, sizeBytes: 4, multipartBytes: 0 });
});

test('an upload that is deleted leaves nothing, also no way to send parts', async () => {
  const name = await newBucket(owner);
  const uploads = uploadsOf(root, name);
  const { upload_id, urls } = await begun(uploads, 2);
  await putPart(urls, 1, Buffer.from('some'));
  expect((await objects.admin.usage(name)).multipartBytes).toBe(4);
  const dry = await expectStatus(200, uploads.remove(upload_id, KEY, { dry_run: 'true' }));
  expect(dry).toMatchObject({ dry_run: true, would: `delete the multipart upload of "${KEY}"` });
  expect((await objects.admin.usage(name)).multipartBytes).toBe(4);
  expect(await expectStatus(200, uploads.remove(upload_id))).toEqual({ upload_id, deleted: true });
  expect((await objects.admin.usage(name)).multipartBytes).toBe(0);
  expect(await putPart(urls, 2, Buffer.from('late'))).toMatchObject({ status: 404, code: 'NoSuchUpload' });
});

test('keys of any spelling are uploaded in parts', async () => {
  const name = await newBucket(owner);
  const uploads = uploadsOf(root, name);
  for (const key of ['a b/ü+&?#%41.txt', 'a//b', 'dir/']) {
    const upload = await expectStatus(201, uploads.create({ key, parts: 1 }));
    const { etag } = await putPart(upload.urls, 1, Buffer.from(key));
    await expectStatus(200, uploads.show(upload.upload_id, key));
    await expectStatus(200, uploads.complete(upload.upload_id, [{ part_number: 1, etag }], key));
    const body = { operation: 'get', key };
    const { url } = await expectStatus(201, root(presignUrl, { params: { name }, body }));
    expect(await (await fetch(url)).text()).toBe(key);
  }
});

test('under one Idempotency-Key an upload is begun once, whatever the size of its reply', async () => {
  const name = await newBucket(owner);
  const headers = { 'idempotency-key': randomUUID() };
  const body = { key: 'é'.repeat(512), parts: 10_000 };
  const first = await expectStatus(201, root(create, { params: { name }, body, headers }));
  const again = await root(create, { params: { name }, body, headers });
  expect([again.status, again.headers['idempotent-replayed']]).toEqual([201, 'true']);
  expect(again.body).toEqual(first);
});

/** The most bytes that a function may answer (Lambda: 6 MB), where its body is text in JSON. */
const LAMBDA_REPLY = 6 * 1024 ** 2;

test('the largest replies fit into what a function may answer, and into an item of the table', async () => {
  const name = await newBucket(owner);
  const params = { name };
  const headers = { 'idempotency-key': randomUUID() };
  const body = { key: 'é'.repeat(512), parts: 10_000 };
  const begun = await expectStatus(201, root(create, { params, body, headers }));
  expect(numbers(begun.urls)).toEqual(Array.from({ length: 1000 }, (_, index) => index + 1));
  const parts = Array.from({ length: 10_000 }, () => ({
    part_number: 10_000,
    etag: md5(Buffer.of()),
    size: 5 * 1024 ** 3,
  }));
  const largest = JSON.stringify({ statusCode: 200, body: JSON.stringify({ ...begun, parts }) });
  expect(largest.length).toBeLessThan(LAMBDA_REPLY);
  const kept = (await allItems()).flatMap(({ reply }) => (typeof reply === 'string' ? reply.length : []));
  expect(Math.max(...kept)).toBeGreaterThan(65_536);
  expect(Math.max(...kept)).toBeLessThan(400_000);
});
