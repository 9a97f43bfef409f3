import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { handler as create } from '#functions/auth/billing/create-autopay.ts';
import { handler as subscribe } from '#functions/auth/billing/create-subscription.ts';
import { handler as topUp } from '#functions/auth/billing/create-topup.ts';
import { handler as setup } from '#functions/auth/billing/setup-autopay.ts';
import type { Handler } from '#lib/edge/route.ts';
import { call } from '#lib/testing/functions/call.ts';
import { testTable } from '#lib/testing/functions/table.ts';
import { testGateway } from '#test/support/billing/gateway.ts';
import { payer } from '#test/support/billing/topups.ts';

/* Where a person pays: what the replies name as the address of a page. */

const page = 'http://localhost:3000/dev/checkout.html';
let bearer: string;
beforeAll(testGateway);
beforeEach(async () => {
  await testTable();
  bearer = (await payer()).bearer;
});
afterEach(() => {
  delete process.env.SVC_CHECKOUT_URL;
});

const ask = async (handler: Handler, body?: object) => (await call(handler, { bearer, ...(body && { body }) })).body;
const mandate = { method: 'upi', threshold_paise: 20_000, topup_amount_paise: 100_000, max_amount_paise: 1_500_000 };
const whatOf = (url: string) => [url.split('?')[0], Object.fromEntries(new URL(url).searchParams)];

test('an order, a mandate and a subscription name the page that pays them, and until when it does', async () => {
  process.env.SVC_CHECKOUT_URL = page;
  const order = await ask(topUp, { amount_paise: 10_000 });
  const until = { expires_at: order.expires_at };
  expect(whatOf(order.checkout.url)).toEqual([page, { order_id: order.gateway_order_id, ...until }]);
  await ask(create, mandate);
  const { url, gateway_token, expires_at } = (await ask(setup)).authorization;
  expect(whatOf(url)).toEqual([page, { order_id: gateway_token, expires_at }]);
  const { checkout } = await ask(subscribe, { plan_id: 'standard' });
  expect(whatOf(checkout.url)).toEqual([page, { subscription_id: checkout.subscription_id }]);
});

test('where there is no such page, none is named', async () => {
  await ask(create, mandate);
  const named = [
    (await ask(topUp, { amount_paise: 10_000 })).checkout.url,
    (await ask(setup)).authorization.url,
    (await ask(subscribe, { plan_id: 'standard' })).checkout.url,
  ];
  expect(named).toEqual([null, null, null]);
});
