import { expect } from 'vitest';
import { handler as remove } from '#functions/auth/access-keys/delete.ts';
import { handler as update } from '#functions/auth/access-keys/update.ts';
import { handler as deleteUser } from '#functions/auth/iam-users/delete.ts';
import { handler as list } from '#functions/compute/ssh-keys/list.ts';
import { call } from '#lib/testing/functions/call.ts';
import { signed } from '#lib/testing/functions/sign.ts';
import type { Attack } from '#test/hostile/tokens/ground.ts';
import { expectStatus, newIamCaller } from '#test/support/accounts/iam.ts';

export const attack: Attack = {
  tries: 'a signature of a key that is switched off, deleted, or of a user who is gone',
  async by({ attacker, refused }) {
    const user = await newIamCaller(attacker, { policy_ids: ['AdministratorAccess'] });
    const params = { username: user.username, id: user.access_key_id };
    const ask = () => call(list, signed(list, user));
    expect((await ask()).status).toBe(200);
    await expectStatus(200, call(update, { bearer: attacker.bearer, params, body: { status: 'inactive' } }));
    await refused(ask(), 'key_inactive', 'invalid_signature');
    await expectStatus(200, call(remove, { bearer: attacker.bearer, params }));
    await refused(ask());
    await expectStatus(200, call(deleteUser, { bearer: attacker.bearer, params: { username: user.username } }));
    await refused(ask());
  },
};
