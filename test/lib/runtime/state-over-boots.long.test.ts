import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { volumeSpec } from './disks-conformance.ts';
import { whereContainersWork } from './support/container-works.ts';
import type { Login } from './support/openssh.ts';
import { useSshMachines } from './support/ssh-machines.ts';

const POLITE = { grace_ms: 5000, force: false };
const BOOT_ID = '/proc/sys/kernel/random/boot_id';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\n$/;

/* What a machine is at every boot, and by which its programs know it again. */
await whereContainersWork(() => {
  describe('a container machine over its boots', () => {
    const machines = useSshMachines('container');
    const inside = async (login: Login, command: string) => (await machines().ssh.run(login, command)).stdout;
    const write = (login: Login, path: string, text: string) =>
      machines().ssh.run(login, `mkdir -p $(dirname ${path}) && cat > ${path} && chmod 755 ${path}`, { input: text });

    it('has its volumes, and what fstab mounts of them, before anything that it starts', async () => {
      const { driver, boot } = machines();
      const volume = volumeSpec();
      await driver.createVolume(volume);
      const login = await boot({ volumes: [{ id: volume.id, mount_path: '/mnt/data' }] });
      await inside(login, 'echo kept > /mnt/data/file; mkdir /srv/data');
      await inside(login, 'echo /mnt/data /srv/data none bind 0 0 > /etc/fstab');
      const look = (from: string) => `#!/bin/sh\ncat ${from}/file >> /root/$1\n`;
      const starts = ['rc.local', 'service', ...(driver.capabilities().includes('packages') ? ['package'] : [])];
      await write(login, '/etc/rc.local', look('/srv/data').replace('$1', 'rc.local'));
      await write(login, '/etc/services.d/a/run', `${look('/mnt/data').replace('$1', 'service')}exec sleep 4247\n`);
      if (starts.includes('package')) await write(login, '/etc/rc2.d/S01a', look('/srv/data').replace('$1', 'package'));
      const boots = [() => inside(login, 'reboot; sleep 30'), () => driver.reboot(login.spec, POLITE)];
      for (const [at, again] of boots.entries()) {
        await again();
        const seen = `cd /root && cat ${starts.join(' ')} 2>&1`;
        await expect.poll(() => inside(login, seen)).toBe('kept\n'.repeat(starts.length * (at + 1)));
      }
      await driver.destroy(login.spec.id);
    });

    it('starts what it starts at every boot once where it has a volume and user data', async () => {
      const { driver, boot } = machines();
      const volume = volumeSpec();
      await driver.createVolume(volume);
      const rc = "printf '#!/bin/sh\\nls -d /mnt/data >> /root/rc\\n' > /etc/rc.local; chmod 755 /etc/rc.local";
      const user_data = `#!/bin/sh\n${rc}\necho done > /root/done\n`;
      const login = await boot({ user_data, volumes: [{ id: volume.id, mount_path: '/mnt/data' }] });
      await expect.poll(() => inside(login, 'cat /root/done /root/rc')).toBe('done\n/mnt/data\n');
      await driver.reboot(login.spec, POLITE);
      await expect.poll(() => inside(login, 'cat /root/rc')).toBe('/mnt/data\n/mnt/data\n');
      await driver.destroy(login.spec.id);
    });

    it('has a boot id for each boot, which is not the host’s and which its root cannot change', async () => {
      const { driver, boot, ssh } = machines();
      const [login, other] = [await boot(), await boot()];
      const id = () => inside(login, `cat ${BOOT_ID}`);
      const first = await id();
      expect(first).toMatch(UUID);
      expect(await ssh.run(login, `echo x > ${BOOT_ID}`)).toMatchObject({ code: 1 });
      expect(await id()).toBe(first);
      await driver.reboot(login.spec, POLITE);
      const all = [first, await id(), await inside(other, `cat ${BOOT_ID}`), readFileSync(BOOT_ID, 'utf8')];
      expect(new Set(all).size).toBe(4);
      for (const { spec } of [login, other]) await driver.destroy(spec.id);
    });

    it('makes its machine-id once; what is made of its disk has another', async () => {
      const { driver, boot, spec, key } = machines();
      const login = await boot();
      const id = (one: Login) => inside(one, 'cat /etc/machine-id');
      const own = await id(login);
      expect(own).toMatch(/^[0-9a-f]{32}\n$/);
      await driver.reboot(login.spec, POLITE);
      expect(await id(login)).toBe(own);
      const snapshot = `snap-${randomUUID()}`;
      await driver.createSnapshot(login.spec.id, snapshot, {});
      const copy = await spec({ source_snapshot_id: snapshot });
      const { host_key } = await driver.create(copy);
      const made = { spec: copy, key, hostKey: host_key };
      const another = await id(made);
      expect(another).toMatch(/^[0-9a-f]{32}\n$/);
      expect(another).not.toBe(own);
      await driver.reboot(copy, POLITE);
      expect(await id(made)).toBe(another);
      // What its root has put there stays, whatever it is.
      await inside(login, 'rm /etc/machine-id && mkfifo /etc/machine-id');
      await driver.reboot(login.spec, POLITE);
      expect(await inside(login, 'test -p /etc/machine-id && echo fifo')).toBe('fifo\n');
      for (const machine of [login.spec, copy]) await driver.destroy(machine.id);
      await driver.deleteSnapshot(snapshot);
    });

    it('has its enabled units and its services back: after a reboot, a stop and a start, and where its disk was copied', async () => {
      const { driver, boot, spec, key } = machines();
      const login = await boot();
      const unit = '[Service]\nExecStart=sleep 4248\n[Install]\nWantedBy=multi-user.target\n';
      await write(login, '/etc/systemd/system/own.service', unit);
      await write(login, '/etc/services.d/kept/run', '#!/bin/sh\nexec sleep 4249\n');
      await inside(login, 'systemctl enable --now own 2>/dev/null');
      const runs = 'systemctl is-system-running --wait; systemctl is-active own; pgrep -cxf "sleep 424[89]"';
      const expectRunning = (one: Login) => expect.poll(() => inside(one, runs)).toBe('running\nactive\n2\n');
      await driver.reboot(login.spec, POLITE);
      await expectRunning(login);
      await driver.stop(login.spec.id, POLITE);
      const snapshot = `snap-${randomUUID()}`;
      await driver.createSnapshot(login.spec.id, snapshot, {});
      await driver.start(login.spec);
      await expectRunning(login);
      const copy = await spec({ source_snapshot_id: snapshot });
      const { host_key } = await driver.create(copy);
      await expectRunning({ spec: copy, key, hostKey: host_key });
      for (const machine of [login.spec, copy]) await driver.destroy(machine.id);
      await driver.deleteSnapshot(snapshot);
    });

    it('has the folders of keys that programs write into', async ({ skip }) => {
      const { driver, boot, user } = machines();
      if (!driver.capabilities().includes('packages')) skip('machines have one user here');
      const login = await boot();
      const folders = `/root/.ssh /home/${user}/.ssh`;
      expect(await inside(login, `stat -c '%a %U' ${folders}`)).toBe('700 root\n700 root\n');
      await driver.destroy(login.spec.id);
    });

    it('keeps the time zone and the name that timedatectl and hostnamectl have set', async () => {
      const { boot, driver } = machines();
      const login = await boot();
      const said = async (command: string) => {
        const { code, stdout, stderr } = await machines().ssh.run(login, command);
        return `${code} ${stdout}${stderr}`.trim();
      };
      expect(await said('timedatectl set-timezone Asia/Kolkata; date +%Z; timedatectl show')).toBe(
        '0 IST\nTimezone=Asia/Kolkata',
      );
      expect(await said('timedatectl set-timezone ../../etc')).toBe(
        '1 timedatectl: there is no time zone ../../etc (package tzdata)',
      );
      expect(await said('timedatectl set-ntp true')).toBe('1 timedatectl: set-ntp: the clock is that of the host');
      expect(await said('hostnamectl set-hostname "a b"')).toBe(
        '1 hostnamectl: a b: this is no hostname (letters, digits, . and -, at most 64)',
      );
      expect(await said('hostnamectl set-hostname chosen')).toBe(
        '0 hostnamectl: chosen is the name from the next boot on',
      );
      await driver.reboot(login.spec, POLITE);
      expect(await said('hostnamectl hostname')).toBe('0 chosen');
      await driver.destroy(login.spec.id);
    });
  });
});
