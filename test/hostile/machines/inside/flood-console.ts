import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';

export const attack: Attack = {
  tries: 'to keep the runtime busy, and its own end from coming, by a flood of its console and orders to its init',
  needs: ['services'],
  async by({ boot, driver, neighbour }) {
    const machine = await boot();
    const yes = "exec yes $(printf '\\033]0;x\\007%4000s') > /proc/1/fd/1 2>/dev/null";
    await machine.run('cat > /root/yes', { input: yes });
    await machine.run('for each in 1 2 3 4; do setsid -f sh /root/yes >/dev/null 2>&1 </dev/null; done');
    await machine.run('setsid -f sh -c "while :; do kill -HUP 1; done" >/dev/null 2>&1 </dev/null; sleep 1');
    for (let time = 0; time < 5; time++) expect(await neighbour.out('echo served')).toBe('served\n');
    await driver.stop(machine.id, { grace_ms: 3000, force: false });
    expect(await driver.status(machine.id)).toBe('stopped');
    await driver.start(machine.spec);
    expect(await machine.out('echo up')).toBe('up\n');
    await driver.destroy(machine.id);
  },
};
