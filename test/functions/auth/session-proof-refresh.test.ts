import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { handler as login } from '#functions/auth/sessions/login.ts';
import { handler as me } from '#functions/auth/sessions/me.ts';
import { handler as refresh } from '#functions/auth/sessions/refresh.ts';
import { newIp } from '#lib/testing/functions/accounts.ts';
import { call, type Reply, type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { advanceClock, resetClock } from '#lib/testing/functions/clock.ts';
import type { Call } from '#lib/testing/functions/event.ts';
import { newProof } from '#test/support/accounts/proof.ts';

const proof = newProof();
const other = newProof();
const { headers, session_proof } = proof;
const refused = [401, 'invalid_token'];
const verdict = (reply: Reply) => [reply.status, reply.headers['x-error-code']];

let user: SignedUp;
let bound: { access_token: string; refresh_token: string };
beforeEach(async () => {
  user = await signedUp();
  const { email, password } = user;
  bound = (await call(login, { body: { email, password, session_proof }, ip: newIp() })).body;
});
afterEach(resetClock);

const renew = (refresh_token: string, more: object = {}, given: Call = {}) =>
  call(refresh, { body: { refresh_token, ...more }, ip: newIp(), ...given });
const byCookies = (cookie: string, more: Record<string, string> = {}, body: object = {}) =>
  call(refresh, { headers: { cookie, ...more }, body, ip: newIp() });
const isLive = async (bearer: string) => (await call(me, { bearer, headers })).status === 200;

describe('a session with a proof', () => {
  test('rotates with its secret, and the token before gets the same pair for 10 s with it, and nothing without', async () => {
    const first = await renew(bound.refresh_token, {}, { headers });
    expect(first.status).toBe(200);
    advanceClock(9);
    expect(verdict(await renew(bound.refresh_token))).toEqual(refused);
    expect(verdict(await renew(bound.refresh_token, {}, { headers: other.headers }))).toEqual(refused);
    const again = await renew(bound.refresh_token, {}, { headers });
    expect(again.body).toEqual(first.body);
    expect(await isLive(first.body.access_token)).toBe(true);
  });

  test('is not ended by a used token without the secret, and is by one with it', async () => {
    const first = await renew(bound.refresh_token, {}, { headers });
    advanceClock(11);
    for (const given of [{}, { headers: other.headers }])
      expect(verdict(await renew(bound.refresh_token, {}, given))).toEqual(refused);
    expect(await isLive(first.body.access_token)).toBe(true);
    const stolen = await renew(bound.refresh_token, {}, { headers });
    expect(stolen.body.error).toBe('refresh token was used before; its session is revoked, log in again');
    expect(await isLive(first.body.access_token)).toBe(false);
  });

  test('keeps its proof', async () => {
    const change = await renew(bound.refresh_token, { session_proof: other.session_proof }, { headers });
    expect([change.status, change.body.error]).toEqual([
      400,
      'session_proof: is not that of the session, which keeps its own',
    ]);
    expect((await renew(bound.refresh_token, { session_proof }, { headers })).status).toBe(200);
  });

  test('of many refreshes with the secret at once all get one pair', async () => {
    const replies = await Promise.all(Array.from({ length: 8 }, () => renew(bound.refresh_token, {}, { headers })));
    expect(new Set(replies.map(({ status, body }) => `${status} ${body.refresh_token}`)).size).toBe(1);
    expect(replies[0]?.status).toBe(200);
  });
});

describe('a session that has none', () => {
  test('gets one by its refresh; from then on its older tokens want it, too', async () => {
    const next = await byCookies(`svc_refresh=${user.refresh_token}`, headers, { session_proof });
    expect(next.status).toBe(200);
    for (const bearer of [user.bearer, next.body.access_token]) {
      expect(verdict(await call(me, { bearer }))).toEqual(refused);
      expect((await call(me, { bearer, headers })).status).toBe(200);
    }
    expect(verdict(await renew(user.refresh_token))).toEqual(refused);
    const overlap = await renew(user.refresh_token, { session_proof }, { headers });
    expect(overlap.body).toEqual(next.body);
  });

  test('of two that give it one at once, one does', async () => {
    const replies = await Promise.all(
      [proof, other].map((one) =>
        renew(user.refresh_token, { session_proof: one.session_proof }, { headers: one.headers }),
      ),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 401]);
  });

  test('is no session of a page with a secret, which sends its own or none', async () => {
    const access = `svc_access=${user.bearer}`;
    expect(verdict(await call(me, { headers: { cookie: access, ...headers } }))).toEqual(refused);
    expect((await call(me, { headers: { cookie: access } })).status).toBe(200);
    const cookie = `svc_refresh=${user.refresh_token}`;
    expect(verdict(await byCookies(cookie, headers))).toEqual(refused);
    expect(verdict(await byCookies(cookie, headers, { session_proof: other.session_proof }))).toEqual(refused);
    expect((await byCookies(cookie)).status).toBe(200);
  });

  test('the pair that another page got without a proof is not for who asks for one', async () => {
    const next = await renew(user.refresh_token);
    expect(verdict(await renew(user.refresh_token, { session_proof }, { headers }))).toEqual(refused);
    expect(await isLive(next.body.access_token)).toBe(true);
  });
});

