import { gunzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { type Call, eventOf } from '#lib/testing/functions/event.ts';
import { effectsOn, newProbeId, probe } from './probe.ts';

let user: SignedUp;
beforeAll(async () => {
  user = await signedUp();
});

const handler = probe();
const long = { text: `नमस्ते ${'x'.repeat(5000)}` };

/** The result of a probe as the gateway gets it. */
async function resultOf(accept: string | undefined, request: Call = {}, handled = handler) {
  const headers = { 'accept-encoding': accept, ...request.headers };
  const event = { method: 'POST', path: '/compute/probes/{id}', params: { id: newProbeId() }, bearer: user.bearer };
  const {
    statusCode,
    headers: sent = {},
    body = '',
    isBase64Encoded = false,
  } = await handled(eventOf(handled, { ...event, body: long, ...request, headers }));
  const bytes = Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8');
  return { status: statusCode, headers: sent, isBase64Encoded, bytes };
}

test.each(['gzip', 'gzip, deflate, br', 'br;q=1.0, GZIP;q=0.5', '*', 'x-gzip', 'identity;q=0.5, *;q=0.1'])(
  'a long reply to Accept-Encoding: %s is gzip',
  async (accept) => {
    const { status, headers, isBase64Encoded, bytes } = await resultOf(accept);
    expect(status).toBe(200);
    expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
    expect(isBase64Encoded).toBe(true);
    expect(JSON.parse(gunzipSync(bytes).toString())).toEqual({ ...long, runs: 1 });
    expect(bytes.length).toBeLessThan(500);
  },
);

test.each([undefined, '', 'identity', 'br', 'gzip;q=0', 'gzip;q=0.0, *', '*;q=0', 'gzipped', 'gzip;q=x'])(
  'a long reply to Accept-Encoding: %s is plain, and says that it varies',
  async (accept) => {
    const { headers, isBase64Encoded, bytes } = await resultOf(accept);
    expect(headers).toMatchObject({ vary: 'Accept-Encoding' });
    expect(headers).not.toHaveProperty('content-encoding');
    expect(isBase64Encoded).toBe(false);
    expect(JSON.parse(bytes.toString())).toEqual({ ...long, runs: 1 });
  },
);

test('a reply of at most 4 KiB is plain', async () => {
  const sized = (bytes: number) => ({ body: { text: 'x'.repeat(bytes - '{"text":"","runs":1}'.length) } });
  const small = await resultOf('gzip', sized(4096));
  expect(small.bytes.length).toBe(4096);
  expect(small.headers).not.toHaveProperty('content-encoding');
  expect(small.headers).not.toHaveProperty('vary');
  expect((await resultOf('gzip', sized(4097))).headers['content-encoding']).toBe('gzip');
});

test('a long refusal is gzip too, and HEAD has no body', async () => {
  const tags = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`k${i}`, i]));
  const refused = await resultOf('gzip', { body: { tags } });
  expect([refused.status, refused.headers['content-encoding']]).toEqual([400, 'gzip']);
  expect(JSON.parse(gunzipSync(refused.bytes).toString()).error).toMatch(/^tags\.k0: 0 must be a string; /);
  const reading = probe({ etag: 'always' }, async (context) => context.show({ ...long, runs: 1 }, 3));
  const head = await resultOf('gzip', { method: 'HEAD', body: undefined }, reading);
  expect([head.status, head.bytes.length, head.headers['content-encoding']]).toEqual([200, 0, undefined]);
});

test('the ETag is the same with and without it; a matching one is answered with 200', async () => {
  const reading = probe({ etag: 'always' }, async (context) => context.show({ ...long, runs: 1 }, 3));
  for (const accept of ['gzip', undefined]) {
    const headers = { 'if-none-match': '"v3"' };
    const reply = await resultOf(accept, { method: 'GET', body: undefined, headers }, reading);
    expect([reply.status, reply.headers.etag]).toEqual([200, '"v3"']);
  }
});

test('a replay of an Idempotency-Key is coded as its own request asks', async () => {
  const id = newProbeId();
  const request = { params: { id }, headers: { 'idempotency-key': 'k1' } };
  const first = await resultOf('gzip', request);
  const plain = await resultOf(undefined, request);
  const again = await resultOf('gzip', request);
  expect(first.headers['content-encoding']).toBe('gzip');
  expect(plain.headers).not.toHaveProperty('content-encoding');
  expect(plain.headers).toMatchObject({ 'idempotent-replayed': 'true' });
  expect(JSON.parse(plain.bytes.toString())).toEqual({ ...long, runs: 1 });
  expect(gunzipSync(again.bytes)).toEqual(plain.bytes);
  expect(await effectsOn(id)).toBe(1);
});

test('a page of a configured origin is told both', async () => {
  process.env.SVC_CORS_ORIGINS = 'https://console.example.com';
  try {
    const { headers } = await resultOf('gzip', { headers: { origin: 'https://console.example.com' } });
    expect(headers).toMatchObject({ vary: 'Origin, Accept-Encoding', 'content-encoding': 'gzip' });
  } finally {
    delete process.env.SVC_CORS_ORIGINS;
  }
});
