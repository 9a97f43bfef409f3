import { expect } from 'vitest';
import { handler as listSessions } from '#functions/auth/sessions/list.ts';
import { handler as login } from '#functions/auth/sessions/login.ts';
import { handler as me } from '#functions/auth/sessions/me.ts';
import { call } from '#lib/testing/functions/call.ts';
import type { Attack } from '#test/hostile/tokens/ground.ts';

/** By which proxies and front listeners name the client and what it asked for. */
const words = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'x-svc-source-ip', 'x-amzn-source-ip', 'true-client-ip'];

export const attack: Attack = {
  tries: 'the word of a proxy, to come from elsewhere or to ask for something else',
  async by({ attacker }) {
    const says = Object.fromEntries(words.map((name) => [name, name === 'forwarded' ? 'for=10.0.0.1' : '10.0.0.1']));
    const asks = {
      'x-original-url': '/auth/login',
      'x-rewrite-url': '/auth/login',
      'x-http-method-override': 'DELETE',
    };
    const headers = { ...says, ...asks };
    const ip = '198.18.7.7';
    const { email, password } = attacker;
    const reply = await call(login, { body: { email, password }, headers, ip });
    const bearer = reply.body.access_token;
    expect(await call(me, { bearer, headers, ip })).toMatchObject({ status: 200, body: { email } });
    const { sessions } = (await call(listSessions, { bearer, headers, ip })).body;
    expect(sessions.find(({ current }: { current: boolean }) => current)).toMatchObject({ source_ip: ip });
  },
};
