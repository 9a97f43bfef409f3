import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { handler as cancel } from '#functions/auth/billing/cancel-subscription.ts';
import { handler as create } from '#functions/auth/billing/create-subscription.ts';
import { handler as updateTax } from '#functions/auth/billing/update-tax-profile.ts';
import { handler as ordersSchedule } from '#functions/scheduled/orders.ts';
import { handler as refundsSchedule } from '#functions/scheduled/refunds.ts';
import { handler as subscriptionsSchedule } from '#functions/scheduled/subscriptions.ts';
import { reconcileLedgers } from '#lib/domain/billing/wallets/reconcile.ts';
import { noFaults } from '#lib/local/gateway/faults.ts';
import type { Subscription } from '#lib/model/billing/subscription.ts';
import { listInvoices } from '#lib/store/billing/invoices.ts';
import { keys } from '#lib/store/keys.ts';
import { get } from '#lib/store/platform/read.ts';
import { call, type SignedUp } from '#lib/testing/functions/call.ts';
import { advanceClock, resetClock } from '#lib/testing/functions/clock.ts';
import { testTable } from '#lib/testing/functions/table.ts';
import { type TestGateway, testGateway, told } from '#test/support/billing/gateway.ts';
import { invoicesOf, payer } from '#test/support/billing/topups.ts';
import { booksOf, walletOf } from '#test/support/billing/wallets.ts';
import { type Fault, faultTransactions } from '#test/support/table/faults.ts';

let gateway: TestGateway;
let owner: SignedUp;
beforeAll(async () => {
  gateway = await testGateway();
});
beforeEach(async () => {
  await testTable();
  Object.assign(gateway.faults, noFaults());
  owner = await payer();
});
afterEach(resetClock);

const subscribed = async (plan_id = 'standard'): Promise<Subscription & { gateway_subscription_id: string }> =>
  (await call(create, { bearer: owner.bearer, body: { plan_id } })).body;
const cycle = (id: string, webhooks = 0) => gateway.desk.subscribe(id, 'success', webhooks);
const refund = (payment: string, webhooks = 0, paise?: number) => gateway.desk.refund(payment, paise, webhooks);

/** What the books say: each kind of entry, the balance above the sign-up credit, and the documents' totals. */
async function books() {
  const entries = (await booksOf(owner.account_id)).map(({ type }) => type).filter((type) => type !== 'credit');
  const range = { least: '', most: '~', newestFirst: false, after: undefined, kind: undefined, limit: 100 };
  const { items } = await listInvoices(owner.account_id, range);
  const documents = items.map(({ kind, total_paise }) => `${kind} ${total_paise}`);
  return { entries, credited: (await walletOf(owner.account_id)).balance_paise - 50_000, documents: documents.sort() };
}
const nothing = { entries: [], credited: 0, documents: [] };
const once = { entries: ['topup'], credited: 49_900, documents: ['invoice 58882'] };
const twice = { entries: ['topup', 'topup'], credited: 99_800, documents: ['invoice 58882', 'invoice 58882'] };
const refunded = { entries: ['topup', 'refund'], credited: 0, documents: ['credit_note 58882', 'invoice 58882'] };

async function differences(): Promise<string[]> {
  const found: string[] = [];
  advanceClock(86_400);
  await reconcileLedgers((_, findings) => found.push(...findings));
  return found;
}

test('a plan costs its price with GST on top, and each payment credits the price, with an invoice', async () => {
  await call(updateTax, { bearer: owner.bearer, body: { gstin: '29AAGCB7383J1Z4', legal_name: 'Asha & Co' } });
  const { price_paise, gateway_subscription_id } = await subscribed();
  expect(price_paise).toBe(49_900);
  const { gateway_payment_id } = await cycle(gateway_subscription_id, 1);
  expect(await books()).toEqual(once);
  const [invoice] = await invoicesOf(owner);
  expect(invoice).toMatchObject({
    recipient: { legal_name: 'Asha & Co', gstin: '29AAGCB7383J1Z4' },
    place_of_supply: '29',
    lines: [{ description: 'Prepaid credit for cloud services, plan standard', sac: '998315', taxable_paise: 49_900 }],
    igst_paise: 8_982,
    total_paise: 58_882,
  });
  expect((await booksOf(owner.account_id)).at(-1)).toMatchObject({
    source: `payment#${gateway_payment_id}`,
    description: `plan standard ${gateway_payment_id}, invoice ${invoice?.number}`,
    order_id: invoice?.order_id,
    invoice_id: invoice?.id,
    lines: [
      { account: 'gateway', amount_paise: -58_882 },
      { account: 'wallet', amount_paise: 49_900 },
      { account: 'gst_payable', amount_paise: 8_982 },
    ],
  });
  expect(await differences()).toEqual([]);
});

