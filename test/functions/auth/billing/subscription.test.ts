import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { handler as cancel } from '#functions/auth/billing/cancel-subscription.ts';
import { handler as create } from '#functions/auth/billing/create-subscription.ts';
import { handler as show } from '#functions/auth/billing/show-subscription.ts';
import { handler as subscriptions } from '#functions/scheduled/subscriptions.ts';
import { addTax } from '#lib/domain/billing/tax/gst.ts';
import { civilNow } from '#lib/drivers/clocks/civil.ts';
import type { Handler } from '#lib/edge/route.ts';
import { planPrices } from '#lib/model/billing/plan-prices.ts';
import { getSubscription } from '#lib/store/billing/subscriptions.ts';
import { call, type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { advanceClock, resetClock } from '#lib/testing/functions/clock.ts';
import { testTable } from '#lib/testing/functions/table.ts';
import { type TestGateway, testGateway } from '#test/support/billing/gateway.ts';

let owner: SignedUp;
let gateway: TestGateway;
beforeAll(async () => {
  gateway = await testGateway();
});
beforeEach(async () => {
  await testTable();
  owner = await signedUp();
});
afterEach(resetClock);

const ask = (handler: Handler, body?: object) => call(handler, { bearer: owner.bearer, ...(body && { body }) });
const subscribed = async () => (await ask(create, { plan_id: 'standard' })).body;
const status = async () => (await getSubscription(owner.account_id))?.status;

test('an account is on the free plan until a subscription is paid for, and then on its plan', async () => {
  expect((await ask(show)).body).toMatchObject({ id: null, plan_id: 'free', status: 'active', price_paise: 0 });
  const made = await subscribed();
  expect(made).toMatchObject({ plan_id: 'standard', status: 'created', price_paise: 49_900, current_period_end: null });
  expect(made.checkout.subscription_id).toBe(made.gateway_subscription_id);
  await gateway.desk.subscribe(made.gateway_subscription_id, 'success', 2);
  const { body } = await ask(show);
  expect(body).toMatchObject({ id: made.id, plan_id: 'standard', status: 'active', cancel_at_period_end: false });
  expect(Date.parse(body.current_period_end)).toBeGreaterThan(Date.now());
});

test('two accounts on one plan share the gateway’s plan', async () => {
  const plans = () => gateway.desk.book.list('plan').length;
  await subscribed();
  const before = plans();
  owner = await signedUp();
  await subscribed();
  expect(plans()).toBe(before);
});

test('a payment of which nobody told is asked about; one that fails is pending, then halted', async () => {
  const { gateway_subscription_id: id } = await subscribed();
  await gateway.desk.subscribe(id, 'success', 0);
  advanceClock(11 * 60);
  await subscriptions();
  expect(await status()).toBe('active');
  await gateway.desk.subscribe(id, 'failure', 1);
  expect(await status()).toBe('pending');
  await gateway.desk.subscribe(id, 'failure', 1);
  expect(await status()).toBe('halted');
});

test('every plan costs as much wherever it is supplied, as the gateway’s plan has one price', () => {
  for (const price of Object.values(planPrices)) {
    const totals = ['27', '29'].map((state_code) => addTax(price, { state_code } as never).total_paise);
    expect(totals[0], `${price} paise`).toBe(totals[1]);
  }
});

test('one that nobody pays expires after a day, and can then be paid no more', async () => {
  const { gateway_subscription_id: id } = await subscribed();
  advanceClock(25 * 3600);
  await subscriptions();
  expect(await status()).toBe('expired');
  await expect(gateway.desk.subscribe(id, 'success', 0)).rejects.toThrow('Subscription is in cancelled state');
});

test('one whose next payment does not come is asked about ever more seldom', async () => {
  const { gateway_subscription_id: id } = await subscribed();
  await gateway.desk.subscribe(id, 'success', 1);
  const asks: number[] = [];
  const begun = civilNow().getTime();
  for (let day = 0; day < 60; day = asks.at(-1)!) {
    const { next_at } = await subscriptions();
    const ahead = (Date.parse(next_at!) - civilNow().getTime()) / 1000;
    advanceClock(ahead + 1);
    asks.push((civilNow().getTime() - begun) / 86_400_000);
    expect(ahead, `after ${asks.length} asks`).toBeGreaterThan(500);
  }
  expect(asks[0]).toBeCloseTo(30, 1);
  expect(asks.filter((day) => day < 31).length, String(asks)).toBeGreaterThan(5);
  expect(asks.length, String(asks)).toBeLessThan(60);
});

test('is cancelled with its period, or at once', async () => {
  const { gateway_subscription_id: id } = await subscribed();
  await gateway.desk.subscribe(id, 'success', 1);
  expect((await ask(cancel, {})).body).toMatchObject({ status: 'active', cancel_at_period_end: true });
  expect((await ask(cancel, {})).status).toBe(409);
  expect((await ask(cancel, { at_period_end: false })).body.status).toBe('cancelled');
  expect((await ask(show)).body.plan_id).toBe('free');
  const none = await ask(cancel, {});
  expect([none.status, none.body.error]).toEqual([
    409,
    `account ${owner.account_id} is on plan free; there is no subscription to cancel`,
  ]);
});

test('one that is cancelled with its period ends with it', async () => {
  const { gateway_subscription_id: id } = await subscribed();
  await gateway.desk.subscribe(id, 'success', 1);
  await ask(cancel, { at_period_end: true });
  advanceClock(31 * 86_400);
  await subscriptions();
  expect(await status()).toBe('cancelled');
});

test('is refused for an unknown plan, the free one, and beside another', async () => {
  expect((await ask(create, { plan_id: 'gold' })).status).toBe(400);
  const free = await ask(create, { plan_id: 'free' });
  expect([free.status, free.body.error]).toEqual([409, `account ${owner.account_id} is on plan free already`]);
  const { id } = await subscribed();
  const other = await ask(create, { plan_id: 'business' });
  expect([other.status, other.body.error]).toEqual([
    409,
    `subscription ${id} is created (plan standard); POST /auth/billing/subscription/cancel first`,
  ]);
});
