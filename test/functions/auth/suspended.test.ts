import { beforeAll, expect, test } from 'vitest';
import { handler as login } from '#functions/auth/sessions/login.ts';
import { handler as me } from '#functions/auth/sessions/me.ts';
import { handler as launch } from '#functions/compute/instances/launch.ts';
import { handler as show } from '#functions/compute/instances/show.ts';
import { handler as start } from '#functions/compute/instances/start.ts';
import { handler as stop } from '#functions/compute/instances/stop.ts';
import { handler as terminate } from '#functions/compute/instances/terminate.ts';
import { handler as update } from '#functions/compute/instances/update.ts';
import { handler as createVpc } from '#functions/compute/vpcs/create.ts';
import type { Instance } from '#lib/model/compute/instance.ts';
import { keys } from '#lib/store/keys.ts';
import { update as change, transact } from '#lib/store/platform/write.ts';
import { newIp } from '#lib/testing/functions/accounts.ts';
import { call, type Reply, type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { launchBody, launched, putInto, up } from '#test/support/compute/instances.ts';
import { standInHost } from '#test/support/hosts/hosts.ts';
import { state } from '#test/support/table/state.ts';

/* By contract 3.12 an account that is suspended for want of money may end and read, and neither start nor create. */

let owner: SignedUp;
let instance: Instance;
beforeAll(async () => {
  owner = await signedUp();
  await standInHost();
  instance = await launched(owner);
  await suspend('suspended');
});

const suspend = (status: 'active' | 'suspended') =>
  transact([change(keys.account(owner.account_id), { set: { status } })]);
const verdict = ({ status, headers }: Reply) => [status, headers['x-error-code']];
const as = () => ({ bearer: owner.bearer, params: { id: instance.id } });
const unpaid = [402, 'insufficient_balance'];

test('creations are refused, rehearsed too, and change nothing', async () => {
  const before = await state();
  const refused = await call(launch, { bearer: owner.bearer, body: launchBody() });
  expect(verdict(refused)).toEqual(unpaid);
  expect(refused.body.error).toMatch(/^account \d{12} is suspended: it cannot start or create anything/);
  const rehearsed = await call(launch, { bearer: owner.bearer, body: launchBody(), query: { dry_run: 'true' } });
  expect(verdict(rehearsed)).toEqual(unpaid);
  expect(verdict(await call(createVpc, { bearer: owner.bearer, body: { name: 'lab' } }))).toEqual(unpaid);
  expect(await state()).toEqual(before);
});

test('a start is refused, after whatever else is wrong with it', async () => {
  await putInto(instance, { ...up, status: 'stopped' });
  expect(verdict(await call(start, as()))).toEqual(unpaid);
  await putInto(instance, up);
  expect(verdict(await call(start, as()))).toEqual([409, 'wrong_state']);
  const nobodys = { ...as(), params: { id: 'i-01jd0000000000000000000000' } };
  expect(verdict(await call(start, nobodys))).toEqual([404, 'not_found']);
});

test('reads, changes, logins and ends go on', async () => {
  await putInto(instance, up);
  expect((await call(me, { bearer: owner.bearer })).body.status).toBe('suspended');
  const body = { email: owner.email, password: owner.password };
  expect((await call(login, { body, ip: newIp() })).status).toBe(200);
  expect((await call(show, as())).status).toBe(200);
  expect((await call(update, { ...as(), body: { name: 'web-02' } })).status).toBe(200);
  expect((await call(stop, as())).status).toBe(200);
  expect((await call(terminate, as())).status).toBe(200);
});

test('once it is active again, everything does', async () => {
  await suspend('active');
  expect((await call(createVpc, { bearer: owner.bearer, body: { name: 'lab' } })).status).toBe(201);
});
