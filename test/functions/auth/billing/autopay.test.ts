import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { handler as activate } from '#functions/auth/billing/activate-autopay.ts';
import { handler as cancel } from '#functions/auth/billing/cancel-autopay.ts';
import { handler as create } from '#functions/auth/billing/create-autopay.ts';
import { handler as setup } from '#functions/auth/billing/setup-autopay.ts';
import { handler as show } from '#functions/auth/billing/show-autopay.ts';
import { handler as update } from '#functions/auth/billing/update-autopay.ts';
import { handler as autopay } from '#functions/scheduled/autopay.ts';
import type { Handler } from '#lib/edge/route.ts';
import { noFaults } from '#lib/local/gateway/faults.ts';
import { getMandate } from '#lib/store/billing/mandates.ts';
import { call, type SignedUp } from '#lib/testing/functions/call.ts';
import { advanceClock, resetClock } from '#lib/testing/functions/clock.ts';
import { mailsTo } from '#lib/testing/functions/mails.ts';
import { testTable } from '#lib/testing/functions/table.ts';
import { type TestGateway, testGateway } from '#test/support/billing/gateway.ts';
import { metered, running } from '#test/support/billing/metering.ts';
import { payer } from '#test/support/billing/topups.ts';
import { booksOf, posting, usage, walletOf } from '#test/support/billing/wallets.ts';
import { standInHost } from '#test/support/hosts/hosts.ts';

const hour = 3600;
const wanted = { method: 'upi', threshold_paise: 20_000, topup_amount_paise: 100_000, max_amount_paise: 1_500_000 };
let owner: SignedUp;
let gateway: TestGateway;

beforeAll(async () => {
  gateway = await testGateway();
});
beforeEach(async () => {
  await testTable();
  await standInHost();
  Object.assign(gateway.faults, noFaults());
  owner = await payer();
});
afterEach(resetClock);

const ask = async (handler: Handler, body?: object) => call(handler, { bearer: owner.bearer, ...(body && { body }) });
const mandate = async () => (await getMandate(owner.account_id))!;
const topups = async () => (await booksOf(owner.account_id)).filter(({ type }) => type === 'topup');
const activated = async () => {
  await ask(create, wanted);
  const { body } = await ask(setup);
  const proof = await gateway.desk.decide(body.authorization.gateway_token, 'approve', 0);
  return ask(activate, { gateway_payment_id: proof.gateway_payment_id, signature: proof.gateway_signature });
};
/** Below the threshold, with something that is charged for. */
const low = async () => {
  await running(owner);
  const { balance_paise } = await walletOf(owner.account_id);
  await posting(owner.account_id, usage(`spent ${balance_paise}`, balance_paise - 10_000));
  await metered();
};

describe('a mandate', () => {
  test('is made, set up, approved and active; there is one at a time', async () => {
    expect((await ask(show)).body).toEqual({ status: 'none' });
    const made = await ask(create, wanted);
    expect([made.status, made.body]).toMatchObject([201, { ...wanted, status: 'created', gateway_mandate_id: null }]);
    const again = await ask(create, wanted);
    expect([again.status, again.body.error]).toEqual([409, `mandate ${made.body.id} is created; DELETE it first`]);
    const { status, body } = await ask(setup);
    expect([status, body.status]).toEqual([200, 'pending_authorization']);
    expect((await ask(setup)).body).toEqual(body);
    const proof = await gateway.desk.decide(body.authorization.gateway_token, 'approve', 0);
    const given = { gateway_payment_id: proof.gateway_payment_id, signature: proof.gateway_signature };
    expect((await ask(activate, { ...given, signature: 'forged' })).status).toBe(400);
    const active = await ask(activate, given);
    expect([active.status, active.body.status]).toEqual([200, 'active']);
    expect((await ask(activate, given)).body.status).toBe('active');
    expect((await ask(show)).body).toEqual(active.body);
  });

  test.each([
    ['approve', 'active'],
    ['reject', 'rejected'],
  ] as const)('that its bank decides (%s) is %s by the webhook alone', async (verdict, status) => {
    await ask(create, wanted);
    const { body } = await ask(setup);
    await gateway.desk.decide(body.authorization.gateway_token, verdict, 1);
    expect((await mandate()).status).toBe(status);
  });

  test('that nobody authorises in time is rejected, and can be followed by another', async () => {
    await ask(create, wanted);
    await ask(setup);
    advanceClock(31 * 60);
    await autopay();
    expect((await mandate()).status).toBe('rejected');
    resetClock();
    expect((await ask(create, wanted)).status).toBe(201);
  });

  test('is paused, resumed, changed and cancelled, also at the gateway', async () => {
    const { body } = await activated();
    expect((await ask(update, { paused: true })).body.status).toBe('paused');
    await low();
    expect((await mandate()).debit).toBeNull();
    expect((await ask(update, { paused: false, threshold_paise: 1 })).body).toMatchObject({
      status: 'active',
      threshold_paise: 1,
    });
    expect((await ask(cancel)).body.status).toBe('cancelled');
    expect(gateway.desk.book.need('token', body.gateway_mandate_id).recurring_details.status).toBe('cancelled');
    const again = await ask(cancel);
    expect([again.status, again.body.error]).toEqual([
      409,
      `mandate ${body.id} is cancelled; cancelling requires status created, active or paused`,
    ]);
  });

  test.each([
    [{ ...wanted, max_amount_paise: 1_500_001 }, 'max_amount_paise'],
    [{ ...wanted, method: 'cash' }, 'method'],
    [
      { ...wanted, max_amount_paise: 100_000 },
      'topup_amount_paise: 100000 and its GST of 18000 are 118000 (at most max_amount_paise 100000)',
    ],
  ])('is refused as %j', async (body, error) => {
    const reply = await ask(create, body);
    expect([reply.status, reply.body.error]).toEqual([400, expect.stringContaining(error)]);
  });

  test.each([
    ['setup', setup, undefined],
    ['update', update, { paused: true }],
    ['cancel', cancel, undefined],
    ['activate', activate, { gateway_payment_id: 'pay_0', signature: 'f' }],
  ] as const)('that is not there: %s answers 404', async (_, handler, body) => {
    expect((await ask(handler, body)).status).toBe(404);
  });
});

