import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { handler as register } from '#functions/auth/sessions/register.ts';
import { goodPassword, newEmail, newIp } from '#lib/testing/functions/accounts.ts';
import { call, type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { allItems } from '#lib/testing/functions/items.ts';
import { callProbe, count, effectsOn, newProbeId, probe } from './probe.ts';

let user: SignedUp;
beforeAll(async () => {
  user = await signedUp();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A verb whose first run waits at its gate, so that a test can look at a request under way. */
function gated() {
  const gate = Promise.withResolvers<void>();
  const arrival = Promise.withResolvers<void>();
  let runs = 0;
  const handler = probe({}, async (context, input) => {
    if (runs++ === 0) {
      await context.claimed();
      arrival.resolve();
      await gate.promise;
    }
    return count(context, input);
  });
  const id = newProbeId();
  const send = () =>
    callProbe(handler, { bearer: user.bearer, params: { id }, headers: { 'idempotency-key': 'gated' } });
  return { id, send, open: gate.resolve, atGate: arrival.promise };
}

test('while the first request runs, another under its key is told to wait', async () => {
  const { id, send, open, atGate } = gated();
  const first = send();
  await atGate;
  const second = await send();
  expect(second.status).toBe(409);
  expect(second.headers).toMatchObject({ 'x-error-code': 'idempotency_in_progress', 'retry-after': '1' });
  open();
  expect((await first).body.runs).toBe(1);
  expect((await send()).headers['idempotent-replayed']).toBe('true');
  expect(await effectsOn(id)).toBe(1);
});

test('what a crash left behind is taken over once its lease of 60 s is over, and the late one does nothing', async () => {
  const { id, send, open, atGate } = gated();
  const crashed = send();
  await atGate;
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 59_000 });
  expect((await send()).headers['x-error-code']).toBe('idempotency_in_progress');
  vi.setSystemTime(Date.now() + 2_000);
  expect((await send()).body.runs).toBe(1);
  open();
  expect((await crashed).headers['x-error-code']).toBe('idempotency_in_progress');
  expect((await send()).headers['idempotent-replayed']).toBe('true');
  expect(await effectsOn(id)).toBe(1);
});

test('of many at once under one key, one takes effect', async () => {
  const id = newProbeId();
  const handler = probe();
  const request = { bearer: user.bearer, params: { id }, headers: { 'idempotency-key': 'crowd' } };
  const replies = await Promise.all(Array.from({ length: 12 }, () => callProbe(handler, request)));
  const fresh = replies.filter(({ status, headers }) => status === 200 && !headers['idempotent-replayed']);
  const others = replies.filter((reply) => !fresh.includes(reply));
  expect(fresh).toHaveLength(1);
  expect(others.every(({ status, headers }) => status === 409 || headers['idempotent-replayed'] === 'true')).toBe(true);
  expect(await effectsOn(id)).toBe(1);
});

test('the table yields neither the stored reply nor the key', async () => {
  const key = 'order-17';
  const email = newEmail();
  const request = { body: { email, password: goodPassword }, ip: newIp(), headers: { 'idempotency-key': key } };
  const first = await call(register, request);
  const table = JSON.stringify(await allItems());
  const { access_token, refresh_token } = first.body;
  for (const secret of [key, access_token, refresh_token, goodPassword, 'svc_access', JSON.stringify(first.body)]) {
    for (const form of [secret, Buffer.from(secret).toString('base64'), Buffer.from(secret).toString('base64url')]) {
      expect(table).not.toContain(form.replace(/=+$/, ''));
    }
  }
  const replay = await call(register, request);
  expect(replay.body).toEqual(first.body);
});
