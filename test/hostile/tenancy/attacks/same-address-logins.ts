import { expect } from 'vitest';
import { handler as forgotPassword } from '#functions/auth/sessions/forgot-password.ts';
import { handler as listSessions } from '#functions/auth/sessions/list.ts';
import { handler as login } from '#functions/auth/sessions/login.ts';
import { call } from '#lib/testing/functions/call.ts';
import { verified } from '#lib/testing/functions/verified.ts';
import type { Attack } from '#test/hostile/tenancy/ground.ts';
import { someMachine } from '#test/support/compute/inside.ts';

const ip = '10.20.0.2';

export const attack: Attack = {
  tries: 'to have the victim’s machine refused its logins by failures at the same private address',
  async by({ attacker }) {
    const victim = await verified();
    const { email, password } = victim;
    const mine = someMachine({ account_id: attacker.account_id });
    const theirs = someMachine({ account_id: victim.account_id });
    const from = { ip, inside: mine } as const;
    for (let failures = 0; failures < 5; failures++) {
      expect((await call(login, { body: { email, password: 'a wrong one' }, ...from })).status).toBe(401);
      expect((await call(forgotPassword, { body: { email }, ...from })).status).toBe(200);
    }
    for (const [handler, body] of [
      [login, { email, password }],
      [forgotPassword, { email }],
    ] as const) {
      const refused = await call(handler, { body, ...from });
      expect(refused).toMatchObject({ status: 429, headers: { 'x-error-code': 'too_many_attempts' } });
    }
    const there = { ip, inside: theirs };
    expect((await call(forgotPassword, { body: { email }, ...there })).status).toBe(200);
    const loggedIn = await call(login, { body: { email, password }, ...there });
    expect(loggedIn.status).toBe(200);
    const { sessions } = (await call(listSessions, { bearer: loggedIn.body.access_token })).body;
    expect(sessions[0]).toMatchObject({ current: true, source_ip: ip, source_instance: theirs.instance_id });
  },
};
