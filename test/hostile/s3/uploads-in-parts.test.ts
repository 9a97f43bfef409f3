import { beforeAll, expect, test } from 'vitest';
import { handler as complete } from '#functions/storage/multipart-uploads/complete.ts';
import { handler as remove } from '#functions/storage/multipart-uploads/delete.ts';
import { handler as show } from '#functions/storage/multipart-uploads/show.ts';
import { readUploadId, uploadIdOf } from '#lib/model/storage/multipart-upload.ts';
import { call, type SignedUp } from '#lib/testing/functions/call.ts';
import { verified } from '#lib/testing/functions/verified.ts';
import { banned } from '#test/support/accounts/banned.ts';
import { type Caller, callerOf, expectStatus } from '#test/support/accounts/iam.ts';
import { newBucket, newUpload } from '#test/support/storage/objects.ts';

/* An upload of the victim's in parts, at the routes of the API and by its URLs. */

let attacker: SignedUp;
let victim: SignedUp;
let [mine, theirs, upload_id, url, engineId] = ['', '', '', '', ''];
let parts: { part_number: number; etag: string }[];
beforeAll(async () => {
  [attacker, victim] = [await verified(), await verified()];
  [mine, theirs] = [await newBucket(attacker), await newBucket(victim)];
  const upload = await newUpload(victim, theirs, { key: 'k', parts: 1 });
  [upload_id, url] = [upload.upload_id, upload.urls[0].url];
  engineId = readUploadId(upload_id)?.engineId ?? '';
  const { headers } = await fetch(url, { method: 'PUT', body: 'theirs' });
  parts = [{ part_number: 1, etag: headers.get('etag') ?? '' }];
});

const asked = (caller: Caller, params: { name: string; upload_id: string }, key: string) =>
  Promise.all([
    caller(show, { params, query: { key } }),
    caller(complete, { params, body: { key, parts } }),
    caller(remove, { params, query: { key } }),
  ]);

test.each(['k', '../k', 'theirs/k'])('its id is used in a bucket of one’s own, for the key %s', async (key) => {
  const forged = [
    { parts: 10_000, engineId },
    { parts: 1, engineId: `${engineId}&x` },
  ].map(uploadIdOf);
  for (const id of [upload_id, ...forged]) {
    const replies = await asked(callerOf(attacker), { name: mine, upload_id: id }, key);
    const unknown = [404, `multipart upload ${id} not found`];
    expect(replies.map(({ status, body }) => [status, body.error])).toEqual([unknown, unknown, unknown]);
  }
});

test('its id is used in its bucket', async () => {
  const replies = await asked(callerOf(attacker), { name: theirs, upload_id }, 'k');
  const unknown = [404, `bucket ${theirs} not found`];
  expect(replies.map(({ status, body }) => [status, body.error])).toEqual([unknown, unknown, unknown]);
});

test('a URL of a part is used for another part, upload, object, bucket or request', async () => {
  const own = new URL((await newUpload(attacker, mine, { key: 'k', parts: 1 })).urls[0].url);
  const moved = [
    url.replace('partNumber=1&', 'partNumber=2&'),
    url.replace('partNumber=1&', ''),
    url.replace('/k?', '/other?'),
    own.href.replace(/uploadId=[^&]+/, `uploadId=${engineId}`),
    own.href.replace(`/${mine}/`, `/${theirs}/`),
  ];
  for (const each of moved) expect((await fetch(each, { method: 'PUT', body: 'mine' })).status).toBe(403);
  for (const method of ['GET', 'POST', 'DELETE']) expect((await fetch(url, { method })).status).toBe(403);
});

test('a user to whom the object is denied goes on with its upload', async () => {
  const barred = await banned(victim);
  await barred.deny('storage:PutObject', `bucket/${theirs}/object/k`);
  const replies = await asked(barred.call, { name: theirs, upload_id }, 'k');
  expect(replies.map(({ status }) => status)).toEqual([403, 403, 403]);
  const elsewhere = await asked(barred.call, { name: theirs, upload_id }, 'other');
  expect(elsewhere.map(({ status }) => status)).toEqual([404, 404, 404]);
});

test('after all of that the victim’s upload is whole', async () => {
  const params = { name: theirs, upload_id };
  const there = await expectStatus(200, call(show, { bearer: victim.bearer, params, query: { key: 'k' } }));
  expect(there).toMatchObject({ parts: [{ part_number: 1, size: 6 }], urls: [] });
  await expectStatus(200, call(complete, { bearer: victim.bearer, params, body: { key: 'k', parts } }));
});
