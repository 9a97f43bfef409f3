import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { lstatSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { findRange, type IdRange } from '#lib/agent/hosted/id-range.ts';
import { firstBootPlan } from '#lib/model/compute/user-data/first-boot.ts';
import { anyMachine } from '#lib/model/compute/user-data/read.ts';
import { messageOf } from '#test/support/http/mime.ts';
import { makeOld, recordOf } from './support/old-machine.ts';
import { seenByRuntime } from './support/own-disks.ts';
import { useSshMachines } from './support/ssh-machines.ts';
import { stateOf } from './support/state-of.ts';

const POLITE = { grace_ms: 3000, force: false };

/** What a machine has that is a whole Linux machine: users, packages, and a root that is kept. */
export function describeUsers(): void {
  describe('container machines with a range of ids, their users and their root', () => {
    const machines = useSshMachines('container');

    it('have users, and keep their files and whose they are over a reboot, a snapshot and what is made of it', async () => {
      const { boot, ssh, driver, spec, key } = machines();
      expect(driver.capabilities()).toEqual(expect.arrayContaining(['users', 'packages']));
      const login = await boot();
      const make =
        'useradd -m ana; mkdir /srv/hers /new; echo x > /usr/share/kept; chown -R ana:ana /srv/hers; chmod 2750 /srv/hers';
      expect(await ssh.run(login, make)).toEqual({ code: 0, stdout: '', stderr: '' });
      const look =
        'stat -c "%U %G %a" /srv/hers; ls -d /new /usr/share/kept; runuser -u ana -- id -un; stat -c %a /tmp';
      const same = 'ana ana 2750\n/new\n/usr/share/kept\nana\n1777\n';
      expect((await ssh.run(login, look)).stdout).toBe(same);
      await driver.reboot(login.spec, POLITE);
      expect((await ssh.run(login, look)).stdout).toBe(same);
      const snapshot = `snap-${randomUUID()}`;
      await driver.createSnapshot(login.spec.id, snapshot, {});
      await ssh.run(login, 'rm -rf /srv/hers /usr/share/kept /usr/bin/env; userdel ana');
      await driver.restoreSnapshot(login.spec, snapshot, { start: true });
      expect((await ssh.run(login, look)).stdout).toBe(same);
      await driver.destroy(login.spec.id);
      const copy = await spec({ source_snapshot_id: snapshot });
      const { host_key } = await driver.create(copy);
      expect((await ssh.run({ spec: copy, key, hostKey: host_key }, look)).stdout).toBe(same);
      await driver.destroy(copy.id);
      await driver.deleteSnapshot(snapshot);
    });

    it('let a user in by its own keys, as itself, and by no other', async () => {
      const { boot, ssh, driver } = machines();
      const login = await boot();
      const hers = await ssh.makeKey(`ana-${randomUUID()}`);
      const own =
        'useradd -m -s /bin/bash -G users ana; install -d -o ana -g ana -m 700 ~ana/.ssh; cat > ~ana/.ssh/authorized_keys';
      await ssh.run(login, own, { input: `${hers.line}\n` });
      const ana = { ...login, key: hers, user: 'ana' };
      expect((await ssh.run(ana, 'id -un; id -Gn; pwd; echo $SHELL; cat /etc/shadow 2>&1 | head -c 4')).stdout).toBe(
        'ana\nana users\n/home/ana\n/bin/bash\ncat:',
      );
      // The platform's keys are root's, and hers are hers alone.
      for (const [key, user] of [
        [login.key, 'ana'],
        [hers, 'root'],
        [hers, 'daemon'],
        [hers, 'nobody'],
      ] as const)
        expect([user, (await ssh.run({ ...login, key, user }, 'true')).code]).toEqual([user, 255]);
      await ssh.run(login, 'chown daemon ~ana/.ssh/authorized_keys');
      expect((await ssh.run(ana, 'true')).code).toBe(255);
      await driver.destroy(login.spec.id);
    });

    it('are set up by user data in a message of several parts, with boothooks at every boot', async () => {
      const { boot, ssh, driver } = machines();
      const config = `users: [ { name: ana, groups: "adm, shop", uid: 2000, plain_text_passwd: secret, lock_passwd: false } ]
chpasswd: { users: [ { name: ana, password: better, type: text } ] }
groups: [ { crew: [ ana ] } ]
timezone: Etc/GMT-3
write_files: [ { path: /home/ana/late, content: x, owner: "ana:ana", defer: true } ]
runcmd: [ "echo runcmd" ]
final_message: over
`;
      const user_data = gzipSync(
        messageOf([
          { type: 'text/cloud-boothook', text: '#!/bin/sh\necho hook >> /root/hooks; echo hook\n' },
          { type: 'text/cloud-config', text: config },
          { type: 'text/x-shellscript', text: '#!/usr/bin/perl\nprint "script of perl\\n"\n', name: 'a.pl' },
          { type: 'text/x-shellscript', text: '#!/bin/sh\necho script of $(id -un)\n', name: 'z.sh' },
        ]),
      ).toString('base64');
      const login = await boot({ user_data, ...(await firstBootPlan(user_data, anyMachine)) });
      const inside = async (command: string) => (await ssh.run(login, command)).stdout;
      const log = 'hook\npasswd: password changed.\nscript of perl\nruncmd\nscript of root\nover\n';
      await expect.poll(() => inside('cat /var/log/user-data.log')).toBe(log);
      const look =
        'id ana; date +%z; stat -c %U /home/ana/late; passwd -S ana | cut -d" " -f2,3; ls -l /var/lib/svc/parts | grep -vc "^-rwx------ 1 root root"';
      expect(await inside(look)).toBe(
        'uid=2000(ana) gid=2000(ana) groups=2000(ana),4(adm),1000(crew),1001(shop)\n+0300\nana\nP 1970-01-01\n1\n',
      );
      await driver.reboot(login.spec, POLITE);
      await expect.poll(() => inside('cat /root/hooks')).toBe('hook\nhook\n');
      expect(await inside('cat /var/log/user-data.log')).toBe(log);
      await driver.destroy(login.spec.id);
    });

    it('leave nothing of theirs behind, whoever owns it', async () => {
      const { boot, ssh, driver, home } = machines();
      const login = await boot();
      const folder = join(stateOf(home, 'container'), 'machines', login.spec.id);
      await ssh.run(
        login,
        'useradd -m ana; runuser -u ana -- sh -c "mkdir -m 0 ~/closed; mkdir ~/a; touch ~/a/f; chmod 500 ~/a"',
      );
      const isRoot = process.getuid?.() === 0;
      const { first, first_gid } = findRange(isRoot ? lstatSync(folder).uid : null) as IdRange;
      const disk = join(seenByRuntime(stateOf(home, 'container')), 'machines', login.spec.id, 'disk');
      const { uid, gid } = lstatSync(join(disk, 'upper/home/ana'));
      // The first that useradd gives is 1000, and ids begin at 1.
      expect([uid, gid]).toEqual([first + 999, first_gid + 999]);
      if (isRoot) expect(first).toBeGreaterThanOrEqual(2 ** 31);
      await driver.destroy(login.spec.id);
      expect(lstatSync(folder, { throwIfNoEntry: false })).toBeUndefined();
      const left = () => execFileSync('find', [join(folder, '..'), '-uid', String(uid)], { encoding: 'utf8' });
      await expect.poll(left).toBe('');
    });

    it('lie on images that stay as long as a machine or a snapshot needs them', async () => {
      const { home, reopen } = machines();
      const state = stateOf(home, 'container');
      const [current = ''] = readdirSync(join(state, 'images'));
      const [needed, left] = ['f'.repeat(16), '0'.repeat(16)];
      for (const name of [needed, left]) mkdirSync(join(state, 'images', name, 'etc'), { recursive: true });
      mkdirSync(join(state, 'snapshots/kept/disk'), { recursive: true });
      writeFileSync(join(state, 'snapshots/kept/snapshot.json'), JSON.stringify({ format: 1, root: needed }));
      const { uid } = lstatSync(state);
      execFileSync('chown', [
        '-R',
        `${uid}:${uid}`,
        join(state, 'snapshots'),
        ...[needed, left].map((name) => join(state, 'images', name)),
      ]);
      await reopen();
      await expect.poll(() => readdirSync(join(state, 'images')).sort()).toEqual([current, needed].sort());
      rmSync(join(state, 'snapshots/kept'), { recursive: true });
    });

    it('that were made before there were images have users from their next boot on, and all that they had', async () => {
      const { boot, ssh, spec, driver, home, key, reopen } = machines();
      const login = await boot();
      await driver.stop(login.spec.id, POLITE);
      const folder = join(stateOf(home, 'container'), 'machines', login.spec.id);
      await makeOld(folder, {
        'root/file': 'mine',
        'usr-local/share/tool/x': 'x',
        'etc/bash.bashrc': 'alias mine=true',
      });
      await reopen();
      const snapshot = `snap-${randomUUID()}`;
      await machines().driver.createSnapshot(login.spec.id, snapshot, {});
      const look =
        'cat ~/file /usr/local/share/tool/x /etc/bash.bashrc; runuser -u daemon -- id -un; echo; dpkg -s bash | grep ^Status';
      const all = 'minexalias mine=truedaemon\n\nStatus: install ok installed\n';
      await machines().driver.start(login.spec);
      expect(await ssh.run(login, look)).toEqual({ code: 0, stdout: all, stderr: '' });
      expect(recordOf(folder).root).toMatch(/^[0-9a-f]{16}$/);
      await ssh.run(login, 'useradd -m ana; rm ~/file; echo x > /usr/share/kept');
      await machines().driver.reboot(login.spec, POLITE);
      expect((await ssh.run(login, 'cat /usr/share/kept; stat -c %U /home/ana')).stdout).toBe('x\nana\n');
      await machines().driver.restoreSnapshot(login.spec, snapshot, { start: true });
      expect((await ssh.run(login, look)).stdout).toBe(all);
      const copy = await spec({ source_snapshot_id: snapshot });
      const { host_key } = await machines().driver.create(copy);
      const there = { spec: copy, key, hostKey: host_key };
      expect((await ssh.run(there, `${look}; hostname; cat /etc/hostname`)).stdout).toBe(
        `${all}${copy.name}\n${copy.name}\n`,
      );
      for (const { id } of [login.spec, copy]) await machines().driver.destroy(id);
      await machines().driver.deleteSnapshot(snapshot);
    });

    it('that were made then, and have users in name alone, boot as they were and say why', async () => {
      const { boot, ssh, driver, home, reopen } = machines();
      const login = await boot();
      await driver.stop(login.spec.id, POLITE);
      const folder = join(stateOf(home, 'container'), 'machines', login.spec.id);
      await makeOld(folder, { 'root/before': 'before', 'etc/group': 'ana:x:1000:\n' });
      await reopen();
      await machines().driver.start(login.spec);
      expect((await ssh.run(login, 'cat ~/before; touch /usr/x 2>/dev/null || echo as before')).stdout).toBe(
        'beforeas before\n',
      );
      const why = 'this machine has one user (single_user): /etc/group has names of its own, which own no file: ana';
      expect(home.logged).toContain(`machine ${login.spec.id} stays as it is: ${why}`);
      const news = await machines().driver.boots?.consoleLog(login.spec.id, 0);
      expect(news?.parts[0]?.lines[0]).toBe(`svc: ${why}`);
      const terminal = await ssh.run(login, '', { tty: true, input: 'exit\n' });
      expect(terminal.stdout.split('\r\n')[0]).toBe(why);
      expect((await ssh.run(login, 'true', { tty: true })).stdout).toBe('');
      // The disk is moved once the copy of it as it was is complete.
      await ssh.run(login, 'rm /etc/group; head -c 100M /dev/urandom > /srv/large');
      const snapshot = `snap-${randomUUID()}`;
      const copying = machines().driver.createSnapshot(login.spec.id, snapshot, {});
      await machines().driver.reboot(login.spec, POLITE);
      await copying;
      expect(readdirSync(join(stateOf(home, 'container'), 'snapshots', snapshot, 'disk')).sort()).toEqual([
        'etc',
        'home',
        'mnt',
        'opt',
        'root',
        'srv',
        'tmp',
        'usr-local',
        'var',
      ]);
      await machines().driver.deleteSnapshot(snapshot);
      expect((await ssh.run(login, 'cat ~/before; runuser -u daemon -- id -un')).stdout).toBe('beforedaemon\n');
      await machines().driver.destroy(login.spec.id);
    });
  });
}
