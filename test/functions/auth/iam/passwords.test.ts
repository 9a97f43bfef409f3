import { beforeEach, describe, expect, test } from 'vitest';
import { handler as login } from '#functions/auth/iam-login/login.ts';
import { handler as create } from '#functions/auth/iam-users/create.ts';
import { handler as show } from '#functions/auth/iam-users/show.ts';
import { handler as change } from '#functions/auth/iam-users/update-password.ts';
import { handler as showRules } from '#functions/auth/password-policy/show.ts';
import { handler as putRules } from '#functions/auth/password-policy/update.ts';
import { handler as me } from '#functions/auth/sessions/me.ts';
import { goodPassword, newIp } from '#lib/testing/functions/accounts.ts';
import { call, type SignedUp } from '#lib/testing/functions/call.ts';
import { allItems, auditOf } from '#lib/testing/functions/items.ts';
import { verified } from '#lib/testing/functions/verified.ts';
import { type Caller, callerOf, expectStatus, refusal } from '#test/support/accounts/iam.ts';

const params = { username: 'alice' };
const better = 'amber-lantern-47-orchard';
const best = 'silent-copper-83-meadow';

let owner: SignedUp;
let root: Caller;
beforeEach(async () => {
  owner = await verified();
  root = callerOf(owner);
  const body = { ...params, password: goodPassword, password_reset_required: false };
  await expectStatus(201, root(create, { body }));
});

const logIn = (password: string) =>
  call(login, { body: { account_id: owner.account_id, username: 'alice', password }, ip: newIp() });

async function session(password = goodPassword): Promise<Caller> {
  const { access_token } = await expectStatus(200, logIn(password));
  return callerOf({ bearer: access_token });
}

describe('an administrator', () => {
  test('sets a password, which must be changed at the next login; sessions end', async () => {
    const alice = await session();
    const state = await expectStatus(200, root(change, { params, body: { password: better } }));
    expect(state).toEqual({ username: 'alice', console_access: true, password_reset_required: true });
    expect((await alice(me)).status).toBe(401);
    expect((await logIn(goodPassword)).status).toBe(401);
    expect((await logIn(better)).body).toMatchObject({ password_reset_required: true });
  });

  test('has one generated, which the reply alone has, also under its Idempotency-Key', async () => {
    const request = {
      params,
      body: { generate: true, password_reset_required: false },
      headers: { 'idempotency-key': 'k' },
    };
    const first = await expectStatus(200, root(change, request));
    expect(first).toMatchObject({ console_access: true, password_reset_required: false });
    expect(first.password).toMatch(/^.{20,}$/);
    await session(first.password);
    expect((await root(change, request)).body).toEqual(first);
    const stored = JSON.stringify([await allItems(), await auditOf(owner.account_id)]);
    expect(stored).not.toContain(first.password);
  });

  test('generates what the account’s rules ask for', async () => {
    const kinds = { require_uppercase: true, require_lowercase: true, require_number: true, require_symbol: true };
    await expectStatus(200, root(putRules, { body: { ...kinds, min_length: 64 } }));
    const { password } = await expectStatus(200, root(change, { params, body: { generate: true } }));
    expect(password).toHaveLength(64);
    await expectStatus(200, root(change, { params, body: { password: `${password}x` } }));
  });

  test('closes the console, and opens it again', async () => {
    const alice = await session();
    const state = await expectStatus(200, root(change, { params, body: { disabled: true } }));
    expect(state).toEqual({ username: 'alice', console_access: false, password_reset_required: false });
    expect((await alice(me)).status).toBe(401);
    expect((await logIn(goodPassword)).status).toBe(401);
    expect((await root(show, { params })).body).toMatchObject({ console_access: false });
    await expectStatus(200, root(change, { params, body: { password: better, password_reset_required: false } }));
    await session(better);
  });

  test.each([
    [{}, 'body: needs exactly one of password, generate, disabled'],
    [{ password: better, generate: true }, 'body: needs exactly one of password, generate, disabled'],
    [{ disabled: true, generate: true }, 'body: needs exactly one of password, generate, disabled'],
    [{ generate: true, current_password: goodPassword }, 'current_password: is allowed only with password'],
    [
      { password: better, current_password: goodPassword },
      "current_password: is only for a change of the caller's own password",
    ],
  ])('is refused %j', async (body, error) => {
    expect(refusal(await root(change, { params, body }))).toEqual([400, 'validation_failed', error]);
  });

  test('of nobody is told so', async () => {
    const reply = await root(change, { params: { username: 'bob' }, body: { password: better } });
    expect(refusal(reply)).toEqual([404, 'not_found', 'user bob not found']);
  });
});

