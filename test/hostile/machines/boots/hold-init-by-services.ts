import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';

export const attack: Attack = {
  tries: 'to keep a machine from booting or ending by services that are pipes, endless, or in the place of init',
  needs: ['services'],
  async by({ boot, driver, neighbour }) {
    const machine = await boot();
    const plant = [
      'mkdir -p /etc/boot.d /etc/services.d',
      'mkfifo /etc/rc.local /etc/boot.d/pipe',
      'for each in 1 2 3; do mkdir /etc/services.d/pipe$each; mkfifo /etc/services.d/pipe$each/run; done',
      'mkdir "/etc/services.d/a b; touch /root/eval"; ln -s /proc/1/exe "/etc/services.d/a b; touch /root/eval/run"',
      'mkdir /etc/services.d/fork',
      'printf \'#!/bin/sh\\ntrap "" TERM HUP\\nwhile :; do sleep 1 & wait; done\\n\' > /etc/services.d/fork/run',
      'chmod -R 755 /etc/services.d /etc/boot.d /etc/rc.local',
      'ln -s /dev/zero /etc/fstab',
    ].join('\n');
    expect((await machine.run(plant)).code).toBe(0);
    await driver.reboot(machine.spec, { grace_ms: 2000, force: false });
    expect(await machine.out('echo up; ls /root')).toBe('up\n');
    await machine.run('rm -rf /run/services; mkfifo /run/services; echo exit > /run/init; kill -HUP 1');
    expect(await neighbour.out('echo served')).toBe('served\n');
    // It would last until the test gives up.
    await driver.stop(machine.id, { grace_ms: 2000, force: false });
    expect(await driver.status(machine.id)).toBe('stopped');
    await driver.destroy(machine.id);
  },
};
