import { join } from 'node:path';
import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';
import { filesOn } from '#test/lib/runtime/support/state-of.ts';

export const attack: Attack = {
  tries: 'to have a login read keys of the host or of another tenant by links in its home',
  needs: ['shared_kernel'],
  async by({ attacker, stranger, ssh, state }) {
    const thief = await ssh.makeKey(`home-${Date.now()}`);
    const theirs = join(filesOn(join(state, 'machines', stranger.id, 'disk')), 'root/.ssh/authorized_keys');
    await stranger.run(`mkdir -p ~/.ssh && echo '${thief.line}' > ~/.ssh/authorized_keys`);
    const login = { ...attacker.login, key: thief };
    for (const link of [
      'rm -rf ~/.ssh; mkdir ~/.ssh; ln -s KEYS ~/.ssh/authorized_keys',
      'rm -rf ~/.ssh; ln -s $(dirname KEYS) ~/.ssh',
    ]) {
      await attacker.run(link.replaceAll('KEYS', theirs));
      expect((await ssh.run(login, 'id')).stdout).toBe('');
    }
    await attacker.run('rm -rf ~/.ssh');
    expect((await ssh.run({ ...stranger.login, key: thief }, 'echo in')).stdout).toBe('in\n');
    await stranger.run('rm -rf ~/.ssh');
  },
};
