import type { Attack } from '#test/hostile/tokens/ground.ts';
import { leakedKey, rs256 } from '#test/lib/drivers/tokens/forge.ts';

export const attack: Attack = {
  tries: 'a token with a claim twice, of which readers take different ones',
  async by({ attacker, victim, header, payload, refuses }) {
    const { key } = await leakedKey();
    const head = Buffer.from(JSON.stringify(header)).toString('base64url');
    const twice = JSON.stringify(payload)
      .replace('"account_id"', `"account_id":"${attacker.account_id}","account_id"`)
      .replace(/"account_id":"\d+"(?=.*"account_id")/, `"account_id":"${attacker.account_id}"`);
    const last = twice.replace(/}$/, `,"account_id":"${victim.account_id}","sub":"${victim.user.id}"}`);
    const input = `${head}.${Buffer.from(last).toString('base64url')}`;
    await refuses(`${input}.${rs256(key)(input).toString('base64url')}`);
  },
};
