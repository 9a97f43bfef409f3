import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { handler as feed } from '#functions/auth/activity/list.ts';
import { handler as activate } from '#functions/auth/billing/activate-autopay.ts';
import { handler as create } from '#functions/auth/billing/create-autopay.ts';
import { handler as setup } from '#functions/auth/billing/setup-autopay.ts';
import { handler as show } from '#functions/auth/billing/show-autopay.ts';
import { handler as update } from '#functions/auth/billing/update-autopay.ts';
import { handler as autopay } from '#functions/scheduled/autopay.ts';
import { handler as metering } from '#functions/scheduled/metering.ts';
import { civilNow } from '#lib/drivers/clocks/civil.ts';
import type { Handler } from '#lib/edge/route.ts';
import { noFaults } from '#lib/local/gateway/faults.ts';
import { istMonth } from '#lib/model/platform/ist.ts';
import { getMandate } from '#lib/store/billing/mandates.ts';
import { keys } from '#lib/store/keys.ts';
import { get } from '#lib/store/platform/read.ts';
import { put, transact } from '#lib/store/platform/write.ts';
import { call, type SignedUp } from '#lib/testing/functions/call.ts';
import { advanceClock, resetClock } from '#lib/testing/functions/clock.ts';
import { mailsTo } from '#lib/testing/functions/mails.ts';
import { testTable } from '#lib/testing/functions/table.ts';
import { type TestGateway, testGateway } from '#test/support/billing/gateway.ts';
import { payer, toppedUp } from '#test/support/billing/topups.ts';
import { booksOf, posting, usage } from '#test/support/billing/wallets.ts';

/*
 * An account that has nothing metered is announced a debit too (contract 3.10): nothing charges it, so whatever may
 * lead to a debit makes its mandate due.
 */

const hour = 3600;
/** Above the credit of a sign-up. */
const high = 1_500_000;
const wanted = { method: 'upi', threshold_paise: high, topup_amount_paise: 50_000, max_amount_paise: 100_000 };
let owner: SignedUp;
let gateway: TestGateway;

beforeAll(async () => {
  gateway = await testGateway();
});
beforeEach(async () => {
  await testTable();
  Object.assign(gateway.faults, noFaults());
  owner = await payer();
});
afterEach(resetClock);

const ask = (handler: Handler, body?: object, headers = {}) =>
  call(handler, { bearer: owner.bearer, headers, ...(body && { body }) });
const mandate = async () => (await getMandate(owner.account_id))!;
const notices = async () => (await mailsTo(owner.user.email)).filter(({ kind }) => kind === 'mandate_notice').length;
const topups = async () => (await booksOf(owner.account_id)).filter(({ type }) => type === 'topup').length;
const decided = async (webhooks: number, changes: object) => {
  await ask(create, { ...wanted, ...changes });
  const { body } = await ask(setup);
  return gateway.desk.decide(body.authorization.gateway_token, 'approve', webhooks);
};
const activated = async (changes: object = {}) => {
  const { gateway_payment_id, gateway_signature } = await decided(0, changes);
  return ask(activate, { gateway_payment_id, signature: gateway_signature });
};
/** An active mandate that was looked at, and that has nothing to announce. */
const resting = async () => {
  await activated({ threshold_paise: 1 });
  await autopay();
  expect(await mandate()).toMatchObject({ debit: null, due: (await mandate()).valid_until });
};

test('a mandate that becomes active below its threshold is announced at the next run, and debited a day later', async () => {
  const { body, headers } = await activated();
  expect(body.next_debit_at).toBeNull();
  await autopay();
  const at = (await mandate()).debit?.at ?? '';
  const notice = Date.parse(at) - civilNow().getTime();
  expect(notice).toBeGreaterThan(24 * hour * 1000 - 60_000);
  expect(notice).toBeLessThanOrEqual(24 * hour * 1000);
  expect((await ask(show)).body).toMatchObject({
    next_debit_at: at,
    next_debit_paise: 59_000,
    next_debit_status: 'notified',
  });
  expect((await ask(show)).headers.etag).not.toBe(headers.etag);
  expect(await notices()).toBe(1);
  advanceClock(23 * hour);
  await autopay();
  expect([await topups(), await notices()]).toEqual([0, 1]);
  advanceClock(2 * hour);
  await autopay();
  expect(await topups()).toBe(1);
});

