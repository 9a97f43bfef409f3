import { createHmac } from 'node:crypto';
import { expect } from 'vitest';
import { handler as listSessions } from '#functions/auth/sessions/list.ts';
import { handler as me } from '#functions/auth/sessions/me.ts';
import type { Attack } from '#test/hostile/tokens/ground.ts';
import { newIp } from '#test/support/accounts.ts';
import { call } from '#test/support/call.ts';

export const attack: Attack = {
  tries: 'the word of the front listener, to come from elsewhere or to ask for something else',
  async by({ attacker, refused }) {
    const target = Buffer.from(JSON.stringify({ method: 'GET', target: '/auth/me', source_ip: '10.0.0.1' })).toString(
      'base64url',
    );
    process.env.SVC_TARGET_KEY = 'of this start';
    for (const signature of [
      '',
      'AAAA',
      createHmac('sha256', '').update(target).digest('base64url'),
      createHmac('sha256', 'undefined').update(target).digest('base64url'),
    ]) {
      const reply = await call(me, {
        bearer: attacker.bearer,
        headers: { 'x-svc-target': target, 'x-svc-target-signature': signature },
        ip: '198.18.7.7',
      });
      expect(reply.status).toBe(200);
    }
    delete process.env.SVC_TARGET_KEY;
    const forged = createHmac('sha256', '').update(target).digest('base64url');
    await refused(call(me, { headers: { 'x-svc-target': target, 'x-svc-target-signature': forged }, ip: newIp() }));
    const { sessions } = (await call(listSessions, { bearer: attacker.bearer })).body;
    expect(sessions.map(({ source_ip }: { source_ip: string }) => source_ip)).not.toContain('10.0.0.1');
  },
};
