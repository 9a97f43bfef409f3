import { join } from 'node:path';
import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';
import { filesOn } from '#test/lib/runtime/support/state-of.ts';

export const attack: Attack = {
  tries: 'to exchange its folder of keys for a link while a login reads it',
  needs: ['shared_kernel', 'perl'],
  async by({ boot, driver, ssh, state, stranger }) {
    const machine = await boot();
    const thief = await ssh.makeKey(`race-${machine.id}`);
    const theirs = join(filesOn(join(state, 'machines', stranger.id, 'disk')), 'root/.ssh');
    await stranger.run(`mkdir -p ~/.ssh && echo '${thief.line}' > ~/.ssh/authorized_keys`);
    const swap = `mkdir q(/root/a); symlink q(${theirs}), q(/root/b); for (;;) { rename q(/root/a), q(/root/.ssh); rename q(/root/.ssh), q(/root/a); rename q(/root/b), q(/root/.ssh); rename q(/root/.ssh), q(/root/b) }`;
    await machine.run(`rm -rf ~/.ssh; nohup perl -e '${swap}' >/dev/null 2>&1 &`);
    for (let round = 0; round < 12; round += 1)
      expect((await ssh.run({ ...machine.login, key: thief }, 'id')).stdout).toBe('');
    await driver.destroy(machine.id);
    await stranger.run('rm -rf ~/.ssh');
  },
};
