import { expect } from 'vitest';
import { handler as me } from '#functions/auth/sessions/me.ts';
import { handler as list } from '#functions/compute/ssh-keys/list.ts';
import { call } from '#lib/testing/functions/call.ts';
import { signed } from '#lib/testing/functions/sign.ts';
import type { Attack } from '#test/hostile/tokens/ground.ts';

export const attack: Attack = {
  tries: 'a signature beside other credentials, where each reader takes another',
  async by({ attacker, victim, keyOf, refused }) {
    const [own, theirs] = [await keyOf(attacker), await keyOf(victim)];
    const query = signed(list, theirs, { form: 'query' });
    // The Authorization header excludes the query's signature, whichever user signed it.
    const both = await call(me, { ...signed(me, own), cookies: { svc_access: victim.bearer } });
    expect(both.body.account_id).toBe(attacker.account_id);
    const bearer = await call(me, {
      bearer: attacker.bearer,
      rawQuery: signed(me, theirs, { form: 'query' }).rawQuery,
    });
    if (bearer.status === 200) expect(bearer.body.account_id).toBe(attacker.account_id);
    await refused(call(list, { ...query, headers: { ...query.headers, authorization: 'AWS4-HMAC-SHA256 x' } }));
    await refused(call(list, { ...query, headers: { ...query.headers, authorization: 'Bearer x' } }));
  },
};
