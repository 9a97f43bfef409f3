import { afterEach, beforeEach, expect, test } from 'vitest';
import { handler as summary } from '#functions/auth/billing/show-summary.ts';
import { getSummary } from '#lib/domain/billing/summary/summary.ts';
import { settleFailedLaunch, settleStopped, settleTerminated } from '#lib/domain/compute/instances/endings.ts';
import { stopInstance } from '#lib/domain/compute/instances/stop.ts';
import { terminateInstance } from '#lib/domain/compute/instances/terminate.ts';
import type { Instance } from '#lib/model/compute/instance.ts';
import { call, type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { advanceClock, resetClock } from '#lib/testing/functions/clock.ts';
import { testTable } from '#lib/testing/functions/table.ts';
import { ended, inside, metered, running, summaryOf, toNewMonth } from '#test/support/billing/metering.ts';
import { booksOf, walletOf } from '#test/support/billing/wallets.ts';
import { launched, recordOf } from '#test/support/compute/instances.ts';
import { standInHost } from '#test/support/hosts/hosts.ts';

const hour = 3600;
const nano = 29_900;
/** An id that no resource has. */
const unknown = 'i-01kanx7m3v5q8w2c4d6f7g9h1j';
/** Paise for so many seconds of something of a monthly price. */
const cost = (monthly: number, seconds: number) => Math.floor((monthly * seconds) / (730 * hour));

let owner: SignedUp;
beforeEach(async () => {
  await testTable();
  await standInHost();
  owner = await signedUp();
});
afterEach(resetClock);

const stop = async (instance: Instance) => {
  await stopInstance(inside(owner.account_id), { id: instance.id, force: false, timeout_seconds: 60 });
  await ended(instance, settleStopped);
};
const terminate = async (instance: Instance) => {
  await terminateInstance(inside(owner.account_id), { id: instance.id });
  await ended(instance, settleTerminated);
};
const spent = async () => 50_000 - (await walletOf(owner.account_id)).balance_paise;
const debits = async () => (await booksOf(owner.account_id)).filter(({ type }) => type === 'usage');
/** Within a paisa: the test's own seconds are charged too. */
const about = (paise: number) => [paise, paise + 1];

test('a running instance is charged by the hour, once, and what its launch held is free', async () => {
  await running(owner);
  advanceClock(hour);
  await metered();
  expect(about(cost(nano, hour))).toContain(await spent());
  const wallet = await walletOf(owner.account_id);
  expect(wallet.available_paise).toBe(wallet.balance_paise);
  const before = await debits();
  await Promise.all([metered(), metered(), metered()]);
  expect(await debits()).toHaveLength(before.length);
});

test('a stopped one costs its disk, at most its price; a terminated one nothing', async () => {
  const instance = await running(owner, { instance_type_id: 's1-medium' });
  advanceClock(hour);
  await stop(instance);
  await metered();
  const ran = await spent();
  expect(about(cost(169_900, hour))).toContain(ran);
  expect((await summaryOf(owner)).burn_rate_paise_per_hour).toBe(49);
  advanceClock(hour);
  await terminate(instance);
  await metered();
  expect(about(cost(36_000, hour))).toContain((await spent()) - ran);
  const all = await spent();
  advanceClock(24 * hour);
  expect(await metered()).toEqual({ next_at: null });
  expect(await spent()).toBe(all);
  expect((await summaryOf(owner)).runway_hours).toBeNull();
});

test('a failed launch costs nothing', async () => {
  const instance = await launched(owner);
  const { operation } = await recordOf(instance);
  const input = { operation: operation?.id ?? '', account_id: owner.account_id, instance_id: instance.id, options: {} };
  await settleFailedLaunch(input, 'no luck');
  advanceClock(hour);
  await metered();
  expect(await spent()).toBe(0);
});

test('a minute is charged at least, and no second twice', async () => {
  const instance = await running(owner, { instance_type_id: 's1-xlarge' });
  await stop(instance);
  await metered();
  expect(await spent()).toBe(cost(649_900, 60));
  await terminate(instance);
  await metered();
  expect(await spent()).toBe(cost(649_900, 60));
});

test('months that nobody charged are charged at once, each at most at the price of the month', async () => {
  await running(owner);
  advanceClock(92 * 24 * hour);
  await metered();
  const { history, daily, projected_month_paise } = await summaryOf(owner);
  const full = history.slice(-4, -1).map(({ spend_paise }) => spend_paise);
  expect(Math.max(...full)).toBe(nano);
  expect(history).toHaveLength(12);
  expect(daily).toHaveLength(30);
  expect(daily.filter(({ spend_paise }) => spend_paise > 0).length).toBeGreaterThan(28);
  for (const { spend_paise, by_service } of daily) {
    expect(by_service).toMatchObject({ instances: spend_paise, volumes: 0, snapshots: 0 });
    expect(Object.values(by_service).reduce((sum, paise) => sum + paise, 0)).toBe(spend_paise);
  }
  expect(history.reduce((sum, { spend_paise }) => sum + spend_paise, 0)).toBe(await spent());
  expect(projected_month_paise).toBeLessThanOrEqual(nano);
  expect((await debits()).length).toBeGreaterThan(90);
});

test('the summary of a new account is all zeros but its credit', async () => {
  const { status, body } = await call(summary, { bearer: owner.bearer, query: { resource_id: unknown } });
  expect(status).toBe(200);
  const { daily, history, by_service, ...rest } = body;
  expect(rest).toEqual({
    currency: 'INR',
    balance_paise: 50_000,
    credit_paise: 50_000,
    month_to_date_paise: 0,
    projected_month_paise: 0,
    burn_rate_paise_per_hour: 0,
    runway_hours: null,
    low_balance: false,
    resources: [],
  });
  expect(daily.every(({ spend_paise }: { spend_paise: number }) => spend_paise === 0)).toBe(true);
  expect(history.every(({ spend_paise }: { spend_paise: number }) => spend_paise === 0)).toBe(true);
  expect(by_service).toEqual({
    instances: 0,
    volumes: 0,
    snapshots: 0,
    images: 0,
    elastic_ips: 0,
    load_balancers: 0,
    object_storage: 0,
  });
});

test('the summary has the cost of each resource that is named, of the account alone', async () => {
  toNewMonth();
  owner = await signedUp();
  const other = await running(await signedUp());
  const [ran, stopped] = [await running(owner), await running(owner, { instance_type_id: 's1-medium' })];
  advanceClock(hour);
  await stop(stopped);
  advanceClock(hour);
  const costsOf = async (...resource_id: string[]) =>
    (await getSummary(inside(owner.account_id), { resource_id })).resources;
  const costs = await costsOf(stopped.id, ran.id, other.id);
  expect(costs.map(({ id, price_paise_per_month }) => [id, price_paise_per_month])).toEqual([
    [stopped.id, 36_000],
    [ran.id, nano],
  ]);
  const [first, second] = costs.map(({ month_to_date_paise }) => month_to_date_paise);
  expect(about(cost(169_900, hour) + cost(36_000, hour))).toContain(first);
  expect(about(cost(nano, 2 * hour))).toContain(second);
  await terminate(ran);
  await metered();
  expect(await costsOf(ran.id)).toEqual([]);
  expect(await costsOf()).toEqual([]);
});

const many = Array.from({ length: 51 }, (_, at) => unknown.slice(0, -2) + String(at).padStart(2, '0')).join(',');
const mustBeIds = 'must be ids of instances, volumes, snapshots, images, elastic IPs or load balancers';
test.each([
  ['', `resource_id: "" ${mustBeIds}`],
  ['web-1', `resource_id: "web-1" ${mustBeIds}`],
  [`${unknown},,${unknown}`, `resource_id: "${unknown},,${unknown}" ${mustBeIds}`],
  [many, `resource_id: "${many.slice(0, 76)}… names more than 50 resources`],
])('resources that no summary has the costs of are 400: %s', async (resource_id, error) => {
  const { status, body } = await call(summary, { bearer: owner.bearer, query: { resource_id } });
  expect([status, body.error]).toEqual([400, error]);
});
