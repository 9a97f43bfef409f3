import { beforeAll, expect, test } from 'vitest';
import { handler as deleteBucket } from '#functions/storage/buckets/delete.ts';
import { handler as update } from '#functions/storage/buckets/update.ts';
import { handler as complete } from '#functions/storage/multipart-uploads/complete.ts';
import { handler as create } from '#functions/storage/multipart-uploads/create.ts';
import { uploadIdOf } from '#lib/model/storage/multipart-upload.ts';
import { signedUp } from '#lib/testing/functions/call.ts';
import { callerOf, expectStatus, refusal } from '#test/support/accounts/iam.ts';
import { newBucket } from '#test/support/storage/objects.ts';
import { begun, KEY, putPart, SMALLEST, uploadsOf } from './multipart-support.ts';
import { send } from './send.ts';
import { objects, owner, root, useBuckets } from './support.ts';

useBuckets();

let name: string;
let uploads: ReturnType<typeof uploadsOf>;
beforeAll(async () => {
  name = await newBucket(owner);
  uploads = uploadsOf(root, name);
});

test.each([
  [{}, 'parts: is required (a number)'],
  [{ parts: 0 }, 'parts: 0 must be at least 1'],
  [{ parts: 10_001 }, 'parts: 10001 must be at most 10000'],
  [{ parts: 1.5 }, expect.stringMatching(/^parts: 1.5 /)],
  [{ parts: 1, key: '' }, expect.stringMatching(/^key: /)],
  [{ parts: 1, key: 'é'.repeat(513) }, expect.stringMatching(/^key: .* must have at most 1024 bytes$/)],
  [{ parts: 1, content_type: 'a\nb' }, expect.stringMatching(/^content_type: .*must be of printable ASCII$/)],
  [{ parts: 1, expires_in: 60 }, 'unknown field "expires_in"'],
])('an upload is refused: %j', async (body, error) => {
  const reply = await uploads.create(body);
  expect([reply.status, reply.body.error]).toEqual([400, error]);
});

test.each([
  [undefined, 'parts: is required (an array)'],
  [[], expect.stringMatching(/^parts: /)],
  [
    [{ part_number: 2, etag: 'a' }],
    'parts[0].part_number: 2 must be 1 (parts are listed in order, from 1 and without a gap)',
  ],
  [
    [1, 3].map((part_number) => ({ part_number, etag: 'a' })),
    'parts[1].part_number: 3 must be 2 (parts are listed in order, from 1 and without a gap)',
  ],
  [
    [1, 1].map((part_number) => ({ part_number, etag: 'a' })),
    'parts[1].part_number: 1 must be 2 (parts are listed in order, from 1 and without a gap)',
  ],
  [[{ part_number: 1 }], 'parts[0].etag: is required (a string)'],
  [[{ part_number: 1, etag: '</ETag>\n' }], expect.stringMatching(/^parts\[0\].etag: .*must be an ETag$/)],
])('a completion is refused: %j', async (parts, error) => {
  const { upload_id } = await begun(uploads, 3);
  const reply = await uploads.complete(upload_id, parts);
  expect([reply.status, reply.body.error]).toEqual([400, error]);
});

test('a completion names what is not uploaded, of another ETag, too small or left out, and the upload goes on', async () => {
  const { upload_id, urls } = await begun(uploads, 3);
  const [small, large] = [Buffer.from('xyz'), Buffer.alloc(SMALLEST)];
  const etags: string[] = [];
  for (const [index, bytes] of [small, large].entries()) {
    etags.push((await putPart(urls, index + 1, bytes)).etag.replaceAll('"', ''));
  }
  const [a, b] = etags;
  const finish = async (...given: (string | undefined)[]) =>
    refusal(
      await uploads.complete(
        upload_id,
        given.map((etag, index) => ({ part_number: index + 1, etag })),
      ),
    );
  expect(await finish(b, a)).toEqual([
    400,
    'validation_failed',
    `parts[0].etag: "${b}" is not the ETag of part 1 ("${a}")`,
  ]);
  expect(await finish(a)).toEqual([
    400,
    'validation_failed',
    'parts: must name part 2 too (every uploaded part is named)',
  ]);
  expect(await finish(a, b)).toEqual([
    409,
    'wrong_state',
    'parts[0]: part 1 has 3 bytes (every part but the last must have at least 5242880)',
  ]);
  etags[0] = (await putPart(urls, 1, large)).etag.replaceAll('"', '');
  expect(await finish(etags[0], b, b)).toEqual([409, 'wrong_state', 'parts[2].part_number: part 3 is not uploaded']);
  expect(await finish(etags[0], `"${b}"`)).toEqual([200, undefined, undefined]);
});

