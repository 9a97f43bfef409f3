import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { handler as activate } from '#functions/auth/billing/activate-autopay.ts';
import { handler as cancel } from '#functions/auth/billing/cancel-autopay.ts';
import { handler as create } from '#functions/auth/billing/create-autopay.ts';
import { handler as setup } from '#functions/auth/billing/setup-autopay.ts';
import { handler as show } from '#functions/auth/billing/show-autopay.ts';
import { handler as login } from '#functions/auth/sessions/login.ts';
import { handler as autopay } from '#functions/scheduled/autopay.ts';
import type { Handler } from '#lib/edge/route.ts';
import { newIp } from '#lib/testing/functions/accounts.ts';
import { call } from '#lib/testing/functions/call.ts';
import { advanceClock, resetClock } from '#lib/testing/functions/clock.ts';
import { testTable } from '#lib/testing/functions/table.ts';
import { type TestGateway, testGateway } from '#test/support/billing/gateway.ts';
import { payer } from '#test/support/billing/topups.ts';

const wanted = { method: 'upi', threshold_paise: 20_000, topup_amount_paise: 100_000, max_amount_paise: 1_500_000 };
let gateway: TestGateway;
let bearer: string;

beforeAll(async () => {
  gateway = await testGateway();
});
beforeEach(testTable);
afterEach(resetClock);

const ask = async (handler: Handler, body?: object) => call(handler, { bearer, ...(body && { body }) });

/** A mandate that waits to be authorised; what is asked of it comes `minutes` later. */
async function waiting() {
  const owner = await payer();
  bearer = owner.bearer;
  const { id } = (await ask(create, wanted)).body;
  const { gateway_token, expires_at } = (await ask(setup)).body.authorization;
  const later = async (minutes: number) => {
    advanceClock(minutes * 60);
    const { email, password } = owner;
    bearer = (await call(login, { body: { email, password }, ip: newIp() })).body.access_token;
  };
  const approved = async (webhooks: number) => {
    const proof = await gateway.desk.decide(gateway_token, 'approve', webhooks);
    return { gateway_payment_id: proof.gateway_payment_id, signature: proof.gateway_signature };
  };
  const atBank = () => gateway.desk.book.list('token').find(({ order_id }) => order_id === gateway_token);
  return { id, expires_at, later, approved, atBank };
}

test.each([
  ['after that was noted', 1, true],
  ['before that was noted', 0, false],
  ['with a webhook', 1, false],
] as const)(
  'a mandate that is authorised out of time, %s, is 410 and ended at the gateway',
  async (_, webhooks, noted) => {
    const { id, expires_at, later, approved, atBank } = await waiting();
    await later(30);
    if (noted) await autopay();
    const proof = await approved(webhooks);
    expect((await ask(activate, { ...proof, signature: 'forged' })).status).toBe(400);
    const late = await ask(activate, proof);
    const error = `the authorization of mandate ${id} expired at ${expires_at}`;
    expect([late.status, late.headers['x-error-code'], late.body.error]).toEqual([410, 'code_expired', error]);
    await autopay();
    const failure_reason = 'it was not authorised within 30 minutes';
    expect((await ask(show)).body).toMatchObject({ status: 'rejected', failure_reason });
    expect(atBank()?.recurring_details).toEqual({ status: 'cancelled' });
    expect((await ask(create, wanted)).status).toBe(201);
  },
);

test('a mandate that was authorised in time counts, however late that is heard', async () => {
  const { later, approved } = await waiting();
  await later(29);
  await approved(0);
  await later(31);
  await autopay();
  expect((await ask(show)).body.status).toBe('active');
});

test('a mandate that is authorised after it was cancelled is ended at the gateway', async () => {
  const { approved, atBank } = await waiting();
  expect((await ask(cancel)).body.status).toBe('cancelled');
  await approved(1);
  expect(atBank()?.recurring_details).toEqual({ status: 'cancelled' });
  expect((await ask(show)).body.status).toBe('cancelled');
});