test('the event of the announcement is in the feed', async () => {
  await activated();
  await autopay();
  const { events } = (await call(feed, { bearer: owner.bearer, query: { type: 'autopay.announced' } })).body;
  expect(events).toMatchObject([{ type: 'autopay.announced', actor: 'system' }]);
});

test('after a debit the next one is announced for another month, while the balance is below the threshold', async () => {
  await activated();
  await autopay();
  advanceClock(25 * hour);
  await autopay();
  const month = istMonth(civilNow());
  expect(await mandate()).toMatchObject({ debit: null, cycle: month });
  await autopay();
  expect(istMonth(new Date((await mandate()).debit?.at ?? 0)) > month).toBe(true);
  expect([await topups(), await notices()]).toEqual([1, 2]);
});

test('a debit that failed is announced anew, three times at most', async () => {
  gateway.faults.decline_debits = 3;
  await activated();
  for (let day = 0; day < 3; day += 1) {
    await autopay();
    expect((await mandate()).debit?.status).toBe('notified');
    advanceClock(25 * hour);
    await autopay();
  }
  await autopay();
  expect(await mandate()).toMatchObject({ status: 'failed', debit: null, due: null });
  expect(await notices()).toBe(3);
});

test('the webhook of the gateway alone suffices', async () => {
  await decided(1, {});
  await autopay();
  expect((await mandate()).debit?.status).toBe('notified');
});

test('a mandate with enough rests until it expires, and keeps its ETag meanwhile', async () => {
  const { headers } = await activated({ threshold_paise: 1 });
  await autopay();
  const { debit, due, valid_until } = await mandate();
  expect([debit, due, (await ask(show)).headers.etag]).toEqual([null, valid_until, headers.etag]);
  expect((await ask(update, { threshold_paise: 2 }, { 'if-match': headers.etag })).status).toBe(200);
});

test.each([
  ['a higher threshold', async () => ask(update, { threshold_paise: high })],
  [
    'a resumption',
    async () => {
      await ask(update, { paused: true, threshold_paise: high });
      await autopay();
      expect((await mandate()).debit).toBeNull();
      return ask(update, { paused: false });
    },
  ],
])('%s makes it due', async (_, change) => {
  await resting();
  expect((await change()).status).toBe(200);
  await autopay();
  expect((await mandate()).debit).toMatchObject({ status: 'notified', total_paise: 59_000 });
});

test('a refund that takes the balance below the threshold makes it due', async () => {
  const order = await toppedUp(gateway, owner, 100_000);
  await activated({ threshold_paise: 60_000 });
  await autopay();
  expect((await mandate()).debit).toBeNull();
  await gateway.desk.refund(order.gateway_payment_id ?? '', undefined, 1);
  await autopay();
  expect((await mandate()).debit?.status).toBe('notified');
});

test('a payment has a mandate looked at that an earlier version left at rest', async () => {
  await resting();
  await posting(owner.account_id, usage('spent', 49_999));
  const stored = (await get(keys.mandate(owner.account_id)))!;
  await transact([put({ ...stored, ...keys.mandate(owner.account_id), threshold_paise: high })]);
  await autopay();
  expect((await mandate()).debit).toBeNull();
  await toppedUp(gateway, owner, 10_000);
  await autopay();
  expect((await mandate()).debit?.status).toBe('notified');
});

test('a change leaves an announced debit as it was announced', async () => {
  await activated();
  await autopay();
  const { debit, due } = await mandate();
  await ask(update, { threshold_paise: 1, topup_amount_paise: 10_000 });
  await autopay();
  expect(await mandate()).toMatchObject({ debit, due });
  expect(await notices()).toBe(1);
});

test('runs at the same time, and metering beside them, announce once', async () => {
  await activated();
  await Promise.all([autopay(), autopay(), metering(), autopay()]);
  expect(await notices()).toBe(1);
});
