import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { handler as activate } from '#functions/auth/billing/activate-autopay.ts';
import { handler as createAutopay } from '#functions/auth/billing/create-autopay.ts';
import { handler as setup } from '#functions/auth/billing/setup-autopay.ts';
import { platformAccount } from '#lib/model/platform/principal.ts';
import { call } from '#lib/testing/functions/call.ts';
import { advanceClock, resetClock } from '#lib/testing/functions/clock.ts';
import { auditOf } from '#lib/testing/functions/items.ts';
import { testTable } from '#lib/testing/functions/table.ts';
import { eventOf, type TestGateway, testGateway, told } from '#test/support/billing/gateway.ts';
import { ordered, payer, verify } from '#test/support/billing/topups.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await testGateway();
});
beforeEach(async () => {
  await testTable();
});
afterEach(() => {
  resetClock();
  vi.restoreAllMocks();
});

const forged = { 'x-razorpay-signature': '0'.repeat(64) };

/** Forgeries, one after the other; their statuses. */
async function flood(times: number, body: object = { event: 'payment.captured' }): Promise<number[]> {
  const statuses: number[] = [];
  for (let i = 0; i < times; i++) statuses.push((await told(gateway, body, forged)).status ?? 0);
  return statuses;
}

test('a forged webhook stands in the platform’s audit log, and in nobody else’s', async () => {
  const asha = await payer();
  const order = await ordered(asha);
  const before = await auditOf(asha.account_id);
  const stolen = { id: 'pay_stolen', order_id: order.gateway_order_id, status: 'captured', amount: order.total_paise };
  expect(await flood(1, eventOf({ ...stolen, currency: 'INR' }))).toEqual([401]);
  expect(await auditOf(platformAccount)).toMatchObject([
    {
      actor: { id: 'anonymous', name: 'anonymous' },
      method: 'POST',
      path: '/auth/billing/webhooks/razorpay',
      action: 'receiveGatewayWebhook',
      status: 401,
      source_ip: '127.0.0.1',
      user_agent: 'vitest',
    },
  ]);
  expect(await auditOf(asha.account_id)).toEqual(before);
});

test('a flood of forgeries is noted five times within 15 minutes, in table and log, and each is refused', async () => {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  expect(await flood(12)).toEqual(Array(12).fill(401));
  expect(await auditOf(platformAccount)).toHaveLength(5);
  const lines = written.mock.calls.map(([line]) => String(line)).filter((line) => line.includes('"security":true'));
  expect(lines).toHaveLength(5);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    level: 'warn',
    message: 'receiveGatewayWebhook: refused with 401',
    source_ip: '127.0.0.1',
  });
  advanceClock(16 * 60);
  await flood(1);
  expect(await auditOf(platformAccount)).toHaveLength(6);
});

test('what the gateway signed is taken in the midst of a flood', async () => {
  await flood(6);
  expect(await told(gateway, { event: 'invoice.expired', payload: {} })).toMatchObject({ status: 200 });
});

test('a checkout’s forged signature stands in the audit log of the account that sent it', async () => {
  const asha = await payer();
  const order = await ordered(asha);
  await verify(asha, order, { gateway_payment_id: 'pay_1', gateway_signature: 'forged' });
  expect((await auditOf(asha.account_id)).at(-1)).toMatchObject({
    path: `/auth/billing/orders/${order.id}/verify`,
    status: 400,
  });
  const mandate = { method: 'upi', threshold_paise: 20_000, topup_amount_paise: 100_000, max_amount_paise: 1_500_000 };
  await call(createAutopay, { bearer: asha.bearer, body: mandate });
  await call(setup, { bearer: asha.bearer });
  const proof = { gateway_payment_id: 'pay_1', signature: 'forged' };
  const { status } = await call(activate, { bearer: asha.bearer, body: proof });
  expect(status).toBe(400);
  const last = (await auditOf(asha.account_id)).at(-1);
  expect(last).toMatchObject({ path: '/auth/billing/autopay/activate', status: 400 });
});
