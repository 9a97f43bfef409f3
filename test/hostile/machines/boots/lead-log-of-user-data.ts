import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';

export const attack: Attack = {
  tries: 'to have the log of user data, or what keeps it, written to a file of the host by links on a disk',
  needs: ['user_data', 'snapshots', 'shared_kernel'],
  async by({ boot, driver, host }) {
    const machine = await boot();
    const before = readFileSync(host.file, 'utf8');
    const links = [
      '/var/log/user-data.log',
      '/var/lib/svc/user-data',
      '/var/lib/svc/output',
      '/var/lib/svc/first-boot',
    ];
    await machine.run(`mkdir -p /var/lib/svc; for each in ${links.join(' ')}; do ln -sf ${host.file} $each; done`);
    const snapshot = `snap-${machine.id}`;
    await driver.createSnapshot(machine.id, snapshot);
    const copy = await boot({ source_snapshot_id: snapshot, user_data: '#!/bin/sh\necho over; touch /root/ran\n' });
    await copy.run('for each in 1 2 3 4 5 6 7 8 9; do [ -e /root/ran ] && break; sleep 0.2; done');
    expect(readFileSync(host.file, 'utf8')).toBe(before);
    expect(host.planted()).toEqual([]);
    for (const { id } of [machine, copy]) await driver.destroy(id);
    await driver.deleteSnapshot(snapshot);
  },
};
