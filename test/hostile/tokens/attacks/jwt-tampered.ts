import type { Attack } from '#test/hostile/tokens/ground.ts';

export const attack: Attack = {
  tries: 'a genuine token, changed after it was signed',
  async by({ attacker, victim, header, payload, refuses }) {
    const [head = '', , signature = ''] = attacker.bearer.split('.');
    const encode = (value: unknown) =>
      Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
    const own = JSON.stringify(payload);
    const bodies = [
      { ...payload, account_id: victim.account_id },
      { ...payload, exp: 9e9 },
      `${own} `,
      own.replace('{', `{"account_id":"${victim.account_id}",`),
      own.replace(/}$/, `,"account_id":"${victim.account_id}"}`),
    ];
    for (const body of bodies) await refuses([head, encode(body), signature].join('.'));
    await refuses([encode({ ...header, alg: 'none' }), attacker.bearer.split('.')[1], signature].join('.'));
    await refuses([head, victim.bearer.split('.')[1], signature].join('.'));
    await refuses([head, attacker.bearer.split('.')[1], victim.bearer.split('.')[2]].join('.'));
  },
};
