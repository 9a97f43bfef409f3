import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';
import { guestsWith } from '#test/lib/runtime/support/processes.ts';

export const attack: Attack = {
  tries: 'to run on after its machine was ended',
  needs: ['shared_kernel'],
  async by({ boot, driver }) {
    const machine = await boot();
    const marker = `sleep ${3_000_000 + Math.floor(Math.random() * 1e6)}`;
    const hide = ['setsid', 'unshare -Ur', 'unshare -Urpf', 'unshare -Urpf --mount-proc setsid', 'unshare -Urnm'];
    for (const how of hide)
      await machine.run(
        `nohup ${how} sh -c 'trap "" TERM HUP INT; (trap "" TERM; ${marker}) & wait' >/dev/null 2>&1 &`,
      );
    await expect.poll(() => guestsWith(marker).length).toBeGreaterThan(hide.length - 2);
    await driver.destroy(machine.id);
    expect(guestsWith(marker)).toEqual([]);
    expect(await driver.status(machine.id)).toBe('absent');
  },
};