test('an upload is known by its bucket and its key alone', async () => {
  const other = uploadsOf(root, await newBucket(owner));
  const { upload_id, urls } = await begun(uploads, 1);
  const { etag } = await putPart(urls, 1, Buffer.from('x'));
  const parts = [{ part_number: 1, etag }];
  const unknown = [404, 'not_found', `multipart upload ${upload_id} not found`];
  const refused = [
    await uploads.show(upload_id, 'other'),
    await uploads.complete(upload_id, parts, 'other'),
    await uploads.remove(upload_id, 'other'),
    await uploads.remove(upload_id, 'other', { dry_run: 'true' }),
    await other.show(upload_id),
    await other.complete(upload_id, parts),
    await other.remove(upload_id),
  ];
  expect(refused.map(refusal)).toEqual(refused.map(() => unknown));
  const forged = [
    uploadIdOf({ parts: 1, engineId: 'no-such-upload' }),
    uploadIdOf({ parts: 1, engineId: '../x' }),
    uploadIdOf({ parts: 1, engineId: 'upload\u0001' }),
    uploadIdOf({ parts: 10_001, engineId: 'a' }),
    'AAAAAAAA',
  ];
  for (const id of forged)
    expect(refusal(await uploads.show(id))).toEqual([404, 'not_found', `multipart upload ${id} not found`]);
  expect((await uploads.show('no')).status).toBe(404);
  await expectStatus(200, uploads.complete(upload_id, parts));
});

test('a bucket of another account is not there, and one that is being deleted is 409', async () => {
  const stranger = uploadsOf(callerOf(await signedUp()), name);
  const { upload_id } = await begun(uploads, 1);
  const answers = [
    await stranger.create({ parts: 1 }),
    await stranger.show(upload_id),
    await stranger.complete(upload_id, [{ part_number: 1, etag: 'a' }]),
    await stranger.remove(upload_id),
  ];
  expect(answers.map(refusal)).toEqual(answers.map(() => [404, 'not_found', `bucket ${name} not found`]));
  await expectStatus(200, uploads.show(upload_id));
  const closing = await newBucket(owner);
  const own = uploadsOf(root, closing);
  const begunThere = await begun(own, 1);
  await expectStatus(200, root(deleteBucket, { params: { name: closing }, query: { force: 'true' } }));
  const closed = [
    await own.create({ parts: 1 }),
    await own.show(begunThere.upload_id),
    await own.remove(begunThere.upload_id),
  ];
  for (const reply of closed) {
    expect([reply.status, reply.body.error]).toEqual([409, `bucket ${closing} is deleting (must be active)`]);
  }
});

test('the quota of the bucket refuses parts at the engine and objects at the completion', async () => {
  const full = await newBucket(owner, { quota: { max_objects: 1, max_size_bytes: 10 } });
  const own = uploadsOf(root, full);
  const { upload_id, urls } = await begun(own, 1);
  expect(await putPart(urls, 1, Buffer.alloc(11))).toMatchObject({ status: 403, code: 'QuotaExceeded' });
  const { etag } = await putPart(urls, 1, Buffer.alloc(2));
  const platform = { access_key_id: objects.platform.access_key_id, secret_key: objects.platform.secret_key };
  expect(await send(platform, `${objects.url}/${full}/other`, { method: 'PUT', body: 'x' })).toEqual([200, '']);
  const parts = [{ part_number: 1, etag }];
  expect(refusal(await own.complete(upload_id, parts))).toEqual([
    403,
    'quota_exceeded',
    `the quota of bucket ${full} would be exceeded`,
  ]);
  await expectStatus(200, root(update, { params: { name: full }, body: { quota: null } }));
  await expectStatus(200, own.complete(upload_id, parts));
});

test('a bucket policy that denies writes refuses uploads', async () => {
  const guarded = await newBucket(owner);
  const own = uploadsOf(root, guarded);
  const Statement = { Effect: 'Deny', Principal: '*', Action: 's3:PutObject', Resource: `arn:aws:s3:::${guarded}/*` };
  const body = JSON.stringify({ Version: '2012-10-17', Statement: [Statement] });
  expect((await send(objects.platform, `${objects.url}/${guarded}?policy`, { method: 'PUT', body }))[0]).toBeLessThan(
    300,
  );
  expect(refusal(await own.create({ parts: 1 }))).toEqual([
    403,
    'access_denied',
    `the policy of bucket ${guarded} does not allow uploads of "${KEY}"`,
  ]);
});

test('10,000 parts fit into a completion, and no other route takes as much', async () => {
  const { upload_id } = await begun(uploads, 10_000);
  const parts = Array.from({ length: 10_000 }, (_, index) => ({
    part_number: index + 1,
    etag: `"${index.toString(16).padStart(32, '0')}"`,
  }));
  const params = { name, upload_id };
  const body = { key: KEY, parts };
  expect(JSON.stringify(body).length).toBeGreaterThan(650_000);
  expect(refusal(await root(complete, { params, body }))).toEqual([
    409,
    'wrong_state',
    'parts[0].part_number: part 1 is not uploaded',
  ]);
  const more = { ...body, key: 'x'.repeat(400_000) };
  expect((await root(complete, { params, body: more })).body.error).toMatch(
    /^body: \d+ bytes is too large \(at most 1048576 bytes\)$/,
  );
  expect((await root(create, { params: { name }, body: more })).body.error).toMatch(/\(at most 262144 bytes\)$/);
});