describe('of several cookies of one name', () => {
  const foreign = async () => signedUp();

  test('that of the session with the proof counts, wherever it stands', async () => {
    const theirs = await foreign();
    const [own, tossed] = [`svc_access=${bound.access_token}`, `svc_access=${theirs.bearer}`];
    for (const cookie of [`${own}; ${tossed}`, `${tossed}; ${own}`, `svc_access=x; ${tossed}; ${own}`]) {
      const reply = await call(me, { headers: { cookie, ...headers } });
      expect(reply.body.account_id).toBe(user.account_id);
      expect(verdict(await call(me, { headers: { cookie, ...other.headers } }))).toEqual(refused);
      const without = await call(me, { headers: { cookie } });
      expect([without.status, without.body.error]).toEqual([
        401,
        'svc_access: there are several cookies of this name; log in again',
      ]);
    }
    expect((await call(me, { headers: { cookie: `${own}; ${own}`, ...headers } })).status).toBe(200);
  });

  test('the same at a refresh; an older token of the session ends nothing there', async () => {
    const theirs = await foreign();
    const next = (await renew(bound.refresh_token, {}, { headers })).body;
    advanceClock(11);
    const tossed = [theirs.refresh_token, bound.refresh_token, 'x', `rt_ses-x.${'A'.repeat(43)}`];
    const cookie = [...tossed, next.refresh_token].map((token) => `svc_refresh=${token}`).join('; ');
    for (const given of [{}, other.headers]) expect(verdict(await byCookies(cookie, given))).toEqual(refused);
    const last = tossed.map((token) => `svc_refresh=${token}`).join('; ');
    expect(verdict(await byCookies(last, headers))).toEqual(refused);
    const reply = await byCookies(cookie, headers);
    expect([reply.status, reply.body.account_id]).toEqual([200, user.account_id]);
    expect((await renew(theirs.refresh_token)).status).toBe(200);
  });

  test('none counts where two sessions of one page stand there', async () => {
    const { email, password } = user;
    const second = (await call(login, { body: { email, password, session_proof }, ip: newIp() })).body;
    for (const [name, handler] of [
      ['access', me],
      ['refresh', refresh],
    ] as const) {
      const cookie = [bound, second].map((one) => `svc_${name}=${one[`${name}_token`]}`).join('; ');
      const reply = await call(handler, { headers: { cookie, ...headers }, ip: newIp() });
      expect([reply.status, reply.body.error]).toEqual([
        401,
        `svc_${name}: there are several cookies of this name; log in again`,
      ]);
    }
    expect((await renew(bound.refresh_token, {}, { headers })).status).toBe(200);
  });

  test('none counts where no session has a proof', async () => {
    const theirs = await foreign();
    const cookie = `svc_refresh=${user.refresh_token}; svc_refresh=${theirs.refresh_token}`;
    expect((await byCookies(cookie)).body.error).toBe(
      'svc_refresh: there are several cookies of this name; log in again',
    );
    expect(verdict(await byCookies(cookie, headers))).toEqual(refused);
    const names = 'svc_access=; __proto__=a; constructor=b; __proto__=c';
    expect(verdict(await call(me, { headers: { cookie: names } }))).toEqual([401, 'missing_credentials']);
  });
});

describe('a replay under an Idempotency-Key', () => {
  const keyed = { 'idempotency-key': 'monday' };

  test('of a refresh wants the secret of the first', async () => {
    const cookie = `svc_refresh=${bound.refresh_token}`;
    const first = await byCookies(cookie, { ...headers, ...keyed });
    advanceClock(60);
    const again = await byCookies(cookie, { ...headers, ...keyed });
    expect([again.headers['idempotent-replayed'], again.body]).toEqual(['true', first.body]);
    for (const given of [keyed, { ...other.headers, ...keyed }])
      expect(verdict(await byCookies(cookie, given))).toEqual(refused);
    expect(await isLive(first.body.access_token)).toBe(true);
  });

  test('of a login wants its body, and the tokens in it want the secret', async () => {
    const body = { email: user.email, password: user.password, session_proof };
    const first = await call(login, { body, headers: keyed, ip: newIp() });
    const again = await call(login, { body, headers: keyed, ip: newIp() });
    expect([again.headers['idempotent-replayed'], again.body]).toEqual(['true', first.body]);
    const stripped = await call(login, { body: { ...body, session_proof: undefined }, headers: keyed, ip: newIp() });
    expect(verdict(stripped)).toEqual([422, 'idempotency_key_reused']);
    expect(verdict(await call(me, { bearer: again.body.access_token }))).toEqual(refused);
  });

  test("by the cookies of one browser never answers with another's tokens", async () => {
    const theirs = await signedUp();
    const first = await byCookies(`svc_refresh=${user.refresh_token}`, { ...keyed, ...headers }, { session_proof });
    const second = await byCookies(`svc_refresh=${theirs.refresh_token}`, { ...keyed, ...headers }, { session_proof });
    expect([first.body.account_id, second.body.account_id]).toEqual([user.account_id, theirs.account_id]);
  });
});
