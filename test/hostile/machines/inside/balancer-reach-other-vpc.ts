import { expect } from 'vitest';
import { balancerIn } from '#test/hostile/machines/balancer-spec.ts';
import type { Attack } from '#test/hostile/machines/ground.ts';

export const attack: Attack = {
  tries: "to reach another tenant's load balancer by its private address and by its names",
  needs: ['private_load_balancer'],
  async by({ attacker, stranger, driver }) {
    const [own, theirs] = [balancerIn(attacker, '10.20.9.66'), balancerIn(stranger, '10.20.9.77')];
    await Promise.all([driver.balance(own.spec), driver.balance(theirs.spec)]);
    const asked = (place: string, seconds = 2) =>
      attacker.out(`curl -sk -m ${seconds} -o /dev/null -w '%{http_code}' https://${place} || true`);
    for (const place of ['10.20.9.66:8443', `${own.name}.internal:8443`]) expect(await asked(place, 60)).toBe('503');
    for (const place of ['10.20.9.77:8443', `${theirs.name}.internal:8443`, `${theirs.host}:8443`])
      expect({ place, said: await asked(place) }).toEqual({ place, said: '000' });
    await Promise.all([driver.unbalance(own.spec.id), driver.unbalance(theirs.spec.id)]);
    expect(await asked('10.20.9.66:8443')).toBe('000');
  },
};
