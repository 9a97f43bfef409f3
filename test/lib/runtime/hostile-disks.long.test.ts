import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { run } from '#lib/runtime/system/run.ts';
import { HOST_ENV } from '#lib/runtime/system/tools.ts';
import { volumeSpec } from './disks-conformance.ts';
import { whereContainersWork } from './support/container-works.ts';
import type { Login } from './support/openssh.ts';
import { inDisk } from './support/own-disks.ts';
import { refusal } from './support/refusal.ts';
import { useSshMachines } from './support/ssh-machines.ts';
import { leftovers, stateOf } from './support/state-of.ts';

/** Everything that a guest can put on a disk which is not a plain file. */
const ODDITIES = [
  'ln -s /etc/shadow ~/secrets; ln -s ../../../../../../../etc ~/up; ln -s loop ~/loop',
  'mkfifo ~/fifo; perl -MSocket -e "socket S, PF_UNIX, SOCK_STREAM, 0; bind S, sockaddr_un q(/root/socket)"',
  'echo closed > ~/closed; chmod 000 ~/closed; mkdir ~/shut; echo shut > ~/shut/file; chmod 000 ~/shut',
  'truncate -s 100G ~/sparse; echo end >> ~/sparse',
  'touch ~/"$(printf "a\\nb")" ~/-rf; cp /bin/true ~/suid; chmod 4755 ~/suid',
].join('; ');

/** More folders within one another than a path may have characters. */
const DEEP = `perl -e 'chdir q(/root); for (1 .. 1500) { mkdir q(deep); chdir q(deep) or die }'`;

