import type { Attack } from '#test/hostile/tenancy/ground.ts';

export const attack: Attack = {
  tries: 'every change under the victim’s ids, under one Idempotency-Key twice',
  async by({ everywhere }) {
    for (let round = 0; round < 2; round += 1) {
      await everywhere(({ route, params }) =>
        route.method === 'GET'
          ? null
          : { headers: { 'idempotency-key': `${route.key}-${Object.values(params).join('-')}`.slice(0, 200) } },
      );
    }
  },
};
