import type { Attack } from '#test/hostile/tokens/ground.ts';

export const attack: Attack = {
  tries: 'a token of its own session for the account of another',
  async by({ victim, genuine, refuses }) {
    const claims = [
      { account_id: victim.account_id },
      { sub: victim.user.id },
      { account_id: victim.account_id, sub: victim.user.id },
      { account_id: victim.account_id, typ: 'member' },
      { account_id: [victim.account_id] },
      { account_id: Number(victim.account_id) },
      { account_id: `${victim.account_id}#` },
      { sub: [victim.user.id] },
      { account_id: '*' },
    ];
    // Not even the platform's own signature makes a session another's.
    for (const changed of claims) await refuses(await genuine({ ...changed, jti: JSON.stringify(changed) }));
  },
};