await whereContainersWork(() => {
  describe('a machine with a hostile disk', () => {
    const machines = useSshMachines('container');
    const inside = async (login: Login, command: string) => (await machines().ssh.run(login, command)).stdout;
    const state = () => stateOf(machines().home, 'container');
    const mount = (id: string) => ({ id, mount_path: '/mnt/data' });
    const newVolume = async () => {
      const volume = volumeSpec();
      await machines().driver.createVolume(volume);
      return volume;
    };

    it.each([
      ['a link to a folder of the host', 'ln -s "$HOST" /mnt/data'],
      ['a link to a folder of its own', 'mkdir /srv/own; ln -s /srv/own /mnt/data'],
      ['a file', 'touch /mnt/data'],
    ])('gets no volume where it has %s, and the host is not led there', async (_, prepare) => {
      const { driver, boot } = machines();
      const volume = await newVolume();
      const login = await boot();
      await inside(login, prepare.replace('$HOST', state()));
      const mounts = readFileSync('/proc/self/mountinfo', 'utf8');
      expect(await refusal(() => driver.attachVolume(login.spec.id, mount(volume.id)))).toEqual({
        code: 'FAILED',
        message: `volume ${volume.id} could not be attached: /mnt/data is not a folder in the machine`,
      });
      expect(await inside(login, 'grep -c volumes /proc/self/mountinfo; ls /srv/own 2>/dev/null')).toBe('0\n');
      expect(readFileSync('/proc/self/mountinfo', 'utf8')).toBe(mounts);
      // The volume is free then.
      await driver.deleteVolume(volume.id);
      await driver.destroy(login.spec.id);
    });

    it('has none of its own programs or libraries run with the rights of the host', async () => {
      const { driver, boot } = machines();
      const volume = await newVolume();
      const login = await boot();
      // What a boot starts is the machine's own, and runs what the machine has.
      await inside(login, 'until [ -e /run/booted ]; do sleep 0.02; done');
      const trap = '#!/bin/sh\\necho "$0" >> /tmp/sprung; exec false\\n';
      for (const name of ['perl', 'mount', 'umount', 'nsenter', 'mkdir', 'sh']) {
        await inside(login, `printf '${trap}' > /usr/local/sbin/${name}; chmod 755 /usr/local/sbin/${name}`);
      }
      await inside(login, 'echo /root/none.so > /etc/ld.so.preload');
      await driver.attachVolume(login.spec.id, mount(volume.id));
      await driver.detachVolume(login.spec.id, volume.id, { force: true });
      expect(await inside(login, 'cat /tmp/sprung 2>/dev/null')).toBe('');
      await driver.destroy(login.spec.id);
    });

    it('cannot keep a volume by moving it, by a second mount, or in mounts of its own', async () => {
      const { driver, boot } = machines();
      const volume = await newVolume();
      for (const hold of [
        'mkdir /srv/a; mount --bind /mnt/data /srv/a; umount /mnt/data',
        'mkdir /srv/a; mount --bind /mnt/data /srv/a',
        'mkdir -p /mnt/data/sub /srv/a; mount --bind /mnt/data/sub /srv/a',
        'mount -t tmpfs none /mnt/data',
        'mkdir -p /mnt/data/in /root/own; mount --bind /root/own /mnt/data/in',
      ]) {
        const login = await boot({ volumes: [mount(volume.id)] });
        await inside(login, `echo mine > /mnt/data/file; ${hold}`);
        await driver.detachVolume(login.spec.id, volume.id, { force: true });
        expect({ hold, left: await inside(login, 'grep -c /volumes/ /proc/self/mountinfo') }).toEqual({
          hold,
          left: '0\n',
        });
        await driver.destroy(login.spec.id);
      }
      const login = await boot({ volumes: [mount(volume.id)] });
      await inside(login, `nohup unshare -m sleep 1000 >/dev/null 2>&1 &`);
      await expect.poll(() => inside(login, 'pgrep -c sleep')).toBe('2\n');
      const refused = await refusal(() => driver.detachVolume(login.spec.id, volume.id, { force: false }));
      expect(refused.code).toBe('VOLUME_BUSY');
      await driver.detachVolume(login.spec.id, volume.id, { force: true });
      expect(await inside(login, 'pgrep -c sleep')).toBe('1\n');
      await driver.destroy(login.spec.id);
    });

    it('is copied and restored with everything odd on it, and the host is not led out of it', async () => {
      const { driver, boot } = machines();
      const login = await boot();
      await inside(login, ODDITIES);
      const look = 'ls -lbnR --time-style=full-iso /root; cat /root/closed /root/shut/file; stat -c %s ~/sparse';
      const before = await inside(login, look);
      const { size_bytes } = await driver.createSnapshot(login.spec.id, 'snap-odd');
      expect(size_bytes).toBeLessThan(100_000_000);
      await inside(login, 'chmod -R 777 /root; rm -rf /root/*');
      await driver.restoreSnapshot(login.spec, 'snap-odd', { start: true });
      expect(await inside(login, look)).toBe(before);
      await driver.destroy(login.spec.id);
      await driver.deleteSnapshot('snap-odd');
      await expect.poll(() => leftovers(state())).toEqual([]);
    });

    it('with paths that are too long for a copy by files is not copied, and says so, but is removed', async () => {
      const { driver, boot } = machines();
      const login = await boot();
      await inside(login, DEEP);
      // A file system is copied as it is.
      if (driver.capabilities().includes('disk_limit')) {
        await driver.createSnapshot(login.spec.id, 'snap-deep');
        await driver.deleteSnapshot('snap-deep');
        await driver.destroy(login.spec.id);
        await expect.poll(() => leftovers(state())).toEqual([]);
        return;
      }
      const refused = await refusal(() => driver.createSnapshot(login.spec.id, 'snap-deep'));
      expect(refused.code).toBe('FAILED');
      expect(refused.message).toMatch(/^the disk could not be copied: .*File name too long$/);
      await driver.destroy(login.spec.id);
      await expect.poll(() => leftovers(state())).toEqual([]);
    });

    it('cannot lead a copy out by exchanging folders for links while it is made', async () => {
      const { driver, boot } = machines();
      const secret = randomUUID();
      const victim = await boot();
      await inside(victim, `for i in $(seq 300); do echo ${secret} > ~/$i; done`);
      const login = await boot();
      const target = join(state(), 'machines', victim.spec.id, 'disk/root');
      const nap = 'select undef, undef, undef, 0.0002;';
      const swap = `for (;;) { rename q(a), q(b); symlink $ARGV[$n++ % 2], q(a); ${nap} unlink q(a); rename q(b), q(a); ${nap} }`;
      await inside(login, 'mkdir -p ~/t/a; cd ~/t/a; for i in $(seq 300); do echo own > $i; done');
      await inside(login, `cd ~/t; nohup perl -e '${swap}' ${target} /proc/1/root${target} >/dev/null 2>&1 &`);
      await expect.poll(() => inside(login, 'pgrep -c perl')).toBe('1\n');
      for (let round = 0; round < 15; round += 1) {
        await driver.createSnapshot(login.spec.id, `snap-race-${round}`);
      }
      const argv = ['-rl', secret, join(state(), 'snapshots')];
      expect((await run({ file: 'grep', args: argv, env: HOST_ENV, cwd: '/' })).stdout).toBe('');
      for (let round = 0; round < 15; round += 1) await driver.deleteSnapshot(`snap-race-${round}`);
      for (const { spec } of [login, victim]) await driver.destroy(spec.id);
    });

    it('is copied while it is written to without end', async () => {
      const { driver, boot } = machines();
      const login = await boot();
      await inside(login, 'echo kept > ~/file');
      const churn = 'while :; do for i in 1 2 3 4 5; do mkdir -p ~/d$i; echo x > ~/d$i/f; rm -rf ~/d$i; done; done';
      await inside(login, `nohup sh -c '${churn}' >/dev/null 2>&1 &`);
      for (const id of ['snap-a', 'snap-b', 'snap-c']) {
        expect((await driver.createSnapshot(login.spec.id, id)).consistency).toBe('crash');
      }
      await driver.restoreSnapshot(login.spec, 'snap-c', { start: true });
      expect(await inside(login, 'cat ~/file')).toBe('kept\n');
      for (const id of ['snap-a', 'snap-b', 'snap-c']) await driver.deleteSnapshot(id);
      await driver.destroy(login.spec.id);
    });

    it('names a machine made from it, and no file of the host, where its own name was a link', async () => {
      const { driver, boot, spec } = machines();
      const login = await boot();
      await driver.createSnapshot(login.spec.id, 'snap-link');
      await driver.destroy(login.spec.id);
      const outside = join(state(), 'outside');
      const within = (disk: string, script: string) =>
        inDisk(state(), disk, `[ ! -d upper ] || cd -P upper; ${script}`);
      await mkdir(outside);
      await writeFile(join(outside, 'hostname'), 'the host');
      const link = `ln -s ${outside}/hostname etc/hostname; chown -h --reference=etc etc/hostname`;
      within('snapshots/snap-link', `rm etc/hostname; ${link}`);
      const copy = await spec({ source_snapshot_id: 'snap-link' });
      await driver.create(copy);
      const name = within(`machines/${copy.id}`, '[ ! -L etc/hostname ]; cat etc/hostname');
      expect(name).toBe(`${copy.name}\n`);
      expect(await readFile(join(outside, 'hostname'), 'utf8')).toBe('the host');
      expect(within('snapshots/snap-link', 'readlink etc/hostname')).toBe(`${outside}/hostname\n`);
      await driver.destroy(copy.id);
      await driver.deleteSnapshot('snap-link');
    });
  });
});
