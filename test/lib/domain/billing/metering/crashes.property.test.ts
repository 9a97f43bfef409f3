import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { total } from '#lib/domain/billing/metering/charge.ts';
import { settlePayment } from '#lib/domain/billing/topups/credit.ts';
import { settleRefund } from '#lib/domain/billing/topups/refund.ts';
import { openWalletWithCredit } from '#lib/domain/billing/wallets/post.ts';
import { reconcileLedgers } from '#lib/domain/billing/wallets/reconcile.ts';
import { civilNow } from '#lib/drivers/clocks/civil.ts';
import { newAccountId, newId } from '#lib/model/platform/ids.ts';
import { placeOf } from '#lib/model/platform/spread.ts';
import { putMark } from '#lib/store/billing/marks.ts';
import { readBook } from '#lib/store/billing/metering.ts';
import { createOrder, type OrderRecord } from '#lib/store/billing/orders.ts';
import { AlreadyPosted } from '#lib/store/billing/wallets.ts';
import { create, transact } from '#lib/store/platform/write.ts';
import { advanceClock, resetClock } from '#lib/testing/functions/clock.ts';
import { testTable } from '#lib/testing/functions/table.ts';
import { debit } from '#test/support/billing/debit.ts';
import { costsByMonth } from '#test/support/billing/metered-costs.ts';
import { openOrder, paymentOf } from '#test/support/billing/top-up-orders.ts';
import { booksOf, credit, posting, walletOf } from '#test/support/billing/wallets.ts';
import { type Fault, faultTransactions, unreachable } from '#test/support/table/faults.ts';

beforeAll(async () => {
  await testTable();
  const SVC_SUPPLIER_GSTIN = '27AAPFU0939F1ZV';
  Object.assign(process.env, { SVC_SUPPLIER_NAME: 'Example', SVC_SUPPLIER_ADDRESS: 'Mumbai', SVC_SUPPLIER_GSTIN });
});
afterAll(() => {
  delete process.env.SVC_SPREAD;
  resetClock();
});

interface Change {
  at: number;
  price_paise: number;
}
interface World {
  account: string;
  /** What each resource came to cost when; the last change of one that is gone is to 0. */
  resources: Change[][];
  gifts: number[];
  orders: { order: OrderRecord; refunds: number }[];
  found: string[];
}
type Step = (world: World) => Promise<unknown>;
type Attempt = () => Promise<unknown>;

class Made extends Error {}
const made = () => new Made();

const isLost = (error: unknown) => (error as { code?: string }).code === 'ECONNREFUSED';

/** Work that only the next scheduled task repeats. */
const ticking = (work: Attempt) =>
  work().catch((error) => {
    if (!isLost(error)) throw error;
  });

/** A request or a workflow's step: repeated until it has its reply, or learns that it is done already. */
async function repeated(work: Attempt): Promise<void> {
  for (let left = 200; left > 0; left--) {
    try {
      await work();
      return;
    } catch (error) {
      if (error instanceof Made || error instanceof AlreadyPosted) return;
      if (!isLost(error)) throw error;
    }
  }
  throw new Error('never came through');
}

/** A resource's change with its mark, made once as its version says. */
function changed({ account, resources }: World, which: number, price_paise: number) {
  const changes = resources[which]!;
  const at = Math.floor(civilNow().getTime() / 1000);
  const seq = changes.push({ at, price_paise });
  const [resource, minimum] = [`i-${which}`, price_paise > 0];
  const version = create({ pk: `TEST#${account}`, sk: `${resource}#${seq}` }, made);
  const mark = putMark(account, { resource, service: 'instances', price_paise, at, seq, minimum });
  return repeated(() => transact([version, mark]));
}

const launched = fc.constantFrom(29_900, 36_000, 649_900).map(
  (price): Step =>
    (world) =>
      changed(world, world.resources.push([]) - 1, price),
);
/** Stopped (its disk remains), resized, or gone for good. */
const repriced = fc.tuple(fc.nat(9), fc.constantFrom(0, 4_000, 36_000, 72_000)).map(
  ([nth, price]): Step =>
    async (world) => {
      const live = [...world.resources.keys()].filter((which) => world.resources[which]?.at(-1)?.price_paise !== 0);
      const which = live[nth % live.length];
      if (which !== undefined) await changed(world, which, price);
    },
);
const debited = fc.integer({ min: 1, max: 2 }).map(
  (abreast): Step =>
    ({ account }) =>
      Promise.all(Array.from({ length: abreast }, () => ticking(() => debit(account, civilNow())))),
);
const given = fc.integer({ min: 1, max: 10_000 }).map(
  (paise): Step =>
    ({ account, gifts }) => {
      const source = `gift ${gifts.push(paise)}`;
      return repeated(() => posting(account, credit(source, paise)));
    },
);
const commit = ({ writes }: { writes: Parameters<typeof transact>[0] }) => transact(writes);
const toppedUp = fc.constant<Step>(async ({ account, orders }) => {
  const order = openOrder(account, newId('order', civilNow()));
  await repeated(() => transact(createOrder(order).map((write) => ({ ...write, refuse: made }))));
  orders.push({ order, refunds: 0 });
  const ref = { account_id: account, order_id: order.id };
  await repeated(() => settlePayment(ref, paymentOf(order), civilNow(), commit));
});
/** Half of a payment each time. */
const refunded = fc.constant<Step>(async ({ account, orders }) => {
  const one = orders.find(({ refunds }) => refunds < 2);
  if (!one) return;
  const [{ order }, payment] = [one, paymentOf(one.order)];
  const refund = { id: `rfnd_${order.id}_${++one.refunds}`, payment_id: payment.id, amount_paise: 59_000 };
  const ref = { account_id: account, order_id: order.id };
  await repeated(() => settleRefund(ref, { ...refund, status: 'processed' }, payment, civilNow(), commit));
});
const reconciled = fc.constant<Step>(({ found }) =>
  ticking(() => reconcileLedgers((account, findings) => void found.push(account, ...findings))),
);

