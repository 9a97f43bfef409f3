import { lstatSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';
import { seenByRuntime } from '#test/lib/runtime/support/own-disks.ts';

export const attack: Attack = {
  tries: 'to have its boot mount over folders of the host by links in its own root',
  needs: ['packages'],
  async by({ boot, driver, host, state }) {
    const machine = await boot();
    const upper = join(seenByRuntime(state), 'machines', machine.id, 'disk/upper');
    await driver.stop(machine.id, { grace_ms: 1000, force: false });
    for (const name of ['dev', 'proc', 'run', 'sys', 'tmp']) {
      const place = join(upper, name);
      if (lstatSync(place, { throwIfNoEntry: false })) rmSync(place, { recursive: true });
      symlinkSync(host.open, place);
      await expect(driver.start(machine.spec)).rejects.toThrow(`/${name} of the disk is not a folder`);
      rmSync(place);
    }
    expect(host.planted()).toEqual([]);
    await driver.start(machine.spec);
    expect(await driver.status(machine.id)).toBe('running');
    await driver.destroy(machine.id);
  },
};
