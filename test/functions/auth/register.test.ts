import { expect, test } from 'vitest';
import { handler as login } from '#functions/auth/sessions/login.ts';
import { handler as me } from '#functions/auth/sessions/me.ts';
import { call, signedUp } from '#test/support/call.ts';

test('a sign-up can be used at once', async () => {
  const { bearer, email, password, account_id } = await signedUp();
  const who = await call(me, { bearer });
  expect(who.body).toMatchObject({ type: 'root', email, account_id });
  const again = await call(login, { body: { email, password } });
  expect(again.status).toBe(200);
  expect(again.body.account_id).toBe(account_id);
});
