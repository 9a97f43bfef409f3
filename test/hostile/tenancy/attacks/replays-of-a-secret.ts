import { expect } from 'vitest';
import { handler as create } from '#functions/auth/access-keys/create.ts';
import { call } from '#lib/testing/functions/call.ts';
import { verified } from '#lib/testing/functions/verified.ts';
import type { Attack } from '#test/hostile/tenancy/ground.ts';
import { expectStatus, newIamCaller } from '#test/support/accounts/iam.ts';

export const attack: Attack = {
  tries: 'the secret of a key that somebody else of the same account has made, by their Idempotency-Key',
  async by({ attacker }) {
    const user = await newIamCaller(attacker);
    const reader = await newIamCaller(attacker, { policy_ids: ['ReadOnlyAccess'] });
    const headers = { 'idempotency-key': `key-${user.username}` };
    const params = { username: user.username };
    const made = await expectStatus(201, call(create, { bearer: attacker.bearer, params, headers }));
    const again = await expectStatus(201, call(create, { bearer: attacker.bearer, params, headers }));
    expect(again.secret_key).toBe(made.secret_key);
    const other = await verified();
    for (const bearer of [reader.bearer, other.bearer, user.bearer]) {
      const reply = await call(create, { bearer, params, headers });
      expect(reply.status).toBeOneOf([403, 404]);
      expect(JSON.stringify(reply.body)).not.toContain(made.secret_key);
    }
  },
};
