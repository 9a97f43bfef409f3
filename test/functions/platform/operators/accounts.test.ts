import { beforeAll, beforeEach, expect, test } from 'vitest';
import { handler as transactions } from '#functions/auth/billing/list-transactions.ts';
import { handler as login } from '#functions/auth/sessions/login.ts';
import { handler as me } from '#functions/auth/sessions/me.ts';
import { handler as refresh } from '#functions/auth/sessions/refresh.ts';
import { handler as quotas } from '#functions/compute/quotas/list.ts';
import { handler as importKey } from '#functions/compute/ssh-keys/import.ts';
import { handler as block } from '#functions/platform/block-account.ts';
import { handler as credit } from '#functions/platform/credit-account.ts';
import { handler as list } from '#functions/platform/list-accounts.ts';
import { handler as setQuotas } from '#functions/platform/set-quotas.ts';
import { handler as show } from '#functions/platform/show-account.ts';
import { handler as unblock } from '#functions/platform/unblock-account.ts';
import { reconcileLedgers } from '#lib/domain/billing/wallets/reconcile.ts';
import { newIp } from '#lib/testing/functions/accounts.ts';
import { call, type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { advanceClock, resetClock } from '#lib/testing/functions/clock.ts';
import { auditOf } from '#lib/testing/functions/items.ts';
import { verified } from '#lib/testing/functions/verified.ts';
import { type Caller, callerOf, expectStatus, newIamCaller, newName, refusal } from '#test/support/accounts/iam.ts';
import { newOperator, onLaptop } from '#test/support/accounts/operators.ts';
import { newPublicKey } from '#test/support/accounts/public-key.ts';

let owner: SignedUp;
let root: Caller;
let customer: SignedUp;

beforeAll(async () => {
  owner = await newOperator();
  root = callerOf(owner);
});
beforeEach(async () => {
  onLaptop();
  customer = await verified();
});

const id = () => ({ id: customer.account_id });
const shown = () => expectStatus(200, root(show, { params: id() }));

test('accounts are found by id, address and name, and by status', async () => {
  const find = async (query: Record<string, string>) =>
    (await expectStatus(200, root(list, { query }))).accounts.map((one: { id: string }) => one.id);
  expect(await find({ q: customer.account_id })).toEqual([customer.account_id]);
  expect(await find({ q: customer.email.toUpperCase() })).toEqual([customer.account_id]);
  expect(await find({ q: customer.email.slice(5, 20) })).toEqual([customer.account_id]);
  expect(await find({ q: customer.account_id, status: 'blocked' })).toEqual([]);
  await expectStatus(200, root(block, { params: id() }));
  expect(await find({ status: 'blocked' })).toEqual([customer.account_id]);
  expect(await find({ limit: '1' })).toHaveLength(1);
});

test('an account is shown with its owner, wallet and quotas; an unknown one is 404', async () => {
  expect(await shown()).toMatchObject({
    id: customer.account_id,
    email: customer.email,
    email_verified: true,
    status: 'active',
    operator: false,
    balance_paise: 50_000,
    available_paise: 50_000,
    counts: { instances: 0, volumes: 0, buckets: 0, elastic_ips: 0 },
    quotas: expect.arrayContaining([{ name: 'instances', limit: 20, used: 0 }]),
  });
  const unknown = await root(show, { params: { id: '100000000000' } });
  expect(refusal(unknown)).toEqual([404, 'not_found', 'account 100000000000 not found']);
});

test('a blocked account is refused everywhere; afterwards its old sessions have ended', async () => {
  const user = await newIamCaller(customer, { policy_ids: ['AdministratorAccess'] });
  const body = { reason: 'abuse report 1182' };
  expect(await expectStatus(200, root(block, { params: id(), body }))).toMatchObject({
    status: 'blocked',
    status_reason: 'abuse report 1182',
  });
  const text = `account ${customer.account_id} is blocked; contact support`;
  const credentials = { email: customer.email, password: customer.password };
  const refresh_token = customer.refresh_token;
  const refused = [
    call(me, { bearer: customer.bearer }),
    user.call(me),
    call(login, { body: credentials, ip: newIp() }),
    call(refresh, { body: { refresh_token }, ip: newIp() }),
  ];
  for (const reply of refused) expect(refusal(await reply)).toEqual([403, 'account_blocked', text]);
  expect(await expectStatus(200, root(unblock, { params: id() }))).toMatchObject({
    status: 'active',
    status_reason: null,
  });
  expect((await call(me, { bearer: customer.bearer })).status).toBe(401);
  expect((await call(refresh, { body: { refresh_token }, ip: newIp() })).status).toBe(401);
  const again = await expectStatus(200, call(login, { body: credentials, ip: newIp() }));
  expect((await call(me, { bearer: again.access_token })).status).toBe(200);
  expect((await user.call(me)).status).toBe(200);
});

test('an operator cannot be blocked', async () => {
  const reply = await root(block, { params: { id: owner.account_id } });
  const text = `account ${owner.account_id} operates this platform; it cannot be blocked`;
  expect(refusal(reply)).toEqual([409, 'protected', text]);
});

test('credit is an entry with its reason, once, and the books balance', async () => {
  const request = {
    params: id(),
    body: { amount_paise: 12_345, reason: 'outage of 14 November' },
    headers: { 'idempotency-key': newName('credit') },
  };
  expect(await expectStatus(200, root(credit, request))).toMatchObject({
    balance_paise: 62_345,
    available_paise: 62_345,
  });
  await expectStatus(200, root(credit, request));
  expect(await shown()).toMatchObject({ balance_paise: 62_345 });
  const { transactions: entries } = await expectStatus(200, callerOf(customer)(transactions));
  expect(entries[0]).toMatchObject({ type: 'credit', amount_paise: 12_345, description: 'outage of 14 November' });
  const findings: string[] = [];
  advanceClock(2 * 24 * 3600);
  await reconcileLedgers((account, found) => findings.push(`${account}: ${found.join()}`));
  resetClock();
  expect(findings).toEqual([]);
  const known = (await auditOf(customer.account_id)).filter(({ action }) => action === 'platform:ManageAccounts');
  expect(known.map(({ actor, status }) => [actor.name, status])).toContainEqual([owner.email, 200]);
});

test.each([0, 50_000_001, 1.5])('%s paise are refused', async (amount_paise) => {
  const reply = await root(credit, { params: id(), body: { amount_paise, reason: 'x' } });
  expect([reply.status, reply.headers['x-error-code']]).toEqual([400, 'validation_failed']);
});

test('an own limit counts at once, and the usual one again after it', async () => {
  const mine = callerOf(customer);
  const newKey = () => mine(importKey, { body: { name: newName('key'), public_key: newPublicKey() } });
  await expectStatus(201, newKey());
  const changed = await expectStatus(200, root(setQuotas, { params: id(), body: { ssh_keys: 2 } }));
  expect(changed.quotas).toContainEqual({ name: 'ssh_keys', limit: 2, used: 1 });
  await expectStatus(201, newKey());
  expect(refusal(await newKey())).toEqual([403, 'quota_exceeded', '2 of 2 ssh_keys used (see GET /compute/quotas)']);
  const { quotas: rows } = await expectStatus(200, mine(quotas));
  expect(rows).toContainEqual({ name: 'ssh_keys', limit: 2, used: 2 });
  await expectStatus(200, root(setQuotas, { params: id(), body: { ssh_keys: 1 } }));
  expect(refusal(await newKey())).toEqual([403, 'quota_exceeded', '2 of 1 ssh_keys used (see GET /compute/quotas)']);
  await expectStatus(200, root(setQuotas, { params: id(), body: { ssh_keys: null } }));
  await expectStatus(201, newKey());
});

test('an unknown quota is refused', async () => {
  const reply = await root(setQuotas, { params: id(), body: { castles: 3 } });
  expect([reply.status, reply.headers['x-error-code']]).toEqual([400, 'unknown_field']);
});

test('who runs the platform is told so, and nobody else', async () => {
  expect((await root(me)).body.operator).toBe(true);
  expect((await call(me, { bearer: (await signedUp()).bearer })).body.operator).toBe(false);
});
