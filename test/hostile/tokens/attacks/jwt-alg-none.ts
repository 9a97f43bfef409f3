import type { Attack } from '#test/hostile/tokens/ground.ts';
import { forge } from '#test/lib/drivers/tokens/forge.ts';

export const attack: Attack = {
  tries: 'a token with no signature, its algorithm "none" in any spelling',
  async by({ header, payload, attacker, victim, refuses }) {
    const others = { ...payload, account_id: victim.account_id, sub: victim.user.id };
    for (const alg of ['none', 'None', 'NONE', 'nOnE', '', 'null', null, false, 0]) {
      const token = forge({ ...header, alg }, others, () => Buffer.alloc(0));
      await refuses(token);
      await refuses(token.slice(0, -1));
      await refuses(`${token}${attacker.bearer.split('.')[2]}`);
    }
  },
};
