import { afterEach, beforeAll, expect, test } from 'vitest';
import { handler as refresh } from '#functions/auth/sessions/refresh.ts';
import type { Handler } from '#lib/edge/route.ts';
import { call, type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { advanceClock, resetClock } from '#lib/testing/functions/clock.ts';
import { auditOf } from '#lib/testing/functions/items.ts';
import { callProbe, effectsOn, newProbeId, probe } from './probe.ts';
import { repeatable as repeatableAs } from './repeatable.ts';

let user: SignedUp;
beforeAll(async () => {
  user = await signedUp();
});
afterEach(resetClock);

const repeatable = (handler?: Handler) => repeatableAs(() => user.bearer, handler);

test('without a key every request takes effect', async () => {
  const { id, send } = repeatable();
  await send(undefined);
  expect((await send(undefined)).body.runs).toBe(2);
  expect(await effectsOn(id)).toBe(2);
});

test('a repeated key is answered with the first reply, and nothing happens again', async () => {
  const { id, send } = repeatable();
  const first = await send('key-1');
  const second = await send('key-1');
  expect(first).toMatchObject({ status: 201, body: { text: 'hello', runs: 1 } });
  expect(first.headers).not.toHaveProperty('idempotent-replayed');
  expect(second).toMatchObject({ status: 201, body: first.body });
  expect(second.headers['idempotent-replayed']).toBe('true');
  expect(second.headers['x-request-id']).not.toBe(first.headers['x-request-id']);
  expect(await effectsOn(id)).toBe(1);
});

test('a replay is audited as one, under its own request id', async () => {
  const other = await signedUp();
  const { send } = repeatable();
  await send('audited', { bearer: other.bearer });
  const replay = await send('audited', { bearer: other.bearer });
  const entries = (await auditOf(other.account_id)).filter(({ action }) => action === 'compute:StartInstance');
  expect(entries.map(({ status, idempotency_replayed }) => [status, idempotency_replayed])).toEqual([
    [201, false],
    [201, true],
  ]);
  expect(entries[1]?.request_id).toBe(replay.headers['x-request-id']);
});

test('the bare key and the quoted one are the same', async () => {
  const { send } = repeatable();
  await send('a "b" \\c');
  const quoted = await send('"a \\"b\\" \\\\c"');
  expect(quoted.headers['idempotent-replayed']).toBe('true');
});

test.each(['', '""', 'x'.repeat(256), `"${'x'.repeat(256)}"`, 'naïve', 'tab\there'])(
  '%j is no key: 400',
  async (key) => {
    const { id, send } = repeatable();
    const reply = await send(key);
    expect(reply.status).toBe(400);
    expect(reply.body.error).toBe('Idempotency-Key: must be 1 to 255 printable ASCII characters');
    expect(await effectsOn(id)).toBe(0);
  },
);

test('255 characters are a key', async () => {
  expect((await repeatable().send('x'.repeat(255))).status).toBe(201);
});

test('GET and HEAD ignore the key, whatever it is', async () => {
  const reading = probe({}, async (_, { params }) => ({ text: params.id, runs: 0 }));
  const read = { method: 'GET', bearer: user.bearer, headers: { 'idempotency-key': '' } };
  expect((await callProbe(reading, read)).status).toBe(200);
  expect((await callProbe(reading, { ...read, method: 'HEAD' })).status).toBe(200);
});

test.each([
  ['another body', { body: { text: 'other' } }],
  ['the same JSON written otherwise', { rawBody: '{ "text": "hello" }' }],
  ['another query', { query: { color: 'red' } }],
  ['an invalid body', { body: { strange: 1 } }],
])('the key of one request with %s is 422', async (_, change) => {
  const { id, send } = repeatable();
  await send('reused');
  const reply = await send('reused', change);
  expect(reply.status).toBe(422);
  expect(reply.headers['x-error-code']).toBe('idempotency_key_reused');
  expect(await effectsOn(id)).toBe(1);
});

test('the order of query parameters does not tell requests apart', async () => {
  const handler = probe({ dryRun: true });
  const { send } = repeatable(handler);
  await send('ordered', { rawQuery: 'color=red&dry_run=false' });
  const again = await send('ordered', { rawQuery: 'dry_run=false&color=red' });
  expect(again.headers['idempotent-replayed']).toBe('true');
});

test('callers, methods and paths have keys of their own', async () => {
  const other = await signedUp();
  const { id, send } = repeatable();
  await send('shared');
  expect((await send('shared', { bearer: other.bearer })).body.runs).toBe(2);
  expect((await send('shared', { method: 'PUT' })).body.runs).toBe(3);
  expect((await send('shared', { params: { id: newProbeId() } })).body.runs).toBe(1);
  expect(await effectsOn(id)).toBe(3);
});

test('a key lasts 24 hours of the civil clock from its first use', async () => {
  const { send } = repeatable();
  await send('day');
  // A token lasts 15 minutes, so this one is of the day after.
  advanceClock(24 * 3600 - 60);
  const bearer = (await signInAgain()).bearer;
  expect((await send('day', { bearer })).headers['idempotent-replayed']).toBe('true');
  advanceClock(61);
  expect((await send('day', { bearer })).body.runs).toBe(2);
});

async function signInAgain() {
  const { body } = await call(refresh, { body: { refresh_token: user.refresh_token } });
  user = { ...user, bearer: body.access_token, refresh_token: body.refresh_token };
  return user;
}
