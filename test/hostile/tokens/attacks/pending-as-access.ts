import { expect } from 'vitest';
import { handler as setPassword } from '#functions/auth/iam-login/set-password.ts';
import { handler as verifyIam } from '#functions/auth/iam-login/verify.ts';
import { handler as login } from '#functions/auth/sessions/login.ts';
import { handler as refresh } from '#functions/auth/sessions/refresh.ts';
import { goodPassword, newIp } from '#lib/testing/functions/accounts.ts';
import { call, signedUp } from '#lib/testing/functions/call.ts';
import { enrolled } from '#test/functions/auth/mfa/devices.ts';
import type { Attack } from '#test/hostile/tokens/ground.ts';

export const attack: Attack = {
  tries: 'a pending login as an access token, a refresh token, or for another way in',
  async by({ refuses, refused }) {
    const person = await signedUp();
    await enrolled(person.bearer);
    const { pending_token } = (
      await call(login, { body: { email: person.email, password: person.password }, ip: newIp() })
    ).body;
    expect(pending_token).toMatch(/^pt_/);
    await refuses(pending_token);
    await refused(call(refresh, { body: { refresh_token: pending_token }, ip: newIp() }));
    for (const [handler, body] of [
      [verifyIam, { pending_token, code: '000000' }],
      [setPassword, { pending_token, new_password: goodPassword }],
    ] as const) {
      expect((await call(handler, { body, ip: newIp() })).status).toBeOneOf([401, 410]);
    }
  },
};