const hour = 3600;
const jump = fc.oneof(
  fc.integer({ min: 0, max: 90 }),
  fc.integer({ min: hour, max: 120 * hour }),
  fc.integer({ min: 480 * hour, max: 760 * hour }),
);
const acts = fc.oneof(
  { weight: 3, arbitrary: launched },
  { weight: 3, arbitrary: repriced },
  { weight: 5, arbitrary: debited },
  { weight: 1, arbitrary: given },
  { weight: 2, arbitrary: toppedUp },
  { weight: 2, arbitrary: refunded },
  { weight: 1, arbitrary: reconciled },
);
/** Side by side, and then the clock goes on. */
const scene = fc.tuple(fc.array(acts, { minLength: 1, maxLength: 3 }), jump);
const story = fc.array(scene, { minLength: 4, maxLength: 9 });
const fault = fc.constantFrom<(() => Fault)[]>(
  () => undefined,
  () => undefined,
  () => ({ instead: unreachable() }),
  () => ({ after: unreachable() }),
);
const faults = fc.array(fault, { minLength: 40, maxLength: 80 });

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

async function check({ account, resources, gifts, orders }: World, now: number, spread: number): Promise<void> {
  const { metering, spends } = await readBook(account);
  const until = metering?.through ?? now;
  // The last change, or the last full hour that this account is due for.
  expect(now - until).toBeLessThan(3600 + placeOf(account, spread));
  expect(until).toBeLessThanOrEqual(now);
  const spent = [...spends.values()].map(({ month, by_service }) => [month, total(by_service)]);
  const costs = costsByMonth(resources, until);
  expect(Object.fromEntries(spent.filter(([, paise]) => paise))).toEqual(costs);
  const books = await booksOf(account);
  expect(books.map(({ number }) => number)).toEqual(books.map((_, at) => at + 1));
  const paise = (type: string) =>
    books
      .filter((one) => one.type === type)
      .map(({ lines }) => lines.find((one) => one.account === 'wallet')?.amount_paise);
  const usage = sum(paise('usage').map((amount) => amount ?? 0));
  expect(-usage + 0).toBe(sum(Object.values(costs)));
  expect(paise('credit').toSorted()).toEqual([50_000, ...gifts].toSorted());
  expect(paise('topup')).toEqual(orders.map(() => 100_000));
  expect(paise('refund')).toEqual(Array(sum(orders.map(({ refunds }) => refunds))).fill(-50_000));
  expect((await walletOf(account)).balance_paise).toBe(
    sum(books.map(({ lines }) => sum(lines.filter((one) => one.account === 'wallet').map((one) => one.amount_paise)))),
  );
}

test.each([0, 3000])(
  'wherever transactions fail, or their replies are lost: no entry is lost or doubled, each second is charged once, no month beyond its cap; accounts spread over %i s',
  async (spread) => {
    process.env.SVC_SPREAD = String(spread);
    const run = async (scenes: [Step[], number][], faultOf: (() => Fault)[]) => {
      resetClock();
      const world: World = { account: newAccountId(), resources: [], gifts: [], orders: [], found: [] };
      await transact(openWalletWithCredit(world.account, civilNow()));
      const mended = faultTransactions((call) => faultOf[call - 1]?.());
      try {
        for (const [steps, seconds] of scenes) {
          await Promise.all(steps.map((step) => step(world)));
          advanceClock(seconds);
        }
      } finally {
        mended();
      }
      advanceClock(120);
      const now = civilNow();
      await debit(world.account, now);
      await check(world, Math.floor(now.getTime() / 1000), spread);
      advanceClock(2 * 86_400);
      await reconcileLedgers((account, findings) => void world.found.push(account, ...findings));
      expect(world.found).toEqual([]);
    };
    await fc.assert(fc.asyncProperty(story, faults, run), { numRuns: 12, seed: 5, endOnFailure: true });
  },
);
