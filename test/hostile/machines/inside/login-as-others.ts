import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';

export const attack: Attack = {
  tries: 'to log in to a machine with the key of another, or as another user of the host',
  async by({ attacker, stranger, ssh }) {
    const key = await ssh.makeKey(`thief-${Date.now()}`);
    const codes = [];
    for (const user of ['root', 'nobody', 'daemon', '../root', '-oProxyCommand=x', 'root\n']) {
      codes.push((await ssh.run({ ...stranger.login, key, user }, 'id')).stdout);
    }
    expect(codes.join('')).toBe('');
    const trusted = await attacker.run(`mkdir -p ~/.ssh && echo '${key.line}' >> ~/.ssh/authorized_keys`);
    expect(trusted.code).toBe(0);
    expect((await ssh.run({ ...attacker.login, key }, 'hostname')).stdout).toBe(`${attacker.spec.name}\n`);
    expect((await ssh.run({ ...stranger.login, key }, 'hostname')).stdout).toBe('');
    await attacker.run('rm ~/.ssh/authorized_keys');
  },
};
