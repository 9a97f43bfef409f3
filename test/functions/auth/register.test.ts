import { beforeAll, expect, test } from 'vitest';
import { handler as login } from '#functions/auth/sessions/login.ts';
import { handler as me } from '#functions/auth/sessions/me.ts';
import { handler as register } from '#functions/auth/sessions/register.ts';
import { getWallet, type LedgerEntry } from '#lib/store/billing/wallets.ts';
import { getVpc } from '#lib/store/compute/vpcs.ts';
import { keys } from '#lib/store/keys.ts';
import { get, query } from '#lib/store/platform/read.ts';
import { goodPassword, newEmail, newIp } from '#lib/testing/functions/accounts.ts';
import { call, signedUp } from '#lib/testing/functions/call.ts';
import type { Call } from '#lib/testing/functions/event.ts';
import { allItems, auditOf } from '#lib/testing/functions/items.ts';

beforeAll(async () => {
  await signedUp();
});

const signUp = (body: object, more: Call = {}) =>
  call(register, { body: { email: newEmail(), password: goodPassword, ...body }, ip: newIp(), ...more });

test('a sign-up answers tokens that work at once', async () => {
  const email = newEmail();
  const reply = await signUp({ email, name: 'Asha' });
  expect(reply.status).toBe(201);
  expect(reply.body).toEqual({
    access_token: expect.stringMatching(/^eyJ/),
    refresh_token: expect.stringMatching(/^rt_/),
    token_type: 'Bearer',
    expires_in: 900,
    account_id: expect.stringMatching(/^[1-9]\d{11}$/),
    user: {
      id: expect.stringMatching(/^usr-/),
      account_id: reply.body.account_id,
      created_at: expect.stringMatching(/Z$/),
      updated_at: reply.body.user.created_at,
      email,
      email_verified: false,
      name: 'Asha',
      mfa_enabled: false,
      status: 'pending_verification',
    },
  });
  expect((await call(me, { bearer: reply.body.access_token })).status).toBe(200);
  expect((await call(login, { body: { email, password: goodPassword }, ip: newIp() })).status).toBe(200);
});

test('the account has its default VPC, named and counted, and a wallet whose ledger adds up', async () => {
  const { body } = await signUp({});
  const account = await get<{ default_vpc_id: string; name: string }>(keys.account(body.account_id));
  const vpc = await getVpc(body.account_id, account?.default_vpc_id ?? '');
  expect(vpc).toMatchObject({ name: 'default', cidr: '10.20.0.0/20', is_default: true, instance_count: 0 });
  expect(await get(keys.unique(body.account_id, 'vpc', 'default'))).toMatchObject({ id: vpc?.id });
  expect(await get(keys.quota(body.account_id, 'vpcs'))).toMatchObject({ used: 1 });
  expect(await getWallet(body.account_id)).toMatchObject({ balance_paise: 50_000, available_paise: 50_000 });
  const ledger = await query<LedgerEntry>({ pk: keys.ledger(body.account_id, '').pk });
  expect(ledger.items).toHaveLength(1);
  const lines = ledger.items[0]?.lines ?? [];
  expect(lines.find(({ account }) => account === 'wallet')?.amount_paise).toBe(50_000);
  expect(lines.reduce((sum, { amount_paise }) => sum + amount_paise, 0)).toBe(0);
});

test('it is the first entry of the audit log', async () => {
  const { body } = await signUp({});
  const entries = await auditOf(body.account_id);
  expect(entries).toEqual([
    expect.objectContaining({
      action: 'register',
      status: 201,
      path: '/auth/register',
      actor: { type: 'root', id: body.user.id, name: body.user.email, access_key_id: null },
    }),
  ]);
});

test('an address is one address in whatever case', async () => {
  const email = newEmail();
  expect((await signUp({ email: email.toUpperCase() })).body.user.email).toBe(email);
  const again = await signUp({ email });
  expect(again.status).toBe(409);
  expect(again.headers['x-error-code']).toBe('already_exists');
  expect(again.body.error).toBe(`email: ${email} is already registered; log in instead`);
});

