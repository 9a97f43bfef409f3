import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { handler as ordersSchedule } from '#functions/scheduled/orders.ts';
import { settlePayment } from '#lib/domain/billing/topups/credit.ts';
import { settleRefund } from '#lib/domain/billing/topups/refund.ts';
import { reconcileLedgers } from '#lib/domain/billing/wallets/reconcile.ts';
import { razorpay } from '#lib/drivers/payments/razorpay.ts';
import type { Order } from '#lib/model/billing/order.ts';
import { transact } from '#lib/store/platform/write.ts';
import type { SignedUp } from '#lib/testing/functions/call.ts';
import { advanceClock, resetClock } from '#lib/testing/functions/clock.ts';
import { eventOf, type TestGateway, testGateway, told } from '#test/support/billing/gateway.ts';
import { invoicesOf, ordered, orderOf, paid, payer, verify } from '#test/support/billing/topups.ts';
import { booksOf, posting, usage, walletOf } from '#test/support/billing/wallets.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await testGateway();
});

class Crash extends Error {}

/** What may happen to one paid top-up, in any order and beside each other. */
const happenings = ['webhook', 'verify', 'refund told', 'usage', 'crash before', 'crash after', 'tick'] as const;

async function happen(what: (typeof happenings)[number], nth: number, user: SignedUp, order: Order, proof: Proof) {
  const payment = gateway.desk.book.get(proof.gateway_payment_id)!;
  const refund = gateway.desk.book.list('refund').find((one) => one.payment_id === payment.id)!;
  const ref = { account_id: user.account_id, order_id: order.id };
  const crashing = async (commit: (writes: Parameters<typeof transact>[0]) => Promise<unknown>) => {
    const known = (await razorpay.payment(payment.id))!;
    await settlePayment(ref, known, new Date(), ({ writes }) => commit(writes)).catch((error) => {
      if (!(error instanceof Crash)) throw error;
    });
  };
  const acts = {
    webhook: () => told(gateway, eventOf(payment)),
    verify: () => verify(user, order, proof),
    'refund told': () =>
      told(gateway, {
        event: 'refund.processed',
        payload: { payment: { entity: payment }, refund: { entity: refund } },
      }),
    usage: () => posting(user.account_id, usage(`hour#${nth}`, 7)),
    'crash before': () =>
      crashing(async () => {
        throw new Crash();
      }),
    'crash after': () =>
      crashing(async (writes) => {
        await transact(writes);
        throw new Crash();
      }),
    tick: async () => {
      advanceClock(121);
      await ordersSchedule();
      resetClock();
    },
  };
  await acts[what]();
}

type Proof = Awaited<ReturnType<typeof paid>>;

test('however webhooks, verifications, refunds, debits and crashes fall together: one credit, one refund, books that balance', async () => {
  const step = fc.record({ what: fc.constantFrom(...happenings), beside: fc.boolean() });
  const run = async (amount: number, steps: { what: (typeof happenings)[number]; beside: boolean }[], part: number) => {
    const user = await payer();
    const order = await ordered(user, amount);
    const proof = await paid(gateway, order);
    const { id, amount: refunded } = await gateway.desk.refund(
      proof.gateway_payment_id,
      Math.max(100, Math.floor(order.total_paise * part)),
      0,
    );
    const known = (await razorpay.payment(proof.gateway_payment_id))!;
    let beside: Promise<unknown>[] = [];
    for (const [nth, { what, beside: atOnce }] of steps.entries()) {
      beside.push(happen(what, nth, user, order, proof));
      if (!atOnce) await Promise.all(beside.splice(0));
    }
    await Promise.all(beside);
    beside = [];
    const commit = ({ writes }: { writes: Parameters<typeof transact>[0] }) => transact(writes);
    const ref = { account_id: user.account_id, order_id: order.id };
    const refund = { id, payment_id: proof.gateway_payment_id, status: 'processed' as const, amount_paise: refunded };
    await settleRefund(ref, refund, known, new Date(), commit);
    const books = await booksOf(user.account_id);
    const by = (type: string) => books.filter((entry) => entry.type === type);
    expect([by('topup').length, by('refund').length]).toEqual([1, 1]);
    const documents = await invoicesOf(user);
    expect(documents).toHaveLength(2);
    const [note, invoice] = ['credit_note', 'invoice'].map((kind) => documents.find((one) => one.kind === kind));
    expect([invoice?.total_paise, note?.total_paise]).toEqual([order.total_paise, refunded]);
    const used = 7 * by('usage').length;
    expect(by('usage')).toHaveLength(steps.filter(({ what }) => what === 'usage').length);
    expect((await walletOf(user.account_id)).balance_paise).toBe(50_000 + amount - (note?.taxable_paise ?? 0) - used);
    expect((await orderOf(user, order)).status).toBe(refunded === order.total_paise ? 'refunded' : 'paid');
    const findings: unknown[] = [];
    advanceClock(86_400);
    await reconcileLedgers((account, what) => account === user.account_id && findings.push(what));
    resetClock();
    expect(findings).toEqual([]);
  };
  const cases = fc.asyncProperty(
    fc.integer({ min: 10_000, max: 50_000_000 }),
    fc.array(step, { minLength: 1, maxLength: 8 }),
    fc.constantFrom(0.3, 1),
    run,
  );
  await fc.assert(cases, { numRuns: 10 });
});
