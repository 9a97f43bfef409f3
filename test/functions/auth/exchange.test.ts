import { afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { handler as updateAccessKey } from '#functions/auth/access-keys/update.ts';
import { handler as exchange } from '#functions/auth/credentials/exchange.ts';
import { handler as me } from '#functions/auth/sessions/me.ts';
import type { IamUserRecord } from '#lib/store/identity/iam-users.ts';
import { keys } from '#lib/store/keys.ts';
import { remove, transact, update } from '#lib/store/platform/write.ts';
import { newIp } from '#lib/testing/functions/accounts.ts';
import { call, type Reply, type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { advanceClock, resetClock } from '#lib/testing/functions/clock.ts';
import { accessKey, type Credentials, iamUser } from '#lib/testing/functions/iam-users.ts';
import { auditOf } from '#lib/testing/functions/items.ts';
import { type Signing, signed } from '#lib/testing/functions/sign.ts';
import { peek } from '#test/lib/drivers/tokens/forge.ts';
import { tableCalls } from '#test/support/table/table-calls.ts';

let owner: SignedUp;
beforeAll(async () => {
  owner = await signedUp();
});

let user: IamUserRecord;
let key: Credentials;
let ip: string;
beforeEach(async () => {
  user = await iamUser(owner.account_id);
  key = await accessKey(user);
  ip = newIp();
});
afterEach(resetClock);

const bySecret = (body: object = key, more = {}) => call(exchange, { body, ip, ...more });
const json = { 'content-type': 'application/json' };
const bySignature = (signing: Signing = {}, as = key) =>
  call(exchange, { ip, ...signed(exchange, as, signing.body === undefined ? signing : { headers: json, ...signing }) });
const verdict = ({ status, headers }: Reply) => [status, headers['x-error-code']];
const invalid = [400, 'validation_failed'];

test('a secret is exchanged for a token that says which key it came from', async () => {
  const reply = await bySecret();
  expect(reply.status).toBe(200);
  expect(reply.body).toEqual({ access_token: expect.any(String), token_type: 'Bearer', expires_in: 900 });
  expect(reply.setCookies).toEqual([]);
  const { payload } = peek(reply.body.access_token);
  expect(payload).toMatchObject({
    sub: user.id,
    account_id: owner.account_id,
    typ: 'iam',
    username: user.username,
    key_id: key.access_key_id,
  });
  expect(payload).not.toHaveProperty('sid');
  const profile = await call(me, { bearer: reply.body.access_token });
  expect(profile.body).toMatchObject({ type: 'iam', username: user.username, auth_method: 'access_key' });
  expect((await auditOf(owner.account_id)).at(-1)).toMatchObject({
    action: 'exchangeCredentials',
    actor: { type: 'iam', name: user.username, access_key_id: key.access_key_id },
  });
});

test('so is a signature, over no body, an empty object or the key’s own id', async () => {
  for (const body of [undefined, {}, { access_key_id: key.access_key_id }]) {
    const reply = await bySignature({ body });
    expect(reply.status).toBe(200);
    expect((await call(me, { bearer: reply.body.access_token })).body.auth_method).toBe('access_key');
  }
  expect((await bySignature({ form: 'query' })).status).toBe(200);
});

test('both, or neither, is 400', async () => {
  expect(verdict(await bySignature({ body: key }))).toEqual(invalid);
  expect(verdict(await bySignature({ body: { access_key_id: 'SVCANOTHERKEY2345672' } }))).toEqual(invalid);
  for (const body of [{}, { access_key_id: key.access_key_id }, { secret_key: key.secret_key }]) {
    expect(verdict(await bySecret(body))).toEqual(invalid);
    expect(verdict(await bySecret(body, { bearer: owner.bearer }))).toEqual(invalid);
  }
});

test('a wrong signature is 401, though the route is public', async () => {
  const wrong = { ...key, secret_key: 'x'.repeat(40) };
  expect(verdict(await bySignature({}, wrong))).toEqual([401, 'invalid_signature']);
  expect(verdict(await bySignature({ ahead: -600 }))).toEqual([401, 'signature_expired']);
});

test('a wrong secret and an unknown key are told apart by nobody', async () => {
  const wrong = { ...key, secret_key: 'x'.repeat(40) };
  const unknown = { ...key, access_key_id: 'SVCNOBODYSKEY2345672' };
  const [a, b] = await Promise.all([bySecret(wrong), bySecret(unknown)]);
  expect(verdict(a)).toEqual([401, 'invalid_credentials']);
  expect(verdict(b)).toEqual(verdict(a));
  expect(b.body).toEqual(a.body);
  expect(a.body.error).not.toContain(wrong.secret_key);
  expect(await tableCalls(() => bySecret(unknown))).toEqual(await tableCalls(() => bySecret(wrong)));
});

test('a key that is inactive says so to its holder alone, and its tokens are dead at once', async () => {
  const { access_token: bearer } = (await bySecret()).body;
  expect((await call(me, { bearer })).status).toBe(200);
  await transact([update(keys.accessKey(key.access_key_id), { set: { status: 'inactive' } })]);
  expect(verdict(await call(me, { bearer }))).toEqual([401, 'invalid_token']);
  expect(verdict(await bySecret())).toEqual([401, 'key_inactive']);
  expect(verdict(await bySignature())).toEqual([401, 'key_inactive']);
  expect(verdict(await bySecret({ ...key, secret_key: 'x' }))).toEqual([401, 'invalid_credentials']);
});

const switchTo = (status: string) => {
  const params = { username: user.username, id: key.access_key_id };
  return call(updateAccessKey, { bearer: owner.bearer, params, body: { status } });
};

test('a key that is switched on again does not bring its old tokens back, also within one second', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  onTestFinished(() => void vi.useRealTimers());
  const tokens = [(await bySecret()).body.access_token];
  for (let spell = 0; spell < 3; spell++) {
    expect([(await switchTo('inactive')).status, (await switchTo('active')).status]).toEqual([200, 200]);
    for (const before of tokens) expect(verdict(await call(me, { bearer: before }))).toEqual([401, 'invalid_token']);
    tokens.push((await bySecret()).body.access_token);
    expect((await call(me, { bearer: tokens.at(-1) })).status).toBe(200);
    tokens.push((await bySignature()).body.access_token);
    expect((await call(me, { bearer: tokens.at(-1) })).status).toBe(200);
  }
});

test('a key that was switched on while the clock stood ahead works once it is set back', async () => {
  advanceClock(600);
  expect([(await switchTo('inactive')).status, (await switchTo('active')).status]).toEqual([200, 200]);
  resetClock();
  const { access_token: bearer } = (await bySecret()).body;
  expect((await call(me, { bearer })).status).toBe(200);
});

test('a key that is deleted, or whose user is, has no living tokens', async () => {
  const { access_token: first } = (await bySecret()).body;
  await transact([remove(keys.accessKey(key.access_key_id))]);
  expect(verdict(await call(me, { bearer: first }))).toEqual([401, 'invalid_token']);
  const other = await accessKey(user);
  const { access_token: second } = (await bySecret(other)).body;
  await transact([remove(keys.iamUser(owner.account_id, user.username))]);
  expect(verdict(await call(me, { bearer: second }))).toEqual([401, 'invalid_token']);
  await iamUser(owner.account_id, { username: user.username });
  expect(verdict(await call(me, { bearer: second }))).toEqual([401, 'invalid_token']);
  expect(verdict(await bySecret(other))).toEqual([401, 'invalid_credentials']);
});

test('a token lasts a quarter of an hour', async () => {
  const { access_token: bearer } = (await bySecret()).body;
  advanceClock(901);
  expect(verdict(await call(me, { bearer }))).toEqual([401, 'token_expired']);
});

test('two signers under one Idempotency-Key each get their own token', async () => {
  const other = await accessKey(await iamUser(owner.account_id));
  const headers = { ...json, 'idempotency-key': 'exchange-1' };
  const mine = await bySignature({ headers });
  const theirs = await bySignature({ headers }, other);
  const again = await bySignature({ headers, ahead: 1 });
  expect(peek(mine.body.access_token).payload.key_id).toBe(key.access_key_id);
  expect(peek(theirs.body.access_token).payload.key_id).toBe(other.access_key_id);
  expect(again.body).toEqual(mine.body);
  expect(again.headers['idempotent-replayed']).toBe('true');
});
