import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { total } from '#lib/domain/billing/metering/charge.ts';
import { openWalletWithCredit } from '#lib/domain/billing/wallets/post.ts';
import { reconcileLedgers } from '#lib/domain/billing/wallets/reconcile.ts';
import { civilNow } from '#lib/drivers/clocks/civil.ts';
import { applyMark, costIn, type Mark, type Meter } from '#lib/model/billing/meter.ts';
import { newAccountId } from '#lib/model/platform/ids.ts';
import { putMark } from '#lib/store/billing/marks.ts';
import { readBook } from '#lib/store/billing/metering.ts';
import { transact } from '#lib/store/platform/write.ts';
import { advanceClock, resetClock } from '#lib/testing/functions/clock.ts';
import { testTable } from '#lib/testing/functions/table.ts';
import { debit } from '#test/support/billing/debit.ts';
import { booksOf, credit, posting, walletOf } from '#test/support/billing/wallets.ts';

beforeAll(async () => void (await testTable()));
afterAll(resetClock);

interface World {
  account: string;
  marks: Mark[];
  gifts: number;
}
type Step = (world: World) => Promise<unknown>;

/** A resource is launched, stopped, resized or gone: from now on it has another price. */
const priced = fc.tuple(fc.nat(3), fc.constantFrom(0, 29_900, 36_000, 649_900)).map(
  ([what, price_paise]): Step =>
    ({ account, marks }) => {
      const at = Math.floor(civilNow().getTime() / 1000);
      const [resource, seq, minimum] = [`i-${what}`, marks.length, price_paise > 0];
      const mark: Mark = { resource, service: 'instances', price_paise, at, seq, minimum };
      marks.push(mark);
      return transact([putMark(account, mark)]);
    },
);
const waited = fc.integer({ min: 1, max: 5 * 86_400 }).map(
  (seconds): Step =>
    async () =>
      advanceClock(seconds),
);
const debited = fc.integer({ min: 1, max: 3 }).map(
  (atOnce): Step =>
    ({ account }) =>
      Promise.all(Array.from({ length: atOnce }, () => debit(account, civilNow()))),
);
const credited = fc.integer({ min: 1, max: 10_000 }).map(
  (paise): Step =>
    (world) => {
      world.gifts += paise;
      return posting(world.account, credit(`gift ${world.gifts}`, paise));
    },
);
const story = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: priced },
    { weight: 4, arbitrary: waited },
    { weight: 3, arbitrary: debited },
    { weight: 1, arbitrary: credited },
  ),
  { minLength: 4, maxLength: 14 },
);

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

async function check({ account, marks, gifts }: World): Promise<void> {
  const { metering, spends } = await readBook(account);
  const meters = new Map<string, Meter>();
  for (const mark of marks) meters.set(mark.resource, applyMark(meters.get(mark.resource), mark));
  const last = [...spends.values()].at(-1);
  const until = metering?.through ?? 0;
  if (last) expect(total(last.by_service)).toBe(sum([...meters.values()].map((one) => costIn(one, last.month, until))));
  const spent = sum([...spends.values()].map(({ by_service }) => total(by_service)));
  const days = sum([...spends.values()].flatMap((spend) => Object.values(spend.days)));
  const debits = (await booksOf(account)).filter(({ type }) => type === 'usage');
  expect([days, sum(debits.map(({ lines }) => lines[1]?.amount_paise ?? 0))]).toEqual([spent, spent]);
  expect((await walletOf(account)).balance_paise).toBe(50_000 + gifts - spent);
}

test('however changes, credits, waits and debits at once fall together: each second is charged once, and the books balance', async () => {
  const found: string[][] = [];
  await fc.assert(
    fc.asyncProperty(story, async (steps) => {
      resetClock();
      const world: World = { account: newAccountId(), marks: [], gifts: 0 };
      await transact(openWalletWithCredit(world.account, civilNow()));
      for (const step of steps) await step(world);
      await debit(world.account, civilNow());
      await check(world);
      advanceClock(2 * 86_400);
      await reconcileLedgers((_, findings) => void found.push(findings));
    }),
    { numRuns: 15, seed: 7 },
  );
  expect(found).toEqual([]);
});
