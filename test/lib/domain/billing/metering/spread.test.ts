import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { civilNow } from '#lib/drivers/clocks/civil.ts';
import { placeOf } from '#lib/model/platform/spread.ts';
import { putMark } from '#lib/store/billing/marks.ts';
import { readBook } from '#lib/store/billing/metering.ts';
import { getAccount } from '#lib/store/identity/accounts.ts';
import { transact } from '#lib/store/platform/write.ts';
import type { SignedUp } from '#lib/testing/functions/call.ts';
import { advanceClock, resetClock } from '#lib/testing/functions/clock.ts';
import { testTable } from '#lib/testing/functions/table.ts';
import { testGateway } from '#test/support/billing/gateway.ts';
import { metered, running, toNewMonth } from '#test/support/billing/metering.ts';
import { payer } from '#test/support/billing/topups.ts';
import { booksOf, posting, usage, walletOf } from '#test/support/billing/wallets.ts';
import { standInHost } from '#test/support/hosts/hosts.ts';

const hour = 3600;
const spread = 3000;
let owner: SignedUp;
/** Seconds after the full hour at which the owner is charged. */
let delay: number;

beforeEach(async () => {
  await testGateway();
  toNewMonth();
  await testTable();
  await standInHost();
  owner = await payer();
  delay = placeOf(owner.account_id, spread);
  process.env.SVC_SPREAD = String(spread);
});
afterAll(() => {
  delete process.env.SVC_SPREAD;
  resetClock();
});

const seconds = () => Math.floor(civilNow().getTime() / 1000);
const through = async () => (await readBook(owner.account_id)).metering?.through ?? 0;
const due = async () => Date.parse((await readBook(owner.account_id)).metering?.due ?? '') / 1000;
const debits = async () => (await booksOf(owner.account_id)).filter(({ type }) => type === 'usage');
/** The last full hour of India. */
const fullHour = () => seconds() - ((seconds() + 1800) % hour);
/** Moves the clock to so many seconds after the next full hour. */
const toAfterHour = (more: number) => advanceClock(fullHour() + hour + more - seconds());

describe('hourly charges that are spread over the hour', () => {
  test('an account is charged for the full hour, at its own time after it, once', async () => {
    await running(owner);
    await metered();
    const first = await debits();
    toAfterHour(delay);
    const full = fullHour();
    expect(await due()).toBe(full + delay);
    await Promise.all([metered(), metered()]);
    expect(await through()).toBe(full);
    expect(await due()).toBe(full + hour + delay);
    expect(await debits()).toHaveLength(first.length + 1);
    expect((await debits()).at(-1)?.at).toBe(new Date((full + delay) * 1000).toISOString().replace('.000', ''));
  });

  test('a change is charged at once, up to then, and the hour after it at its time', async () => {
    await running(owner);
    await metered();
    toAfterHour(delay);
    await metered();
    advanceClock(60);
    const changed = seconds();
    const mark = {
      resource: 'vol-1',
      seq: 1,
      at: changed,
      price_paise: 30_000,
      service: 'volumes',
      minimum: false,
    } as const;
    await transact([putMark(owner.account_id, mark)]);
    await metered();
    expect(await through()).toBeGreaterThanOrEqual(changed);
    toAfterHour(delay);
    await metered();
    expect(await through()).toBe(fullHour());
  });

  test('an empty wallet is suspended an hour after its owner was told', async () => {
    await running(owner);
    await metered();
    const { balance_paise } = await walletOf(owner.account_id);
    await posting(owner.account_id, usage('spent elsewhere', balance_paise));
    toAfterHour(delay);
    await metered();
    const status = async () => (await getAccount(owner.account_id))?.status;
    const { standing } = (await readBook(owner.account_id)).metering ?? {};
    expect(standing?.empty_since).toBe(fullHour() + delay);
    advanceClock(hour - 60);
    await metered();
    expect(await status()).toBe('active');
    advanceClock(60);
    await metered();
    expect(await status()).toBe('suspended');
  });
});
