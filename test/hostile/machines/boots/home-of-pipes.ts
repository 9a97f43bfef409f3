import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';

export const attack: Attack = {
  tries: 'to hold up logins by pipes, devices and endless files where keys are read',
  async by({ boot, driver }) {
    const machine = await boot();
    const keys = '~/.ssh/authorized_keys';
    const ways = [
      `mkfifo ${keys}`,
      `ln -s /dev/zero ${keys}`,
      `ln -s /proc/kmsg ${keys}`,
      `truncate -s 100G ${keys}`,
      `mkdir ${keys}`,
      `yes 'ssh-ed25519 AAAA' | head -c 9000000 > ${keys}`,
      `ln -s authorized_keys ${keys}`,
      'rmdir ~/.ssh; mkfifo ~/.ssh',
    ];
    for (const way of ways) {
      await machine.run(`rm -rf ~/.ssh; mkdir ~/.ssh; ${way}`);
      expect({ way, said: await machine.out('echo in') }).toEqual({ way, said: 'in\n' });
    }
    await driver.destroy(machine.id);
  },
};
