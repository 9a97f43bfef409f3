import { beforeAll, beforeEach, expect, test } from 'vitest';
import { handler as create } from '#functions/auth/billing/create-autopay.ts';
import { handler as subscribe } from '#functions/auth/billing/create-subscription.ts';
import { handler as setup } from '#functions/auth/billing/setup-autopay.ts';
import { handler as showMandate } from '#functions/auth/billing/show-autopay.ts';
import { handler as showPlan } from '#functions/auth/billing/show-subscription.ts';
import { handler as update } from '#functions/auth/billing/update-autopay.ts';
import { getMandate, type MandateRecord, putMandate } from '#lib/store/billing/mandates.ts';
import { transact } from '#lib/store/platform/write.ts';
import { call, type SignedUp } from '#lib/testing/functions/call.ts';
import { iamBearer } from '#test/support/accounts/teams.ts';
import { testGateway } from '#test/support/billing/gateway.ts';
import { payer } from '#test/support/billing/topups.ts';

/* The words of mandates and subscriptions are those that the caller's policies allow as well (contract 1.1). */

const wanted = { method: 'upi', threshold_paise: 20_000, topup_amount_paise: 100_000, max_amount_paise: 1_500_000 };
let owner: SignedUp;
beforeAll(async () => {
  await testGateway();
});
beforeEach(async () => {
  owner = await payer();
  expect((await call(create, { bearer: owner.bearer, body: wanted })).status).toBe(201);
});

const callerOf = async (...Action: string[]): Promise<string> =>
  (await iamBearer(owner.account_id, [{ Effect: 'Allow', Action, Resource: ['*'] }])).bearer;
const reading = ['billing:GetAutopay', 'billing:GetSubscription'];
const words = async (bearer: string, handler = showMandate) => (await call(handler, { bearer })).body.allowed_actions;
const into = async (status: MandateRecord['status']) => {
  const record = (await getMandate(owner.account_id))!;
  await transact([putMandate(record, { ...record, status })]);
};

const own: [string, string[]][] = [
  ['billing:CreateAutopay', ['setup', 'activate']],
  ['billing:UpdateAutopay', ['update', 'pause', 'resume']],
  ['billing:CancelAutopay', ['cancel']],
];

test.each(own)('%s allows %j of a mandate', async (action, allowed) => {
  const bearer = await callerOf(...reading, action);
  for (const status of ['created', 'pending_authorization', 'active', 'paused'] as const) {
    await into(status);
    const all: string[] = await words(owner.bearer);
    expect(all.length).toBeGreaterThan(2);
    expect([status, await words(bearer)]).toEqual([status, all.filter((word) => allowed.includes(word))]);
  }
});

test('whoever only reads sees none, and is refused each; with every right the words are the state’s', async () => {
  const reader = await callerOf(...reading);
  expect(await words(reader)).toEqual([]);
  expect((await call(setup, { bearer: reader })).status).toBe(403);
  expect(await words(await callerOf('billing:*'))).toEqual(['setup', 'update', 'cancel']);
});

test('the reply to a change has them narrowed as well', async () => {
  const { body } = await call(update, {
    bearer: await callerOf('billing:UpdateAutopay'),
    body: { threshold_paise: 1 },
  });
  expect(body.allowed_actions).toEqual(['update']);
});

test('an explicit Deny on autopay takes them away', async () => {
  const { bearer } = await iamBearer(owner.account_id, [
    { Effect: 'Allow', Action: ['billing:*'], Resource: ['*'] },
    { Effect: 'Deny', Action: ['billing:CancelAutopay'], Resource: [`srn:billing::${owner.account_id}:autopay`] },
  ]);
  expect(await words(bearer)).toEqual(['setup', 'update']);
});

test('a subscription may be cancelled by whom billing:CancelSubscription is allowed', async () => {
  expect((await call(subscribe, { bearer: owner.bearer, body: { plan_id: 'standard' } })).status).toBe(201);
  expect(await words(owner.bearer, showPlan)).toEqual(['cancel']);
  expect(await words(await callerOf(...reading), showPlan)).toEqual([]);
  expect(await words(await callerOf(...reading, 'billing:CancelSubscription'), showPlan)).toEqual(['cancel']);
});
