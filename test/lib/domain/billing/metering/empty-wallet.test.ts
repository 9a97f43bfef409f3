import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { handler as putBudget } from '#functions/auth/billing/put-budget.ts';
import { handler as showBudget } from '#functions/auth/billing/show-budget.ts';
import { handler as launch } from '#functions/compute/instances/launch.ts';
import { settleStopped } from '#lib/domain/compute/instances/endings.ts';
import { getAccount } from '#lib/store/identity/accounts.ts';
import { unplacedOf } from '#lib/store/platform/feed.ts';
import { call, type SignedUp } from '#lib/testing/functions/call.ts';
import { advanceClock, resetClock } from '#lib/testing/functions/clock.ts';
import { mailsTo } from '#lib/testing/functions/mails.ts';
import { testTable } from '#lib/testing/functions/table.ts';
import { type TestGateway, testGateway } from '#test/support/billing/gateway.ts';
import { ended, metered, running, toNewMonth } from '#test/support/billing/metering.ts';
import { ordered, paid, payer } from '#test/support/billing/topups.ts';
import { booksOf, posting, usage, walletOf } from '#test/support/billing/wallets.ts';
import { launchBody, recordOf } from '#test/support/compute/instances.ts';
import { standInHost } from '#test/support/hosts/hosts.ts';

const hour = 3600;
let owner: SignedUp;
let gateway: TestGateway;

beforeAll(async () => {
  gateway = await testGateway();
});
beforeEach(async () => {
  toNewMonth();
  await testTable();
  await standInHost();
  owner = await payer();
});
afterEach(resetClock);

const mails = async (...kinds: string[]) =>
  (await mailsTo(owner.user.email)).filter(({ kind }) => kinds.includes(kind)).map(({ subject }) => subject);
const status = async () => (await getAccount(owner.account_id))?.status;
const leave = async (paise: number) => {
  const { balance_paise } = await walletOf(owner.account_id);
  await posting(owner.account_id, usage('spent elsewhere', balance_paise - paise));
};

describe('a wallet that runs dry', () => {
  test('is warned of at 7, 3 and 1 days of runway, once each, by mail and webhook', async () => {
    await running(owner);
    // 41 paise an hour: 1,000 a day.
    await leave(8 * 24 * 41);
    await metered();
    expect(await mails('low_balance')).toEqual([]);
    for (let day = 0; day < 8; day += 1) {
      advanceClock(24 * hour);
      await metered();
      await metered();
    }
    expect(await mails('low_balance')).toEqual([
      'Your balance lasts less than a day',
      'Your balance lasts less than 3 days',
      'Your balance lasts less than 7 days',
    ]);
    const left = (await unplacedOf(owner.account_id, 1000)).flatMap(({ events }) => events);
    const warnings = left.filter(({ type }) => type === 'billing.low_balance');
    expect(warnings.map(({ type }) => type)).toEqual([
      'billing.low_balance',
      'billing.low_balance',
      'billing.low_balance',
    ]);
  });

  test('is stopped an hour after it was empty, not sooner, by one of two scheduled tasks; a paid top-up lifts it', async () => {
    const order = await ordered(owner);
    const instance = await running(owner);
    await leave(1);
    advanceClock(hour);
    await metered();
    expect(await mails('low_balance')).toEqual(['Your balance is used up']);
    expect([await status(), (await recordOf(instance)).status]).toEqual(['active', 'running']);
    advanceClock(hour);
    await Promise.all([metered(), metered()]);
    expect([await status(), (await recordOf(instance)).status]).toEqual(['suspended', 'stopping']);
    expect(await mails('account_stopped')).toEqual(['Your machines are stopped']);
    await ended(instance, settleStopped);
    await paid(gateway, order, 2);
    expect(await status()).toBe('active');
    const wallet = await walletOf(owner.account_id);
    expect(wallet.balance_paise).toBeGreaterThan(0);
    await metered();
    expect((await booksOf(owner.account_id)).filter(({ type }) => type === 'topup')).toHaveLength(1);
    expect((await recordOf(instance)).status).toBe('stopped');
  });

  test('that is filled within the hour stops nothing', async () => {
    const order = await ordered(owner);
    const instance = await running(owner);
    await leave(0);
    advanceClock(60);
    await metered();
    await paid(gateway, order, 1);
    advanceClock(2 * hour);
    await metered();
    expect([await status(), (await recordOf(instance)).status]).toEqual(['active', 'running']);
  });
});

describe('a budget', () => {
  const set = (body: object) => call(putBudget, { bearer: owner.bearer, body });
  /** Back to where the test began, when its token was good. */
  const back = () => {
    resetClock();
    toNewMonth();
  };

  test('that nobody set has no limit', async () => {
    expect((await call(showBudget, { bearer: owner.bearer })).body).toEqual({
      monthly_limit_paise: null,
      alert_percents: [],
      action: 'notify',
      month_to_date_paise: 0,
      currency: 'INR',
      updated_at: null,
    });
  });

  test('says once how much of it is spent, and with block_new refuses what is new once it is used up', async () => {
    const { status, body } = await set({ monthly_limit_paise: 200, alert_percents: [100, 50], action: 'block_new' });
    expect([status, body.alert_percents]).toEqual([200, [50, 100]]);
    await running(owner, { instance_type_id: 's1-small' });
    advanceClock(840);
    await metered();
    expect(await mails('budget_alert')).toEqual([]);
    advanceClock(hour);
    await metered();
    await metered();
    expect(await mails('budget_alert')).toEqual(["50 % of this month's budget is spent"]);
    back();
    expect((await call(launch, { bearer: owner.bearer, body: launchBody() })).status).toBe(201);
    advanceClock(3 * hour);
    await metered();
    expect(await mails('budget_alert')).toHaveLength(2);
    back();
    const refused = await call(launch, { bearer: owner.bearer, body: launchBody() });
    expect([refused.status, refused.body.error]).toEqual([
      403,
      expect.stringMatching(/^the budget of \d{4}-\d\d is used up; PUT \/auth\/billing\/budget raises it$/),
    ]);
    await set({ monthly_limit_paise: 100_000, action: 'block_new' });
    expect((await call(launch, { bearer: owner.bearer, body: launchBody() })).status).toBe(201);
  });

  test.each([
    [{}, 'monthly_limit_paise'],
    [{ monthly_limit_paise: 99 }, 'monthly_limit_paise'],
    [{ monthly_limit_paise: 1000, alert_percents: [50, 50] }, 'alert_percents: names a percentage twice'],
    [{ monthly_limit_paise: 1000, action: 'stop' }, 'action'],
  ])('is refused as %j', async (body, error) => {
    const reply = await set(body);
    expect([reply.status, reply.body.error]).toEqual([400, expect.stringContaining(error)]);
  });
});
