import { randomInt } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { DriverKind } from '#lib/runtime/registry.ts';
import { eventually } from '#test/support/vitest/eventually.ts';
import { volumeSpec } from './disks-conformance.ts';
import type { Login } from './support/openssh.ts';
import { refusal } from './support/refusal.ts';
import { useSshMachines } from './support/ssh-machines.ts';
import { leftovers, stateOf } from './support/state-of.ts';

/** What one finds inside: where a volume is, and what a snapshot brings back. `root` is a machine's root folder. */
export function describeDiskContents(kind: DriverKind): void {
  const root = kind === 'process' ? '$SVC_ROOT' : '';

  describe(`volumes and snapshots inside ${kind} machines`, () => {
    const machines = useSshMachines(kind);
    const inside = async (login: Login, command: string) => (await machines().ssh.run(login, command)).stdout;
    const mountOf = ({ id }: { id: string }) => ({ id, mount_path: '/mnt/data' });
    const newVolume = async () => {
      const volume = volumeSpec();
      await machines().driver.createVolume(volume);
      return volume;
    };

    it('has a volume at its place at once, keeps its files, and has them elsewhere', async () => {
      const { driver, boot } = machines();
      const volume = await newVolume();
      const [first, second] = [await boot(), await boot()];
      await driver.attachVolume(first.spec.id, mountOf(volume));
      await inside(first, `mkdir ${root}/mnt/data/folder && echo kept > ${root}/mnt/data/folder/file`);
      await driver.detachVolume(first.spec.id, volume.id, { force: false });
      expect(await inside(first, `ls ${root}/mnt`)).toBe('');
      await driver.attachVolume(first.spec.id, mountOf(volume));
      expect(await inside(first, `cat ${root}/mnt/data/folder/file`)).toBe('kept\n');
      await driver.detachVolume(first.spec.id, volume.id, { force: false });
      await driver.attachVolume(second.spec.id, mountOf(volume));
      expect(await inside(second, `cat ${root}/mnt/data/folder/file`)).toBe('kept\n');
      for (const { spec } of [first, second]) await driver.destroy(spec.id);
    });

    it('has its volumes at every start, also one from inside, and none that was taken away while it was off', async () => {
      const { driver, boot } = machines();
      const [volume, other] = [await newVolume(), await newVolume()];
      const login = await boot({ volumes: [mountOf(volume)] });
      await driver.attachVolume(login.spec.id, { ...mountOf(other), mount_path: '/mnt/other' });
      await inside(login, `echo one > ${root}/mnt/data/file; echo two > ${root}/mnt/other/file`);
      const stamp = await inside(login, 'touch ~/before; reboot; sleep 5; echo late');
      expect(stamp).toBe('');
      const both = `cat ${root}/mnt/data/file ${root}/mnt/other/file`;
      await expect.poll(() => inside(login, both)).toBe('one\ntwo\n');
      await driver.stop(login.spec.id, { grace_ms: 0, force: true });
      await driver.detachVolume(login.spec.id, volume.id, { force: false });
      await driver.start({ ...login.spec, volumes: [{ id: other.id, mount_path: '/mnt/other' }] });
      expect(await inside(login, `ls ${root}/mnt; cat ${root}/mnt/other/file`)).toMatch(/^(data\n)?other\ntwo\n$/);
      expect(await inside(login, `ls ${root}/mnt/data 2>/dev/null`)).toBe('');
      await driver.destroy(login.spec.id);
    });

    it('does not take a volume from those who use it, unless by force, which ends them', async () => {
      const { driver, boot, ssh } = machines();
      const volume = await newVolume();
      const login = await boot({ volumes: [mountOf(volume)] });
      const nap = `1000.${randomInt(1e9)}`;
      const session = await ssh.start(login, ['-tt'], [`cd ${root}/mnt/data && exec sleep ${nap}`]);
      const ended = new Promise((resolve) => session.once('exit', resolve));
      await inside(login, `nohup sh -c 'exec 3> ${root}/mnt/data/open; sleep ${nap}' >/dev/null 2>&1 &`);
      await expect.poll(() => inside(login, `ls ${root}/mnt/data`)).toBe('open\n');
      expect(await refusal(() => driver.detachVolume(login.spec.id, volume.id, { force: false }))).toEqual({
        code: 'VOLUME_BUSY',
        message: `volume ${volume.id} is in use: files in /mnt/data are open`,
      });
      expect(await inside(login, `ls ${root}/mnt/data`)).toBe('open\n');
      await driver.detachVolume(login.spec.id, volume.id, { force: true });
      await ended;
      expect(await inside(login, `ls ${root}/mnt; pgrep -f '[s]leep ${nap}' | wc -l`)).toBe('0\n');
      await driver.destroy(login.spec.id);
    });

    it('gets the old bytes back, and nothing else of what is there by then', async () => {
      const { driver, boot, home } = machines();
      const volume = await newVolume();
      const login = await boot({ volumes: [mountOf(volume)] });
      await inside(login, `echo old > ~/file; ln ~/file ~/hard; ln -s file ~/soft; echo old > ${root}/mnt/data/file`);
      const taken = await driver.createSnapshot(login.spec.id, 'snap-old');
      expect(taken.size_bytes).toBeGreaterThan(0);
      await inside(login, `echo new > ~/file; touch ~/later; rm ~/hard ~/soft; echo new > ${root}/mnt/data/file`);
      const { host_key } = (await driver.restoreSnapshot(login.spec, 'snap-old', { start: true })) ?? {};
      expect(host_key).toBe(login.hostKey);
      expect(await inside(login, 'cat ~/file ~/hard ~/soft; ls ~')).toBe('old\nold\nold\nfile\nhard\nsoft\n');
      expect(await inside(login, `cat ${root}/mnt/data/file`)).toBe('new\n');
      await expect.poll(() => leftovers(stateOf(home, kind))).toEqual([]);
      await driver.destroy(login.spec.id);
      await driver.deleteSnapshot('snap-old');
    });

    it('makes a machine of its own name, key and keys from a snapshot, without volumes', async () => {
      const { driver, boot, ssh, spec } = machines();
      const volume = await newVolume();
      const login = await boot({ volumes: [mountOf(volume)] });
      await inside(login, `echo seed > ~/file; echo of the volume > ${root}/mnt/data/file`);
      await driver.createSnapshot(login.spec.id, 'snap-seed');
      await driver.destroy(login.spec.id);
      const key = await ssh.makeKey(`other-${kind}`);
      const script = `#!/bin/sh\necho "first boot of $(hostname)" > "$SVC_ROOT/root/booted"\n`;
      const copy = await spec({ source_snapshot_id: 'snap-seed', authorized_keys: [key.line], user_data: script });
      const { host_key } = await driver.create(copy);
      expect(host_key).not.toBe(login.hostKey);
      const other = { spec: copy, key, hostKey: host_key };
      expect(await inside(other, `cat ~/file; ls ${root}/mnt/data 2>/dev/null`)).toBe('seed\n');
      if (kind !== 'process')
        expect(await inside(other, 'hostname; cat /etc/hostname')).toBe(`${copy.name}\n${copy.name}\n`);
      await eventually(async () => (await inside(other, `cat ${root}/root/booted`)).startsWith('first boot'));
      expect((await ssh.run({ ...login, spec: copy, hostKey: host_key }, 'true')).code).toBe(255);
      await driver.destroy(copy.id);
      await driver.deleteSnapshot('snap-seed');
    });

    it('leaves nothing of a snapshot, restore or copy that was broken off in the middle', async () => {
      const { driver, boot, home, spec } = machines();
      const login = await boot();
      await inside(login, 'dd if=/dev/urandom of=~/big bs=1M count=300 2>/dev/null; echo old > ~/file');
      const cut = async (act: (signal: AbortSignal) => Promise<unknown>) => {
        const abort = new AbortController();
        const outcome = refusal(() => act(abort.signal));
        await expect.poll(() => leftovers(stateOf(home, kind)).length).toBeGreaterThan(0);
        abort.abort();
        expect((await outcome).code).toBe('ABORTED');
        expect(leftovers(stateOf(home, kind))).toEqual([]);
      };
      await cut((signal) => driver.createSnapshot(login.spec.id, 'snap-big', { signal }));
      await driver.createSnapshot(login.spec.id, 'snap-big');
      await inside(login, 'echo new > ~/file');
      await cut((signal) => driver.restoreSnapshot(login.spec, 'snap-big', { start: true, signal }));
      expect(await inside(login, 'cat ~/file')).toBe('new\n');
      const copy = await spec({ source_snapshot_id: 'snap-big' });
      await cut((signal) => driver.create(copy, { signal }));
      expect(await driver.status(copy.id)).toBe('absent');
      await driver.destroy(login.spec.id);
      await driver.deleteSnapshot('snap-big');
    });
  });
}
