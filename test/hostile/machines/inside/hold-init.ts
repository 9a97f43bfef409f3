import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';
import { guestsWith } from '#test/lib/runtime/support/processes.ts';

export const attack: Attack = {
  tries: 'to be unable to end, by holding its init still',
  needs: ['shared_kernel', 'perl'],
  async by({ boot, driver }) {
    const machine = await boot();
    await machine.run(
      `nohup perl -e 'syscall(${process.arch === 'x64' ? 101 : 117}, 16, 1, 0, 0); $SIG{$_} = "IGNORE" for qw(TERM HUP INT USR1); sleep 100000' >/dev/null 2>&1 &`,
    );
    const marker = `sleep ${2_000_000 + Math.floor(Math.random() * 1e6)}`;
    await machine.run(`nohup setsid unshare -Urpf sh -c 'trap "" TERM HUP; ${marker}; true' >/dev/null 2>&1 &`);
    await expect.poll(() => guestsWith(marker).length).toBeGreaterThan(0);
    await driver.stop(machine.id, { grace_ms: 500, force: false });
    expect(await driver.status(machine.id)).toBe('stopped');
    expect(guestsWith(marker)).toEqual([]);
    await driver.destroy(machine.id);
  },
};
