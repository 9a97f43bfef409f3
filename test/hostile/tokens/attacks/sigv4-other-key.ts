import { handler as list } from '#functions/compute/ssh-keys/list.ts';
import { call } from '#lib/testing/functions/call.ts';
import { signed } from '#lib/testing/functions/sign.ts';
import type { Attack } from '#test/hostile/tokens/ground.ts';

export const attack: Attack = {
  tries: 'a signature under the key of another, or under none',
  async by({ attacker, victim, keyOf, refused }) {
    const [own, theirs] = [await keyOf(attacker), await keyOf(victim)];
    const keys = [
      { ...own, access_key_id: theirs.access_key_id },
      { ...theirs, secret_key: own.secret_key },
      { ...theirs, secret_key: '' },
      { ...theirs, secret_key: theirs.access_key_id },
      { access_key_id: 'SVCNOBODYSKEY2345672', secret_key: '' },
      { access_key_id: attacker.account_id, secret_key: attacker.password },
      { access_key_id: '../x', secret_key: '' },
      { access_key_id: '', secret_key: '' },
      { access_key_id: theirs.access_key_id.toLowerCase(), secret_key: theirs.secret_key },
    ];
    for (const key of keys)
      for (const form of ['header', 'query'] as const) await refused(call(list, signed(list, key, { form })));
  },
};
