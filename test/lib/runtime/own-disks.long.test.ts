import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { volumeSpec } from './disks-conformance.ts';
import { whereContainersWork } from './support/container-works.ts';
import type { Login } from './support/openssh.ts';
import { imagesIn, intoFolder, loopsOf, seenByRuntime } from './support/own-disks.ts';
import { useSshMachines } from './support/ssh-machines.ts';
import { stateOf } from './support/state-of.ts';

const FORCED = { grace_ms: 0, force: true };
const INODES = '--output=itotal,iavail';
const KIB_A_GIB = 1024 * 1024;

await whereContainersWork(() => {
  describe.skipIf(process.getuid?.() !== 0)('disks that are file systems of their own', () => {
    const machines = useSshMachines('container');
    const state = () => stateOf(machines().home, 'container');
    const inside = async (login: Login, command: string) => (await machines().ssh.run(login, command)).stdout;
    /** KiB or inodes of the file system at a place, and how many of them are left, as the machine sees them. */
    const df = async (login: Login, place: string, what = '-k --output=size,avail') =>
      (await inside(login, `df ${what} ${place} | tail -1`)).trim().split(/\s+/).map(Number) as [number, number];
    const mountOf = ({ id }: { id: string }) => ({ id, mount_path: '/mnt/data' });

    it('have the size of the plan, and are full for their own machine alone', async () => {
      const { boot, driver } = machines();
      expect(driver.capabilities()).toEqual(expect.arrayContaining(['disk_limit', 'volume_size_limit']));
      const mounts = readFileSync('/proc/self/mountinfo', 'utf8');
      const [filler, neighbour] = [await boot({ disk_gib: 1 }), await boot({ disk_gib: 2 })];
      const [size] = await df(filler, '/');
      expect(size).toBeGreaterThan(0.9 * KIB_A_GIB);
      expect(size).toBeLessThan(KIB_A_GIB);
      expect((await df(neighbour, '/'))[0]).toBeGreaterThan(1.9 * KIB_A_GIB);
      expect((await df(filler, '/tmp'))[0]).toBe(size);
      expect(readFileSync('/proc/self/mountinfo', 'utf8')).toBe(mounts);

      const full = await machines().ssh.run(filler, 'dd if=/dev/zero of=/root/all bs=1M');
      expect(full.stderr).toContain('No space left on device');
      expect((await df(filler, '/'))[1]).toBeLessThan(4096);
      expect((await inside(filler, 'rm /root/all; echo again > /root/file; cat /root/file')).trim()).toBe('again');
      // Inodes, too.
      const [inodes] = await df(filler, '/', INODES);
      expect(inodes).toBeLessThan(100_000);
      await inside(filler, 'mkdir /root/many; cd /root/many; perl -e "for (;;) { open(F, q(>), ++\\$i) or exit }"');
      expect((await df(filler, '/', INODES))[1]).toBe(0);
      expect(await inside(neighbour, 'touch /root/file && echo fine')).toBe('fine\n');
      expect((await inside(filler, 'rm -r /root/many; touch /root/other && echo fine')).trim()).toBe('fine');

      await driver.reboot(filler.spec, FORCED);
      expect(await inside(filler, 'cat /root/file')).toBe('again\n');
      await machines().reopen();
      await machines().driver.start(filler.spec);
      expect(await inside(filler, 'cat /root/file')).toBe('again\n');
      expect((await df(filler, '/'))[0]).toBe(size);
      for (const { spec } of [filler, neighbour]) await machines().driver.destroy(spec.id);
      expect([imagesIn(state()), loopsOf(state())]).toEqual([[], []]);
    });

    it('show a guest nothing of how they are made, and no way to another file of the host', async () => {
      const { boot, driver } = machines();
      const login = await boot({ disk_gib: 1 });
      const disk = join(seenByRuntime(state()), 'machines', login.spec.id, 'disk');
      expect(existsSync(join(disk, 'upper/root'))).toBe(true);
      expect(await inside(login, 'ls -a / | grep -cE "lost|upper|work"; find / -xdev -name "lost+found" | wc -l')).toBe(
        '0\n0\n',
      );
      expect(await inside(login, 'ls /dev | grep -c loop; cat /proc/mounts | grep -c "/dev/loop"')).toMatch(/^0\n/);
      // Neither suid programs nor devices of the disk count on the host.
      const [line = ''] = readFileSync(`/proc/${pidOf(state())}/mountinfo`, 'utf8')
        .split('\n')
        .filter((one) => one.includes(`${login.spec.id}/disk `));
      expect(line).toMatch(/ rw,nosuid,nodev/);
      await driver.destroy(login.spec.id);
    });

    it('grow with the plan of a machine at its next start', async () => {
      const { boot, driver } = machines();
      const login = await boot({ disk_gib: 1 });
      await inside(login, 'echo kept > /root/file');
      await driver.stop(login.spec.id, FORCED);
      await driver.start({ ...login.spec, disk_gib: 3 });
      expect((await df(login, '/'))[0]).toBeGreaterThan(2.8 * KIB_A_GIB);
      expect(await inside(login, 'cat /root/file')).toBe('kept\n');
      await driver.destroy(login.spec.id);
    });

    it('of volumes have their size, and get a larger one at the latest when they are attached again', async () => {
      const { boot, driver } = machines();
      const volume = volumeSpec();
      await driver.createVolume({ ...volume, size_gib: 1 });
      const login = await boot({ volumes: [mountOf(volume)] });
      const [size] = await df(login, '/mnt/data');
      expect(size).toBeGreaterThan(0.9 * KIB_A_GIB);
      expect(size).toBeLessThan(KIB_A_GIB);
      expect(await inside(login, 'ls -A /mnt/data; echo kept > /mnt/data/file')).toBe('');
      const online = driver.capabilities().includes('volume_online_growth');
      expect(await driver.growVolume(volume.id, 2)).toEqual({ grown: online ? 'now' : 'later' });
      if (online) expect((await df(login, '/mnt/data'))[0]).toBeGreaterThan(1.9 * KIB_A_GIB);
      await driver.detachVolume(login.spec.id, volume.id, { force: false });
      await driver.attachVolume(login.spec.id, mountOf(volume));
      expect((await df(login, '/mnt/data'))[0]).toBeGreaterThan(1.9 * KIB_A_GIB);
      expect(await inside(login, 'cat /mnt/data/file')).toBe('kept\n');
      await driver.detachVolume(login.spec.id, volume.id, { force: false });
      await driver.deleteVolume(volume.id);
      await driver.destroy(login.spec.id);
      expect([imagesIn(state()), loopsOf(state())]).toEqual([[], []]);
    });

    it('are made of folders when that is asked for, with all files and the size of the plan', async () => {
      const login = await machines().boot({ disk_gib: 1 });
      const { spec } = login;
      await inside(login, 'echo kept > /root/file; chown 1000:1000 /root/file; chmod 640 /root/file');
      await machines().driver.stop(spec.id, FORCED);
      intoFolder(state(), `machines/${spec.id}`);
      await machines().reopen();
      const { driver } = machines();
      await driver.start(spec);
      expect((await df(login, '/'))[0]).not.toBeLessThan(KIB_A_GIB);
      await expect(driver.convertDisk(spec)).rejects.toMatchObject({ code: 'INVALID' });

      await inside(login, 'head -c 1200M /dev/zero > /root/big');
      await driver.stop(spec.id, FORCED);
      const refusal = { code: 'FAILED', message: expect.stringContaining('No space left on device') };
      await expect(driver.convertDisk(spec)).rejects.toMatchObject(refusal);
      expect([imagesIn(state()), loopsOf(state())]).toEqual([[], []]);
      await driver.start(spec);
      await inside(login, 'rm /root/big; echo more > /root/other');

      await driver.stop(spec.id, FORCED);
      expect(await driver.convertDisk(spec)).toEqual({ converted: true });
      expect(await driver.convertDisk(spec)).toEqual({ converted: false });
      await driver.start(spec);
      expect((await df(login, '/'))[0]).toBeLessThan(KIB_A_GIB);
      expect(await inside(login, 'cat /root/file /root/other; stat -c "%u:%g %a" /root/file')).toBe(
        'kept\nmore\n1000:1000 640\n',
      );
      await driver.destroy(spec.id);
      expect([imagesIn(state()), loopsOf(state())]).toEqual([[], []]);
    });

    it('are copied as they are at one moment, without their holes, and restored with the size of the machine', async () => {
      const { boot, driver, spec } = machines();
      const login = await boot({ disk_gib: 2 });
      await inside(login, 'echo old > /root/file; dd if=/dev/urandom of=/root/big bs=1M count=20 2>/dev/null');
      // Two files that change one after the other are never further apart than by one in a copy of one moment.
      const count =
        'i=0; while :; do i=$((i+1)); echo $i > /root/t; mv /root/t /root/a; echo $i > /root/t; mv /root/t /root/b; done';
      await inside(login, `nohup sh -c '${count}' >/dev/null 2>&1 &`);
      await expect.poll(() => inside(login, 'cat /root/b')).toMatch(/\d/);
      const { size_bytes, consistency } = await driver.createSnapshot(login.spec.id, 'snap-one');
      expect([consistency, imagesIn(state()).includes('snapshots/snap-one')]).toEqual(['crash', true]);
      expect(size_bytes).toBeGreaterThan(20 * 1024 * 1024);
      expect(size_bytes).toBeLessThan(300 * 1024 * 1024);
      await inside(login, 'echo new > /root/file');
      await driver.restoreSnapshot({ ...login.spec, disk_gib: 3 }, 'snap-one', { start: true });
      expect(await inside(login, 'cat /root/file')).toBe('old\n');
      const [a = 0, b = 0] = (await inside(login, 'cat /root/a /root/b')).split('\n').map(Number);
      expect([0, 1]).toContain(a - b);
      expect((await df(login, '/'))[0]).toBeGreaterThan(2.8 * KIB_A_GIB);
      await driver.destroy(login.spec.id);
      const copy = await spec({
        source_snapshot_id: 'snap-one',
        disk_gib: 4,
        authorized_keys: login.spec.authorized_keys,
      });
      const { host_key } = await driver.create(copy);
      const other = { ...login, spec: copy, hostKey: host_key };
      expect(await inside(other, 'cat /root/file')).toBe('old\n');
      expect((await df(other, '/'))[0]).toBeGreaterThan(3.7 * KIB_A_GIB);
      await driver.destroy(copy.id);
      await driver.deleteSnapshot('snap-one');
      expect([imagesIn(state()), loopsOf(state())]).toEqual([[], []]);
    });
  });
});

const pidOf = (state: string): number => JSON.parse(readFileSync(join(state, 'runtime.json'), 'utf8')).runtime.pid;
