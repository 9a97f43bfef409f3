import { expect } from 'vitest';
import { type Attack, fields } from '#test/hostile/proxy/balancer-ground.ts';

export const attack: Attack = {
  tries: 'to say in the balancer’s name who asks',
  async by({ ask, heard }) {
    const names = ['for', 'proto', 'port', 'host', 'server'].flatMap((what) => [
      `x-forwarded-${what}`,
      `x_forwarded_${what}`,
      `x-forwarded_${what}`,
      `x.forwarded.${what}`,
      `X-Forwarded-${what}`,
    ]);
    names.push('forwarded', 'x-real-ip', 'x_real_ip', 'proxy');
    await ask(fields());
    const [honest] = heard();
    expect(honest).toContain('\r\nX-Forwarded-For: 127.0.0.1\r\n');
    for (const name of names) {
      const answer = await ask(fields({ [name]: '9.9.9.9' }));
      expect([name, answer, heard()]).toEqual([name, expect.anything(), answer === 'refused' ? [] : [honest]]);
    }
    const parts = fields({ 'x-forwarded-for': '9.9.9.9' });
    expect(await ask([...parts, ['x-forwarded-for', '8.8.8.8'], ['x_forwarded_for', '7.7.7.7']])).toBe('200');
    expect(heard()).toEqual([honest]);
  },
};
