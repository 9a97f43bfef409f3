import { beforeEach, expect, test } from 'vitest';
import { ApiError } from '#lib/model/platform/errors.ts';
import { type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { auditOf } from '#lib/testing/functions/items.ts';
import { callProbe, newProbeId, probe } from './probe.ts';

let user: SignedUp;
beforeEach(async () => {
  user = await signedUp();
});

const entries = async () => (await auditOf(user.account_id)).filter(({ action }) => action !== 'register');

test('a change is logged with who did what to what, from where, and how it ended', async () => {
  const id = newProbeId();
  const reply = await callProbe(probe({ status: 201 }), { bearer: user.bearer, params: { id }, ip: '203.0.113.9' });
  expect(await entries()).toEqual([
    expect.objectContaining({
      id: expect.stringMatching(/^log-/),
      account_id: user.account_id,
      at: expect.stringMatching(/Z$/),
      actor: { type: 'root', id: user.user.id, name: user.email, access_key_id: null },
      service: 'compute',
      method: 'POST',
      path: `/compute/probes/${id}`,
      action: 'compute:StartInstance',
      resource: `srn:compute:in-mum:${user.account_id}:instance/${id}`,
      status: 201,
      request_id: reply.headers['x-request-id'],
      source_ip: '203.0.113.9',
      user_agent: 'vitest',
      idempotency_replayed: false,
    }),
  ]);
});

test('so is one that was refused or failed', async () => {
  const codes = ['access_denied', 'not_found', 'wrong_state', 'internal'] as const;
  for (const code of codes) {
    const handler = probe({}, async () => {
      throw new ApiError(code, 'no');
    });
    await callProbe(handler, { bearer: user.bearer });
  }
  await callProbe(probe(), { bearer: user.bearer, body: { strange: 'value-of-mine' } });
  expect((await entries()).map(({ status }) => status)).toEqual([403, 404, 409, 500, 400]);
  expect(JSON.stringify(await entries())).not.toContain('value-of-mine');
});

test('reads, strangers and floods are not', async () => {
  const reading = probe({}, async () => ({ text: '', runs: 0 }));
  await callProbe(reading, { method: 'GET', bearer: user.bearer });
  await callProbe(reading, { method: 'HEAD', bearer: user.bearer });
  await callProbe(probe());
  const flood = Array.from({ length: 40 }, () => callProbe(reading, { bearer: user.bearer, once: true }));
  const answered = (await Promise.all(flood)).filter(({ status }) => status === 200);
  expect(await entries()).toHaveLength(answered.length);
});
