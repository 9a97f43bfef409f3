import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { handler as createKey } from '#functions/storage/access-keys/create.ts';
import { handler as deleteKey } from '#functions/storage/access-keys/delete.ts';
import { handler as listKeys } from '#functions/storage/access-keys/list.ts';
import { handler as rotateKey } from '#functions/storage/access-keys/rotate.ts';
import { handler as showKey } from '#functions/storage/access-keys/show.ts';
import { handler as updateKey } from '#functions/storage/access-keys/update.ts';
import { handler as endpoints } from '#functions/storage/account/endpoints.ts';
import { handler as accountUsage } from '#functions/storage/account/usage.ts';
import { handler as create } from '#functions/storage/buckets/create.ts';
import { handler as remove } from '#functions/storage/buckets/delete.ts';
import { handler as deleteCors } from '#functions/storage/buckets/delete-cors.ts';
import { handler as deleteLifecycle } from '#functions/storage/buckets/delete-lifecycle.ts';
import { handler as list } from '#functions/storage/buckets/list.ts';
import { handler as objects } from '#functions/storage/buckets/objects.ts';
import { handler as presignPost } from '#functions/storage/buckets/presign-post.ts';
import { handler as presignUrl } from '#functions/storage/buckets/presign-url.ts';
import { handler as putCors } from '#functions/storage/buckets/put-cors.ts';
import { handler as putLifecycle } from '#functions/storage/buckets/put-lifecycle.ts';
import { handler as show } from '#functions/storage/buckets/show.ts';
import { handler as showCors } from '#functions/storage/buckets/show-cors.ts';
import { handler as showLifecycle } from '#functions/storage/buckets/show-lifecycle.ts';
import { handler as update } from '#functions/storage/buckets/update.ts';
import { handler as usage } from '#functions/storage/buckets/usage.ts';
import { handler as completeUpload } from '#functions/storage/multipart-uploads/complete.ts';
import { handler as createUpload } from '#functions/storage/multipart-uploads/create.ts';
import { handler as deleteUpload } from '#functions/storage/multipart-uploads/delete.ts';
import { handler as showUpload } from '#functions/storage/multipart-uploads/show.ts';
import type { Handler } from '#lib/edge/route.ts';
import { call, type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import type { Call } from '#lib/testing/functions/event.ts';
import { newName } from '#test/support/accounts/iam.ts';
import { newBucket, newKey, newUpload, testObjects } from '#test/support/storage/objects.ts';
import { requestCalls } from '#test/support/table/table-calls.ts';

/* Calls to the table (docs/architecture.md, Budgets) of storage; what is asked of the object engine is beside it. */

let asha: SignedUp;
let name: string;
let second: string;
const keys: string[] = [];
const uploads: string[] = [];
let part: { part_number: number; etag: string };
beforeAll(async () => {
  await testObjects();
  asha = await signedUp();
  name = await newBucket(asha);
  second = await newBucket(asha);
  for (let n = 0; n < 3; n += 1) keys.push((await newKey(asha, name)).access_key_id);
  const signed = await call(presignUrl, {
    bearer: asha.bearer,
    params: { name },
    body: { operation: 'get', key: 'a' },
  });
  expect(signed.status).toBe(201);
  for (let n = 0; n < 3; n += 1) {
    const { upload_id, urls } = await newUpload(asha, name, { key: 'a', parts: 1 });
    const { headers } = await fetch(urls[0].url, { method: 'PUT', body: 'a' });
    part = { part_number: 1, etag: headers.get('etag') ?? '' };
    uploads.push(upload_id);
  }
});

async function costOf(handler: Handler, request: Call) {
  const { reply, ...cost } = await requestCalls(() => call(handler, { once: true, bearer: asha.bearer, ...request }));
  expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300);
  return cost;
}

const ofBucket = (): Call => ({ params: { name } });
const another = (): Call => ({ params: { name: second } });
const ofUpload = (index: number): Call => ({ params: { name, upload_id: uploads[index] ?? '' } });
const ofKey = (index: number) => (): Call => ({ params: { name, access_key_id: keys[index] ?? '' } });

type Row = [name: string, handler: Handler, request: () => Call, calls: number, rounds: number];

