import { beforeAll, describe, expect, test } from 'vitest';
import { handler as iamLogin } from '#functions/auth/iam-login/login.ts';
import { handler as setPassword } from '#functions/auth/iam-login/set-password.ts';
import { handler as verifyIam } from '#functions/auth/iam-login/verify.ts';
import { handler as login } from '#functions/auth/sessions/login.ts';
import { handler as logout } from '#functions/auth/sessions/logout.ts';
import { handler as me } from '#functions/auth/sessions/me.ts';
import { handler as refresh } from '#functions/auth/sessions/refresh.ts';
import { handler as register } from '#functions/auth/sessions/register.ts';
import { handler as switchAccount } from '#functions/auth/sessions/switch-account.ts';
import { handler as inviteInfo } from '#functions/auth/team/info.ts';
import { handler as verify } from '#functions/auth/two-factor/verify.ts';
import type { Handler } from '#lib/edge/route.ts';
import { goodPassword, newEmail, newIp } from '#lib/testing/functions/accounts.ts';
import { call, type Reply, type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import type { Call } from '#lib/testing/functions/event.ts';
import { allItems, auditOf } from '#lib/testing/functions/items.ts';
import { peek } from '#test/lib/drivers/tokens/forge.ts';
import { newProof } from '#test/support/accounts/proof.ts';
import { codeFor } from '#test/support/accounts/totp.ts';
import { atConsole } from './iam-login/console.ts';
import { enrolled } from './mfa/devices.ts';

/* A session with a proof is of use only to whoever has its secret (contract 4.6). */

const proof = newProof();
const other = newProof();
const unproven = [401, 'invalid_token', 'X-Svc-Session-Proof: is not the secret of this session; log in again'];
const verdict = ({ status, headers, body }: Reply) => [status, headers['x-error-code'], body.error];

let user: SignedUp;
beforeAll(async () => {
  user = await signedUp();
});

/** Begins a login of an IAM user that must choose a new password, and answers its token. */
async function toRenew(): Promise<string> {
  const at = await atConsole(user.account_id);
  await at.change({ password_reset_required: true });
  return (await at.logIn()).body.pending_token;
}

/** Begins a login that wants a code, and answers its token with the code. */
async function toVerify() {
  const one = await signedUp();
  const { secret } = await enrolled(one.bearer);
  const { body } = await call(login, { body: { email: one.email, password: one.password }, ip: newIp() });
  return { pending_token: body.pending_token, code: await codeFor(secret) };
}

async function toVerifyIam() {
  const at = await atConsole(user.account_id);
  const { secret } = await enrolled((await at.logIn()).body.access_token);
  return { pending_token: (await at.logIn()).body.pending_token, code: await codeFor(secret, 1) };
}

const byIam = async () => {
  const { user: one } = await atConsole(user.account_id);
  return { account_id: user.account_id, username: one.username, password: goodPassword };
};

/** Every route that answers a refresh token, with a request that it answers so. */
const entrances: readonly (readonly [string, Handler, () => Promise<Call>])[] = [
  ['register', register, async () => ({ body: { email: newEmail(), password: goodPassword } })],
  ['login', login, async () => ({ body: { email: user.email, password: user.password } })],
  ['verifyTwoFactor', verify, async () => ({ body: await toVerify() })],
  ['iamLogin', iamLogin, async () => ({ body: await byIam() })],
  ['verifyIamLogin', verifyIam, async () => ({ body: await toVerifyIam() })],
  [
    'setIamLoginPassword',
    setPassword,
    async () => ({ body: { pending_token: await toRenew(), new_password: 'copper-lantern-47-orchard' } }),
  ],
  ['switchAccount', switchAccount, async () => ({ bearer: user.bearer, body: { account_id: user.account_id } })],
  ['refresh', refresh, async () => ({ body: { refresh_token: (await signedUp()).refresh_token } })],
];

describe.each(entrances)('%s', (_, handler, request) => {
  const enter = async (more: object) => {
    const { body, ...rest } = await request();
    return call(handler, { ...rest, ip: newIp(), body: { ...(body as object), ...more } });
  };

  test('gives the session its proof, without whose secret none of its tokens is of use', async () => {
    const { status, body, cookies } = await enter({ session_proof: proof.session_proof });
    expect([status, body.error]).toEqual([expect.toBeOneOf([200, 201]), undefined]);
    const { access_token: bearer, refresh_token } = body;
    expect(peek(bearer).payload).toMatchObject({ session_proof: proof.session_proof });
    for (const headers of [
      {},
      other.headers,
      { 'x-svc-session-proof': '' },
      { 'x-svc-session-proof': proof.session_proof },
    ]) {
      expect(verdict(await call(me, { bearer, headers }))).toEqual(unproven);
      expect(verdict(await call(me, { cookies: { svc_access: cookies.svc_access ?? '' }, headers }))).toEqual(unproven);
      expect(verdict(await call(refresh, { body: { refresh_token }, headers, ip: newIp() }))).toEqual(unproven);
      const svc_refresh = cookies.svc_refresh ?? '';
      expect(verdict(await call(refresh, { cookies: { svc_refresh }, headers, ip: newIp() }))).toEqual(unproven);
    }
    const { headers } = proof;
    expect((await call(me, { bearer, headers })).status).toBe(200);
    expect((await call(me, { cookies: { svc_access: bearer }, headers })).status).toBe(200);
    const next = await call(refresh, { cookies: { svc_refresh: refresh_token }, headers, ip: newIp() });
    expect(next.status).toBe(200);
    expect(verdict(await call(me, { bearer: next.body.access_token }))).toEqual(unproven);
    expect((await call(logout, { bearer: next.body.access_token, headers })).status).toBe(200);
  });

  test('without one it is a session like before', async () => {
    const { body } = await enter({});
    expect(peek(body.access_token).payload).not.toHaveProperty('session_proof');
    expect((await call(me, { bearer: body.access_token })).status).toBe(200);
    expect((await call(me, { bearer: body.access_token, headers: proof.headers })).status).toBe(200);
    expect((await call(me, { cookies: { svc_access: body.access_token } })).status).toBe(200);
    expect((await call(refresh, { body: { refresh_token: body.refresh_token }, ip: newIp() })).status).toBe(200);
  });
});

test.each([
  '',
  null,
  17,
  proof.session_proof.slice(1),
  `${proof.session_proof}A`,
  `${proof.session_proof}=`,
  `${proof.session_proof.slice(0, -1)}B`,
  `+${proof.session_proof.slice(1)}`,
  ` ${proof.session_proof.slice(1)}`,
  `${proof.session_proof}\n`,
  Buffer.from(proof.session_proof, 'base64url').toString('hex'),
])('%j is no proof', async (session_proof) => {
  for (const [, handler, request] of entrances.filter(([name]) => !/Iam|TwoFactor/.test(name))) {
    const { body, ...rest } = await request();
    const reply = await call(handler, { ...rest, ip: newIp(), body: { ...(body as object), session_proof } });
    const rule =
      typeof session_proof === 'string'
        ? 'must be a SHA-256 in base64url (43 characters, without padding)'
        : 'must be a string';
    expect(verdict(reply)).toEqual([400, 'validation_failed', `session_proof: ${rule}`]);
    expect(reply.setCookies).toEqual([]);
  }
});

test('a first step that answers a pending token gives no proof: the step that answers tokens does', async () => {
  const one = await signedUp();
  const { secret } = await enrolled(one.bearer);
  const body = { email: one.email, password: one.password, session_proof: proof.session_proof };
  const { pending_token } = (await call(login, { body, ip: newIp() })).body;
  const { access_token } = (await call(verify, { body: { pending_token, code: await codeFor(secret) }, ip: newIp() }))
    .body;
  expect((await call(me, { bearer: access_token })).status).toBe(200);
});

test('a public route ignores a session without its secret', async () => {
  const { body } = await call(register, {
    body: { email: newEmail(), password: goodPassword, session_proof: proof.session_proof },
    ip: newIp(),
  });
  const query = { token: 'inv_x' };
  const asked = [{}, { cookies: { svc_access: body.access_token } }, { bearer: body.access_token }];
  const replies = await Promise.all(asked.map((more) => call(inviteInfo, { query, ip: newIp(), ...more })));
  expect(new Set(replies.map((reply) => JSON.stringify(verdict(reply)))).size).toBe(1);
});

test('neither the table nor the audit log has a secret, and what is refused for want of it is in no log', async () => {
  const one = newProof();
  const { body } = await call(register, {
    body: { email: newEmail(), password: goodPassword, session_proof: one.session_proof },
    headers: { ...one.headers, 'idempotency-key': one.secret.slice(0, 20) },
    ip: newIp(),
  });
  const { access_token: bearer, refresh_token, account_id } = body;
  await call(refresh, { body: { refresh_token }, headers: one.headers, ip: newIp() });
  await call(refresh, { body: { refresh_token }, ip: newIp() });
  await call(logout, { bearer, headers: other.headers });
  expect(JSON.stringify(await allItems())).not.toContain(one.secret);
  const log = await auditOf(account_id);
  expect(log.map(({ action, status }) => [action, status])).toEqual([
    ['register', 201],
    ['refresh', 200],
  ]);
});
