import { lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { onHost } from '#test/support/hosts/host-ids.ts';
import { volumeSpec } from './disks-conformance.ts';
import { whereContainersWork } from './support/container-works.ts';
import { driverHome } from './support/driver-home.ts';
import { machineSpec } from './support/machine-spec.ts';
import type { Login } from './support/openssh.ts';
import { seenByRuntime } from './support/own-disks.ts';
import { useSshMachines } from './support/ssh-machines.ts';
import { stateOf } from './support/state-of.ts';

const POLITE = { grace_ms: 3000, force: false };

await whereContainersWork(() => {
  describe.skipIf(process.getuid?.() !== 0)('container machines on the platform of root', () => {
    const machines = useSshMachines('container');
    const firstOf = ({ spec }: Login) => onHost(spec.name)?.first;
    const note = () => {
      const [block = ''] = readdirSync(join(machines().home.systemDir, 'ids'));
      const [file = ''] = readdirSync(join(machines().home.systemDir, 'ids', block));
      return JSON.parse(readFileSync(join(machines().home.systemDir, 'ids', block, file), 'utf8'));
    };

    it('have ids of their own on the host, the same ones after a reboot and a restart of the platform', async () => {
      const { boot, driver, home, ssh, reopen } = machines();
      const logins = [await boot(), await boot()];
      const had = logins.map(firstOf);
      expect(home.logged.filter((line) => line.includes('range of ids'))).toEqual([]);
      expect(had[1]).toBe((had[0] ?? 0) + 65_536);
      for (const { spec } of logins) await driver.reboot(spec, POLITE);
      expect(logins.map(firstOf)).toEqual(had);
      await reopen();
      for (const { spec } of [...logins].reverse()) await machines().driver.start(spec);
      expect(logins.map(firstOf)).toEqual(had);
      // Of the first machine's ids none is free before it is destroyed, and all are after that.
      const [first, second] = logins as [Login, Login];
      await machines().driver.stop(first.spec.id, POLITE);
      expect(Object.keys(note())).toEqual(logins.map(({ spec }) => spec.id));
      await machines().driver.destroy(first.spec.id);
      expect(Object.keys(note())).toEqual([second.spec.id]);
      const third = await machines().boot();
      expect(firstOf(third)).toBe(had[0]);
      expect((await ssh.run(third, 'id -u; cat /proc/self/uid_map')).stdout.replace(/ +/g, ' ')).toBe(
        '0\n 0 0 1\n 1 1 65535\n',
      );
      for (const { spec } of [second, third]) await machines().driver.destroy(spec.id);
    });

    it('have files of the data folder’s one range on disks and volumes, which another machine can have', async () => {
      const { boot, driver, home, ssh } = machines();
      const volume = volumeSpec();
      await driver.createVolume(volume);
      const mount = { id: volume.id, mount_path: '/mnt/data' };
      const [first, second] = [await boot(), await boot({ volumes: [] })];
      await driver.attachVolume(first.spec.id, mount);
      const make =
        'useradd -m -u 1234 ana; runuser -u ana -- touch ~ana/file; install -d -o ana -g ana /mnt/data/hers; runuser -u ana -- sh -c "echo hers > /mnt/data/hers/file"';
      expect(await ssh.run(first, make)).toEqual({ code: 0, stdout: '', stderr: '' });
      const state = seenByRuntime(stateOf(home, 'container'));
      const data = join(state, 'volumes', volume.id, 'data');
      const root = lstatSync(data).uid;
      const ana = lstatSync(join(data, 'hers/file')).uid;
      expect(lstatSync(join(state, 'machines', first.spec.id, 'disk/upper/home/ana/file')).uid).toBe(ana);
      expect(root).toBe(lstatSync(state).uid);
      expect(ana).toBeGreaterThanOrEqual(2 ** 31);
      await driver.detachVolume(first.spec.id, volume.id, { force: false });
      await driver.attachVolume(second.spec.id, mount);
      const look = 'stat -c "%u %g" /mnt/data /mnt/data/hers/file; cat /mnt/data/hers/file';
      expect((await ssh.run(second, look)).stdout).toBe('0 0\n1234 1234\nhers\n');
      for (const { spec } of [first, second]) await driver.destroy(spec.id);
    });
  });

  it.skipIf(process.getuid?.() !== 0)(
    'share one range where other data folders have all ids, which is logged',
    async () => {
      const home = await driverHome();
      for (const name of '01234567') {
        const other = name.repeat(16);
        mkdirSync(join(home.systemDir, other), { recursive: true });
        mkdirSync(join(home.systemDir, 'ids', name), { recursive: true });
        writeFileSync(join(home.systemDir, 'ids', name, other), '{}');
      }
      const driver = await home.open('container');
      try {
        expect(home.logged).toContain(
          'machines share one range of ids: 8 other data folders of this host have all ids for machines',
        );
        expect(driver.capabilities()).toEqual(expect.arrayContaining(['users', 'volumes']));
        const spec = await machineSpec(driver.images().find(({ available }) => available)?.id ?? '');
        await driver.create(spec);
        expect([await driver.status(spec.id), onHost(spec.name)]).toEqual(['running', null]);
        await driver.destroy(spec.id);
      } finally {
        await driver.close();
        await home.remove();
      }
    },
  );
});