describe('a debit', () => {
  beforeEach(activated);

  test('is announced a day ahead by mail, carried out once, and invoiced; the next is another month’s', async () => {
    await low();
    const { debit } = await mandate();
    expect(debit).toMatchObject({ status: 'notified', amount_paise: 100_000, total_paise: 118_000 });
    expect((await ask(show)).body).toMatchObject({ next_debit_status: 'notified', next_debit_paise: 118_000 });
    const notices = (await mailsTo(owner.user.email)).filter(({ kind }) => kind === 'mandate_notice');
    expect(notices).toHaveLength(1);
    expect(notices[0]?.subject).toContain('₹1180.00 will be debited on');
    advanceClock(23 * hour);
    await autopay();
    await metered();
    expect(await topups()).toHaveLength(0);
    advanceClock(2 * hour);
    await Promise.allSettled([autopay(), autopay()]);
    await autopay();
    expect((await topups()).map(({ invoice_id }) => Boolean(invoice_id))).toEqual([true]);
    const { balance_paise } = await walletOf(owner.account_id);
    await posting(owner.account_id, usage('much', balance_paise - 10_000));
    advanceClock(hour);
    await metered();
    expect(Date.parse((await mandate()).debit?.at ?? '')).toBeGreaterThan(Date.now() + 48 * hour * 1000);
  });

  test('whose outcome nobody knows is asked about, and money is taken once', async () => {
    await low();
    advanceClock(25 * hour);
    gateway.faults.lose_replies = 2;
    await autopay().catch(() => undefined);
    gateway.faults.lose_replies = 0;
    for (let minutes = 0; minutes < 3; minutes += 1) {
      advanceClock(11 * 60);
      await autopay();
    }
    expect(await topups()).toHaveLength(1);
    expect((await mandate()).debit).toBeNull();
    const { gateway_order_id } = await mandate();
    const payments = gateway.desk.book.list('payment').filter(({ order_id }) => order_id !== gateway_order_id);
    expect(payments.filter(({ status, amount }) => status === 'captured' && amount === 118_000).length).toBeGreaterThan(
      0,
    );
  });

  test('that fails three times in a row ends the mandate; each is announced anew', async () => {
    gateway.faults.decline_debits = 3;
    await low();
    for (let day = 0; day < 3; day += 1) {
      expect((await mandate()).debit?.status).toBe('notified');
      advanceClock(25 * hour);
      await autopay();
      await metered();
    }
    const { status, failure_reason, debit } = await mandate();
    expect([status, failure_reason, debit]).toEqual(['failed', 'Payment was declined by the bank', null]);
    expect(await topups()).toHaveLength(0);
  });

  test('that was announced does not happen once the mandate is paused', async () => {
    await low();
    await ask(update, { paused: true });
    advanceClock(25 * hour);
    await autopay();
    expect(await topups()).toHaveLength(0);
  });
});
