import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';
import { Traps } from '#test/hostile/machines/traps.ts';
import { someAddress } from '#test/lib/runtime/support/guest-net.ts';

export const attack: Attack = {
  tries: 'to have its programs run when its keys, rules and addresses are changed',
  needs: ['shared_kernel', 'perl'],
  async by({ boot, driver, host, ssh }) {
    const machine = await boot();
    const traps = await Traps.plant(machine, host, 'programs', 'library', 'modules');
    const other = await ssh.makeKey(`changed-${machine.id}`);
    const authorized_keys = [...machine.spec.authorized_keys, other.line];
    await driver.configure({ ...machine.spec, authorized_keys, addresses: [someAddress()] });
    expect((await ssh.run({ ...machine.login, key: other }, 'echo in')).stdout).toBe('in\n');
    await traps.holdNobody();
    await driver.destroy(machine.id);
  },
};