const reads: Row[] = [
  ['GET /storage/buckets', list, () => ({}), 3, 2],
  ['GET /storage/buckets?prefix=', list, () => ({ query: { prefix: 'bucket' } }), 3, 2],
  ['GET …/{name}', show, ofBucket, 3, 2],
  ['GET …/cors', showCors, ofBucket, 3, 2],
  ['GET …/lifecycle', showLifecycle, ofBucket, 3, 2],
  ['GET …/objects', objects, ofBucket, 3, 2],
  ['GET /storage/endpoints', endpoints, () => ({}), 3, 2],
  // What hangs below a bucket is one read beside or after it; hours of storage are the account's, beside its buckets.
  ['GET …/access-keys/{id}', showKey, ofKey(0), 4, 2],
  ['GET …/access-keys', listKeys, ofBucket, 4, 3],
  // The bucket names the key that signs. The last read is that of the engine, which looks the key up at every request.
  ['GET …/multipart-uploads/{id}', showUpload, () => ({ ...ofUpload(0), query: { key: 'a' } }), 5, 5],
  ['GET …/usage', usage, ofBucket, 4, 3],
  ['GET /storage/usage', accountUsage, () => ({}), 4, 2],
];

test.each(reads)('%s', async (_, handler, request, most, inRounds) => {
  const { calls, rounds } = await costOf(handler, request());
  expect(calls.length, calls.join()).toBeLessThanOrEqual(most);
  expect(rounds, calls.join()).toBeLessThanOrEqual(inRounds);
});

const cors = { rules: [{ allowed_origins: ['*'], allowed_methods: ['GET'] }] };
const lifecycle = { rules: [{ id: 'tmp', enabled: true, expire_days: 1 }] };

const mutations: Row[] = [
  ['POST …/access-keys', createKey, () => ({ ...ofBucket(), body: { name: 'app', permission: 'read' } }), 5, 3],
  // The bucket and its key are read beside each other.
  ['PATCH …/access-keys/{id}', updateKey, () => ({ ...ofKey(0)(), body: { name: 'other' } }), 6, 3],
  ['POST …/rotate', rotateKey, () => ({ ...ofKey(1)(), body: {} }), 6, 3],
  ['DELETE …/access-keys/{id}', deleteKey, ofKey(2), 6, 3],
  // The bucket names the key that signs.
  ['POST …/presigned-urls', presignUrl, () => ({ ...ofBucket(), body: { operation: 'get', key: 'a' } }), 6, 4],
  [
    'POST …/presigned-posts',
    presignPost,
    () => ({ ...ofBucket(), body: { key: 'a', content_length_range: [0, 9] } }),
    6,
    4,
  ],
  // The engine looks the key up once more at each request: one here, and two where the parts are listed first.
  ['POST …/multipart-uploads', createUpload, () => ({ ...ofBucket(), body: { key: 'a', parts: 1 } }), 7, 5],
  ['POST …/complete', completeUpload, () => ({ ...ofUpload(1), body: { key: 'a', parts: [part] } }), 8, 6],
  ['DELETE …/multipart-uploads/{id}', deleteUpload, () => ({ ...ofUpload(2), query: { key: 'a' } }), 7, 5],
  ['DELETE …/{name}?force=true', remove, () => ({ ...ofBucket(), query: { force: 'true' } }), 5, 3],
];

const headers = () => ({ 'idempotency-key': randomUUID() });

test.each(mutations)('%s with a key, in one transaction', async (_, handler, request, most, inRounds) => {
  const { calls, rounds } = await costOf(handler, { ...request(), headers: headers() });
  expect(calls.length, calls.join()).toBeLessThanOrEqual(most);
  expect(rounds, calls.join()).toBeLessThanOrEqual(inRounds);
  expect(calls.filter((each) => each === 'TransactWriteItems').length, calls.join()).toBe(1);
});

/* The engine stands between two transactions: what is to be done, and that it is done. */
const twoPhase: Row[] = [
  ['POST /storage/buckets', create, () => ({ body: { name: newName('bucket') } }), 5, 4],
  // A request that applies settings reads them, applies them, and checks that they are still the same.
  ['PATCH …/{name}', update, () => ({ ...another(), body: { tags: { env: 'dev' } } }), 8, 6],
  ['PUT …/cors', putCors, () => ({ ...another(), body: cors }), 8, 6],
  ['DELETE …/cors', deleteCors, another, 8, 6],
  ['PUT …/lifecycle', putLifecycle, () => ({ ...another(), body: lifecycle }), 8, 6],
  ['DELETE …/lifecycle', deleteLifecycle, another, 8, 6],
];

test.each(twoPhase)('%s with a key, in two transactions', async (_, handler, request, most, inRounds) => {
  const { calls, rounds } = await costOf(handler, { ...request(), headers: headers() });
  expect(calls.length, calls.join()).toBeLessThanOrEqual(most);
  expect(rounds, calls.join()).toBeLessThanOrEqual(inRounds);
  expect(calls.filter((each) => each === 'TransactWriteItems').length, calls.join()).toBe(2);
});