test.each([false, true])('told five times by each event, backwards %s: each payment is credited once', async (back) => {
  gateway.faults.reverse_webhooks = back;
  const { gateway_subscription_id: id } = await subscribed();
  await cycle(id, 5);
  expect(await books()).toEqual(once);
  advanceClock(30 * 86_400);
  await cycle(id, 5);
  expect(await books()).toEqual(twice);
  expect(new Set(gateway.answers)).toEqual(new Set([200]));
});

test('told ten times at once: credited once', async () => {
  const { gateway_subscription_id: id } = await subscribed();
  const { gateway_payment_id } = await cycle(id);
  const [subscription, payment] = [id, gateway_payment_id].map((one) => ({ entity: gateway.desk.book.get(one) }));
  const event = { event: 'subscription.charged', payload: { subscription, payment } };
  const replies = await Promise.all(Array.from({ length: 10 }, () => told(gateway, event)));
  expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(200));
  expect(await books()).toEqual(once);
});

test('a payment of which nobody told is found by asking, also where another came since', async () => {
  const { gateway_subscription_id: id } = await subscribed();
  await cycle(id);
  await cycle(id);
  expect(await books()).toEqual(nothing);
  advanceClock(11 * 60);
  await subscriptionsSchedule();
  expect(await books()).toEqual(twice);
  await subscriptionsSchedule();
  await ordersSchedule();
  expect(await books()).toEqual(twice);
});

test.each(['instead', 'after'] as const)(
  'a crash %s of any of its transactions leaves it to be found',
  async (when) => {
    for (let crash = 1; ; crash++) {
      owner = await payer();
      const { gateway_subscription_id: id } = await subscribed();
      await cycle(id);
      advanceClock(11 * 60);
      const dead = new Error(`crash at ${crash}`);
      const stop = faultTransactions((call) => (call >= crash ? ({ [when]: dead } as Fault) : undefined));
      const done = await subscriptionsSchedule().then(
        () => true,
        () => false,
      );
      stop();
      advanceClock(11 * 60);
      await Promise.all([subscriptionsSchedule(), ordersSchedule()]);
      expect(await books(), `after ${dead.message}`).toEqual(once);
      resetClock();
      if (done) return expect(crash).toBeGreaterThan(3);
    }
  },
);

test('what is asked about while the gateway is silent is asked about again', async () => {
  const { gateway_subscription_id: id } = await subscribed();
  await cycle(id);
  advanceClock(11 * 60);
  gateway.faults.refuse_calls = 1;
  await expect(subscriptionsSchedule()).rejects.toThrow('the payment gateway did not answer');
  gateway.faults.refuse_calls = 0;
  await subscriptionsSchedule();
  expect(await books()).toEqual(once);
});

test.each([
  ['told', 2],
  ['not told', 0],
])('a refund that is %s gives the credit back, with a credit note, though the payment was not told', async (_, n) => {
  const { gateway_subscription_id: id } = await subscribed();
  const { gateway_payment_id } = await cycle(id);
  await refund(gateway_payment_id, n);
  advanceClock(2 * 3600);
  await refundsSchedule();
  expect(await books()).toEqual(refunded);
  await subscriptionsSchedule();
  expect(await books()).toEqual(refunded);
  expect(await differences()).toEqual([]);
});

test('the last payment of one that was cancelled at once is found by asking once more', async () => {
  const { gateway_subscription_id: id } = await subscribed();
  await cycle(id);
  await call(cancel, { bearer: owner.bearer, body: { at_period_end: false } });
  advanceClock(11 * 60);
  await subscriptionsSchedule();
  expect(await books()).toEqual(once);
  expect((await subscriptionsSchedule()).next_at).toBeNull();
});

test('and so is that of one whose place another took', async () => {
  const { gateway_subscription_id: id } = await subscribed();
  await cycle(id);
  await call(cancel, { bearer: owner.bearer, body: { at_period_end: false } });
  await subscribed('business');
  expect(await books()).toEqual(once);
});

test('a payment over another amount is not credited, and noted for operators', async () => {
  const { gateway_subscription_id: id } = await subscribed();
  const { gateway_payment_id } = await cycle(id);
  gateway.desk.book.put({ ...gateway.desk.book.get(gateway_payment_id)!, amount: 49_900 });
  advanceClock(11 * 60);
  await subscriptionsSchedule();
  expect(await books()).toEqual(nothing);
  const found = await get(keys.difference(owner.account_id, gateway_payment_id));
  expect(found?.findings).toEqual([expect.stringContaining(`${gateway_payment_id}: 49900 paise INR`)]);
});
