import { expect } from 'vitest';
import type { Attack } from '#test/hostile/proxy/ground.ts';
import { ELSEWHERE, PUBLIC } from '#test/hostile/proxy/ground.ts';
import { rule } from '#test/lib/runtime/support/machine-spec.ts';

export const attack: Attack = {
  tries: 'to pass outbound rules by a name for a closed address',
  async by({ site, names, restrict, tunnel, get, heard }) {
    const machine = '127.0.9.1';
    names.set('elsewhere.test', [[ELSEWHERE]]);
    names.set('either.test', [[ELSEWHERE, PUBLIC]]);
    restrict(machine, [rule('tcp', site, site, `${PUBLIC}/32`)]);
    expect(await tunnel(`public.test:${site}`, machine)).toBe(200);
    for (const name of ['elsewhere.test', 'ELSEWHERE.test', ELSEWHERE])
      expect(await tunnel(`${name}:${site}`, machine)).toBeOneOf([403, 502]);
    heard();
    // Of a name with several, only the open one is dialled.
    expect(await get(`http://either.test:${site}/`, machine)).toBe(200);
    names.set('moves.test', [[PUBLIC], [ELSEWHERE]]);
    expect([await tunnel(`moves.test:${site}`, machine), await tunnel(`moves.test:${site}`, machine)]).toEqual([
      200, 403,
    ]);
  },
};
