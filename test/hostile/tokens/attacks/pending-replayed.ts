import { expect } from 'vitest';
import { handler as login } from '#functions/auth/sessions/login.ts';
import { handler as verify } from '#functions/auth/two-factor/verify.ts';
import { newIp } from '#lib/testing/functions/accounts.ts';
import { call, signedUp } from '#lib/testing/functions/call.ts';
import { enrolled } from '#test/functions/auth/mfa/devices.ts';
import type { Attack } from '#test/hostile/tokens/ground.ts';
import { codeFor, wrongCode } from '#test/support/accounts/totp.ts';

export const attack: Attack = {
  tries: 'a pending login that was used, or guessed at too often',
  async by() {
    const person = await signedUp();
    const device = await enrolled(person.bearer);
    const begin = async () =>
      (await call(login, { body: { email: person.email, password: person.password }, ip: newIp() })).body
        .pending_token as string;
    const finish = (pending_token: string, code: string) =>
      call(verify, { body: { pending_token, code }, ip: newIp() });
    const used = await begin();
    expect((await finish(used, await codeFor(device.secret, 1))).status).toBe(200);
    expect((await finish(used, await codeFor(device.secret, 1))).status).toBe(410);
    // The same code does not count twice, for another login either.
    expect((await finish(await begin(), await codeFor(device.secret, 1))).status).toBe(401);
    const guessed = await begin();
    const answers = [];
    for (let round = 0; round < 6; round += 1)
      answers.push((await finish(guessed, await wrongCode(device.secret))).status);
    expect(answers.slice(0, 4)).toEqual([401, 401, 401, 401]);
    expect((await finish(guessed, await codeFor(device.secret))).status).toBeOneOf([410, 429]);
  },
};
