import { expect } from 'vitest';
import { handler as deleteKey } from '#functions/auth/access-keys/delete.ts';
import { handler as exchange } from '#functions/auth/credentials/exchange.ts';
import { handler as createUser } from '#functions/auth/iam-users/create.ts';
import { handler as deleteUser } from '#functions/auth/iam-users/delete.ts';
import { handler as me } from '#functions/auth/sessions/me.ts';
import { newIp } from '#lib/testing/functions/accounts.ts';
import { call } from '#lib/testing/functions/call.ts';
import type { Attack } from '#test/hostile/tokens/ground.ts';
import { expectStatus, newIamCaller } from '#test/support/accounts/iam.ts';

export const attack: Attack = {
  tries: 'the token of an IAM user who is gone, and of one with the same name after them',
  async by({ attacker, refused }) {
    const user = await newIamCaller(attacker, { policy_ids: ['AdministratorAccess'] });
    expect((await user.call(me)).status).toBe(200);
    const remove = await call(deleteKey, {
      bearer: attacker.bearer,
      params: { username: user.username, id: user.access_key_id },
    });
    expect(remove.status).toBe(200);
    await refused(user.call(me));
    expect((await call(deleteUser, { bearer: attacker.bearer, params: { username: user.username } })).status).toBe(200);
    await expectStatus(201, call(createUser, { bearer: attacker.bearer, body: { username: user.username } }));
    await refused(user.call(me));
    await refused(
      call(exchange, { body: { access_key_id: user.access_key_id, secret_key: user.secret_key }, ip: newIp() }),
      'invalid_credentials',
    );
  },
};
