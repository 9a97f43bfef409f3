import { expect } from 'vitest';
import { handler as login } from '#functions/auth/sessions/login.ts';
import { handler as me } from '#functions/auth/sessions/me.ts';
import { newIp } from '#lib/testing/functions/accounts.ts';
import { call, signedUp } from '#lib/testing/functions/call.ts';
import { auditOf } from '#lib/testing/functions/items.ts';
import type { Attack } from '#test/hostile/tokens/ground.ts';
import { newProof } from '#test/support/accounts/proof.ts';

export const attack: Attack = {
  tries: "to use up the rate window of a cookie's owner, or to fill their audit log, without the session's proof",
  async by({ refused }) {
    const owner = await signedUp();
    const { session_proof, headers } = newProof();
    const { email, password } = owner;
    const { access_token } = (await call(login, { body: { email, password, session_proof }, ip: newIp() })).body;
    const before = await auditOf(owner.account_id);
    const cookies = { svc_access: access_token };
    const asked = Array.from({ length: 40 }, () => refused(call(me, { cookies, once: true, ip: newIp() })));
    await Promise.all(asked);
    const own = await call(me, { cookies, headers, once: true });
    expect([own.status, /r=(\d+)/.exec(own.headers.ratelimit ?? '')?.[1]]).toEqual([200, '29']);
    expect(await auditOf(owner.account_id)).toEqual(before);
  },
};