describe('the account’s rules', () => {
  test('are the defaults until they are set; a field that is left out takes its default again', async () => {
    const defaults = {
      min_length: 12,
      require_uppercase: false,
      require_lowercase: false,
      require_number: false,
      require_symbol: false,
      max_age_days: 0,
      reuse_prevention: 0,
      allow_self_change: true,
    };
    expect(await expectStatus(200, root(showRules))).toEqual(defaults);
    await expectStatus(200, root(putRules, { body: { min_length: 14, max_age_days: 90 } }));
    expect(await expectStatus(200, root(putRules, { body: { min_length: 16 } }))).toEqual({
      ...defaults,
      min_length: 16,
    });
    expect(await expectStatus(200, root(showRules))).toEqual({ ...defaults, min_length: 16 });
  });

  test.each([
    [{ min_length: 7 }, 'min_length: 7 must be at least 8'],
    [{ min_length: 129 }, 'min_length: 129 must be at most 128'],
    [{ max_age_days: 1096 }, 'max_age_days: 1096 must be at most 1095'],
    [{ reuse_prevention: 25 }, 'reuse_prevention: 25 must be at most 24'],
  ])('%j is refused', async (body, error) => {
    expect(refusal(await root(putRules, { body }))).toEqual([400, 'validation_failed', error]);
  });

  test('are told all at once', async () => {
    const kinds = { require_uppercase: true, require_lowercase: true, require_number: true, require_symbol: true };
    await expectStatus(200, root(putRules, { body: { ...kinds, min_length: 30 } }));
    expect(refusal(await root(change, { params, body: { password: 'κήπος στο λιμάνι'.toUpperCase() } }))).toEqual([
      400,
      'validation_failed',
      'password: must have at least 30 characters; password: must have a lower-case letter; password: must have a digit; password: must have a symbol',
    ]);
  });

  test('forbid the latest passwords, the present one included', async () => {
    await expectStatus(200, root(putRules, { body: { reuse_prevention: 2 } }));
    const set = (password: string) => root(change, { params, body: { password } });
    await expectStatus(200, set(better));
    for (const used of [better, goodPassword]) {
      expect(refusal(await set(used))).toEqual([
        400,
        'validation_failed',
        'password: must not be one of the last 2 passwords',
      ]);
    }
    await expectStatus(200, root(change, { params, body: { disabled: true } }));
    expect((await set(better)).status).toBe(400);
    await expectStatus(200, set(best));
    await expectStatus(200, set(goodPassword));
  });
});

describe('a user without any policy', () => {
  const own = { password: better, current_password: goodPassword };

  test('changes their own, knowing it; this session stays, others end', async () => {
    const [alice, elsewhere] = [await session(), await session()];
    const state = await expectStatus(200, alice(change, { params, body: own }));
    expect(state).toEqual({ username: 'alice', console_access: true, password_reset_required: false });
    expect((await alice(me)).status).toBe(200);
    expect((await elsewhere(me)).status).toBe(401);
    await session(better);
  });

  test('changes it neither without knowing it, nor anybody else’s', async () => {
    const alice = await session();
    await expectStatus(201, root(create, { body: { username: 'bob', password: goodPassword } }));
    const refused = (username: string) => [
      403,
      'access_denied',
      `user alice is not authorised to perform iam:UpdateUserPassword on srn:iam::${owner.account_id}:user/${username}`,
    ];
    expect(refusal(await alice(change, { params, body: { password: better } }))).toEqual(refused('alice'));
    expect(refusal(await alice(change, { params: { username: 'bob' }, body: own }))).toEqual(refused('bob'));
  });

  test('is shut out of guessing after five wrong ones', async () => {
    const alice = await session();
    const guess = () => alice(change, { params, body: { password: better, current_password: 'wrong' } });
    for (let i = 0; i < 5; i++) {
      expect(refusal(await guess())).toEqual([401, 'invalid_credentials', 'current_password: is wrong']);
    }
    const sixth = await alice(change, { params, body: own });
    expect(sixth.headers).toMatchObject({ 'x-error-code': 'too_many_attempts', 'retry-after': expect.any(String) });
  });

  test('does not where the account forbids it', async () => {
    await expectStatus(200, root(putRules, { body: { allow_self_change: false } }));
    expect(refusal(await (await session())(change, { params, body: own }))).toEqual([
      403,
      'access_denied',
      "the account's password policy does not allow users to change their own password",
    ]);
  });
});