test('of many sign-ups at once for an address one succeeds, and the others leave nothing', async () => {
  const email = newEmail();
  const replies = await Promise.all(Array.from({ length: 8 }, () => signUp({ email })));
  expect(replies.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)]);
  const items = (await allItems()).filter((item) => item.email === email || item.actor?.name === email);
  expect(items.filter(({ sk }) => sk === 'USER')).toHaveLength(1);
  // And who owns the account, and the audit entry.
  expect(items).toHaveLength(3);
});

test.each([
  ['short', 'vx7-kqp', ['must have at least 8 characters']],
  ['common', 'Password@123', ['must not be a commonly used password or a slight variant of one']],
  [
    'short and common',
    'abc123',
    ['must have at least 8 characters', 'must not be a commonly used password or a slight variant of one'],
  ],
  ['long', 'vx'.repeat(65), ['must have at most 128 characters']],
])('a %s password is refused, and each rule it breaks is said, never the password', async (_, password, rules) => {
  const reply = await signUp({ password });
  expect(reply.status).toBe(400);
  expect(reply.headers['x-error-code']).toBe('validation_failed');
  expect(reply.body.error).toBe(rules.map((rule) => `password: ${rule}`).join('; '));
  expect(JSON.stringify(reply)).not.toContain(password);
});

test('a password made from the address is refused', async () => {
  const reply = await signUp({ email: 'meenakshi.iyer@example.com', password: 'Meenakshi.Iyer1' });
  expect(reply.body.error).toBe('password: must not be made from the e-mail address');
});

test.each([
  ['no address', { email: undefined }, 'email: is required (a string)'],
  ['no password', { password: undefined }, 'password: is required (a string)'],
  ['a malformed address', { email: 'nobody' }, 'email: "nobody" must be an e-mail address'],
  ['a password that is no text', { password: 12_345_678 }, 'password: must be a string'],
  ['an empty name', { name: '' }, /^name: "" must have at least 1 characters/],
  ['a blank name', { name: '  ' }, 'name: "  " must be text without control characters'],
  [
    'a name that ends in a control character',
    { name: 'a\u0000' },
    'name: "a\\u0000" must be text without control characters',
  ],
  ['a name with control characters', { name: 'a\nb' }, 'name: "a\\nb" must be text without control characters'],
  ['an unknown field', { plan: 'free' }, 'unknown field "plan"'],
])('%s: 400', async (_, change, error) => {
  const reply = await signUp(change);
  expect(reply.status).toBe(400);
  expect(reply.body.error).toEqual(typeof error === 'string' ? error : expect.stringMatching(error));
});

test('254 characters are the most that an address may have', async () => {
  const email = (length: number) =>
    `${'a'.repeat(60)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(length - 187)}.com`;
  expect((await signUp({ email: email(254) })).status).toBe(201);
  expect((await signUp({ email: email(255) })).status).toBe(400);
});

test('a replay is the same sign-up: same tokens, same cookies, no second account', async () => {
  const request: Call = {
    body: { email: newEmail(), password: goodPassword },
    ip: newIp(),
    headers: { 'idempotency-key': 'sign-up' },
  };
  const first = await call(register, request);
  const replay = await call(register, { ...request, cookies: first.cookies });
  expect(first.setCookies).toHaveLength(2);
  expect(replay).toMatchObject({ status: 201, body: first.body, setCookies: first.setCookies });
  expect(replay.headers['idempotent-replayed']).toBe('true');
  const different = await call(register, { ...request, body: { email: newEmail(), password: goodPassword } });
  expect(different.status).toBe(422);
});

test('a refused sign-up frees its key', async () => {
  const email = newEmail();
  const headers = { 'idempotency-key': `mended-${email}` };
  const weak = await signUp({ email, password: 'short' }, { headers });
  expect(weak.status).toBe(400);
  expect((await signUp({ email }, { headers })).status).toBe(201);
});

test('the password is stored as an argon2id hash alone', async () => {
  const password = 'cobalt-lantern-58-orchard';
  await signUp({ password });
  const items = await allItems();
  expect(JSON.stringify(items)).not.toContain(password);
  expect(items.every(({ password_hash: hash }) => hash === undefined || /^\$argon2id\$/.test(hash))).toBe(true);
});
