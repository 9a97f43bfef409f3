import { beforeEach, expect, test } from 'vitest';
import { handler as start } from '#functions/compute/instances/start.ts';
import type { Instance } from '#lib/model/compute/instance.ts';
import { keys } from '#lib/store/keys.ts';
import { transact, update } from '#lib/store/platform/write.ts';
import { call, type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { testTable } from '#lib/testing/functions/table.ts';
import { launched, putInto, up } from '#test/support/compute/instances.ts';
import { standInHost } from '#test/support/hosts/hosts.ts';
import { state } from '#test/support/table/state.ts';

let caller: SignedUp;
let instance: Instance;

beforeEach(async () => {
  await testTable();
  caller = await signedUp();
  await standInHost();
  instance = await launched(caller, { instance_type_id: 's1-medium' });
  await putInto(instance, { ...up, status: 'stopped' });
});

const leave = (paise: number) =>
  transact([update(keys.wallet(caller.account_id), { set: { balance_paise: paise, available_paise: paise } })]);
const ask = (query = {}, body?: object) =>
  call(start, { bearer: caller.bearer, params: { id: instance.id }, query, ...(body && { body }) });

test.each([{ dry_run: 'true' }, {}])('402 where the wallet cannot pay one hour of it (%j)', async (query) => {
  await leave(232);
  const before = await state();
  const reply = await ask(query);
  expect([reply.status, reply.headers['x-error-code'], reply.body]).toEqual([
    402,
    'insufficient_balance',
    { error: 'wallet balance ₹2.32 is below the ₹2.33 needed for one hour of s1-medium; top up' },
  ]);
  expect(await state()).toEqual(before);
});

test('one hour in the wallet is enough, and none of it is held', async () => {
  await leave(233);
  expect((await ask({}, {})).body.status).toBe('starting');
  const wallet = (await state()).find(({ sk }) => sk === 'WALLET');
  expect(wallet).toMatchObject({ available_paise: 233 });
});

test('the price is that of the launch, whatever the catalog says now', async () => {
  await putInto(instance, { price_hourly_paise: 100 });
  await leave(100);
  expect((await ask()).status).toBe(200);
});

test('a machine that runs is refused for that, not for an empty wallet', async () => {
  await leave(0);
  await putInto(instance, up);
  expect((await ask()).headers['x-error-code']).toBe('wrong_state');
});

test('a dry run says what it would do and cost, and does nothing', async () => {
  const before = await state();
  const reply = await ask({ dry_run: 'true' });
  expect(reply.body).toEqual({
    dry_run: true,
    would: `start ${instance.id}`,
    price_delta_paise_per_hour: 184,
    price_delta_paise_per_month: 133900,
    cascade: [],
  });
  expect(await state()).toEqual(before);
});
