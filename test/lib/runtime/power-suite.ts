import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { DriverKind } from '#lib/runtime/registry.ts';
import { descendantsOf, processesWith } from './support/processes.ts';
import { refusal } from './support/refusal.ts';
import { useSshMachines } from './support/ssh-machines.ts';

const POLITE = { grace_ms: 2000, force: false };

/** What stays and what ends over stops, starts and a guest's own power-offs. */
export function describePower(kind: DriverKind): void {
  /** Whether a machine's processes are the host's. */
  const seen = kind !== 'qemu';

  describe(`${kind} machines, their disk and their power`, () => {
    const machines = useSshMachines(kind);

    it('keeps files over stop, start, reboot and a reopened driver', async () => {
      const { boot, ssh, driver, reopen } = machines();
      const login = await boot();
      const read = async () => (await ssh.run(login, 'cat ~/kept "$SVC_ROOT/var/kept"')).stdout;
      await ssh.run(login, 'echo home > ~/kept; echo var > "$SVC_ROOT/var/kept"; sync');
      await driver.stop(login.spec.id, POLITE);
      expect((await ssh.run(login, 'true')).stderr).toContain('Connection refused');
      await driver.start(login.spec);
      expect(await read()).toBe('home\nvar\n');
      await driver.reboot(login.spec, POLITE);
      expect(await read()).toBe('home\nvar\n');
      await reopen();
      await machines().driver.start(login.spec);
      expect(await read()).toBe('home\nvar\n');
      await machines().driver.destroy(login.spec.id);
    });

    it('runs a user data script once, at the first boot, and logs it', async () => {
      const { boot, ssh, driver } = machines();
      const filler = `# ${'x'.repeat(60_000)}\n`;
      const script = `#!/bin/sh\n${filler}echo "ran as $USER"\necho once >> "$SVC_ROOT/var/count"\n`;
      const login = await boot({ user_data: script });
      const log = () => ssh.run(login, 'cat "$SVC_ROOT/var/log/user-data.log" && cat "$SVC_ROOT/var/count"');
      await expect.poll(log).toEqual({ code: 0, stdout: 'ran as root\nonce\n', stderr: '' });
      await driver.reboot(login.spec, POLITE);
      expect((await ssh.run(login, 'cat "$SVC_ROOT/var/count"')).stdout).toBe('once\n');
      await driver.destroy(login.spec.id);
    });

    it.skipIf(kind !== 'container')(
      'has its new name everywhere once it is renamed, beside what its owner wrote',
      async () => {
        const { boot, ssh, driver } = machines();
        const { spec, ...login } = await boot();
        const inside = async (command: string) => (await ssh.run({ ...login, spec }, command)).stdout;
        await inside('echo 192.0.2.1 mine >> /etc/hosts');
        for (const name of ['renamed.example.com', spec.name]) {
          await driver.reboot({ ...spec, name }, POLITE);
          const own = [...new Set([name, name.split('.')[0]])].join(' ');
          expect(await inside('hostname; cat /etc/hostname')).toBe(`${name}\n${name}\n`);
          expect(await inside('cat /etc/hosts')).toBe(
            `127.0.0.1 localhost\n${spec.private_ip} ${own}\n${spec.vpc.gateway} gateway\n192.0.2.1 mine\n`,
          );
        }
        await inside('rm /etc/hostname && mkfifo /etc/hostname');
        await driver.reboot({ ...spec, name: 'again' }, POLITE);
        expect(await inside('hostname')).toBe('again\n');
        await driver.destroy(spec.id);
      },
    );

    it.skipIf(kind !== 'container')(
      'keeps the name that its root has given it, whatever the platform calls it',
      async () => {
        const { boot, ssh, driver, spec: another, key } = machines();
        const { spec, ...login } = await boot();
        const names = 'hostname; cat /etc/hostname; grep -c ours /etc/hosts';
        const inside = async (command: string) => (await ssh.run({ ...login, spec }, command)).stdout;
        await inside('echo ours.example.com > /etc/hostname; echo 127.0.1.1 ours.example.com ours >> /etc/hosts');
        for (const name of [spec.name, 'called-otherwise']) {
          await driver.reboot({ ...spec, name }, POLITE);
          expect(await inside(names)).toBe('ours.example.com\nours.example.com\n1\n');
        }
        // Its name is its own: what is made of its disk has another, which the platform may change.
        const snapshot = `snap-${randomUUID()}`;
        await driver.createSnapshot(spec.id, snapshot, {});
        const copy = await another({ source_snapshot_id: snapshot });
        const { host_key } = await driver.create(copy);
        const there = async (command: string) =>
          (await ssh.run({ spec: copy, key, hostKey: host_key }, command)).stdout;
        expect(await there('hostname; cat /etc/hostname')).toBe(`${copy.name}\n${copy.name}\n`);
        await driver.reboot({ ...copy, name: 'renamed' }, POLITE);
        expect(await there('hostname; cat /etc/hostname')).toBe('renamed\nrenamed\n');
        // Without a name of its own it has the platform's again; what is no name is none.
        await inside('echo "no name!" > /etc/hostname');
        await driver.reboot({ ...spec, name: 'again' }, POLITE);
        expect(await inside('hostname; cat /etc/hostname')).toBe('again\nagain\n');
        for (const { id } of [spec, copy]) await driver.destroy(id);
        await driver.deleteSnapshot(snapshot);
      },
    );

    it('keeps user data that is no script, and does not run it', async () => {
      const { boot, ssh, driver } = machines();
      const login = await boot({ user_data: 'touch "$SVC_ROOT/var/ran"\n' });
      const kept = () => ssh.run(login, 'cat "$SVC_ROOT/var/lib/svc/user-data"; ls "$SVC_ROOT/var/ran" 2>/dev/null');
      await expect.poll(async () => (await kept()).stdout).toBe('touch "$SVC_ROOT/var/ran"\n');
      await driver.destroy(login.spec.id);
    });

    it.each(['poweroff', 'halt', 'shutdown now', 'shutdown -h now'])(
      'is stopped by %s from inside',
      async (command) => {
        const { boot, ssh, driver } = machines();
        const login = await boot();
        const heard: unknown[] = [];
        const unsubscribe = driver.onPowerOff((...what) => heard.push(what));
        await ssh.run(login, `${command}; sleep 30`);
        await expect.poll(() => heard.length).toBeGreaterThan(0);
        unsubscribe();
        expect(heard).toEqual([[login.spec.id, 'guest']]);
        expect(await driver.status(login.spec.id)).toBe('stopped');
        await driver.start(login.spec);
        expect((await ssh.run(login, 'true')).code).toBe(0);
        await driver.destroy(login.spec.id);
      },
    );

    it.each(['reboot', 'shutdown -r now'])('comes up again after %s from inside', async (command) => {
      const { boot, ssh, driver } = machines();
      const heard: unknown[] = [];
      const unsubscribe = driver.onPowerOff((...what) => heard.push(what));
      const login = await boot();
      await ssh.run(login, 'echo before > ~/kept');
      await ssh.run(login, `${command}; sleep 30`);
      await expect.poll(async () => (await ssh.run(login, 'cat ~/kept')).stdout).toBe('before\n');
      expect(await driver.status(login.spec.id)).toBe('running');
      unsubscribe();
      expect(heard).toEqual([]);
      await driver.destroy(login.spec.id);
    });

    it.skipIf(kind !== 'container')('keeps its services when all its processes are ended', async () => {
      const { boot, ssh, driver } = machines();
      const login = await boot();
      const inside = async (command: string) => (await ssh.run(login, command)).stdout;
      const run = '#!/bin/sh\nexec sleep 4321\n';
      await ssh.run(login, 'mkdir -p /etc/services.d/web && cd /etc/services.d/web && cat > run && chmod +x run', {
        input: run,
      });
      await inside('kill -HUP 1');
      const served = () => inside('pgrep -xf "sleep 4321"');
      await expect.poll(served).toMatch(/^\d+\n$/);
      const first = await served();
      await inside('kill -KILL -1');
      await expect.poll(async () => !['', first].includes(await served())).toBe(true);
      expect(await driver.status(login.spec.id)).toBe('running');
      await driver.destroy(login.spec.id);
    });

    it.skipIf(kind !== 'container')('stays when the processes of its init end, or none may begin', async () => {
      const { boot, ssh, driver } = machines();
      const login = await boot();
      const init = async () => (await ssh.run(login, 'tr "\\0" " " < /proc/1/cmdline')).stdout;
      const isSure = () => expect.poll(init).toBe('/bin/sh /run/init again yes ');
      // Init asks `date` for the time where there is cron.
      const place = (name: string, text: string) =>
        ssh.run(login, `cat > /usr/local/sbin/${name} && chmod +x /usr/local/sbin/${name}`, { input: text });
      // On a root of its own cron's own daemon runs, and init starts nothing when its rest is ended but another rest.
      const ownRoot = driver.capabilities().includes('packages');
      if (!ownRoot) {
        await place('cron', '#!/bin/sh\n');
        await driver.reboot(login.spec, POLITE);
        expect(await init()).toBe('/bin/sh /run/init ');
        await place('date', '#!/bin/sh\nkill -KILL $$\n');
        await ssh.run(login, 'kill -KILL -1');
        await ssh.run(login, 'rm /usr/local/sbin/date');
        await isSure();
        await driver.reboot(login.spec, POLITE);
      }
      expect(await init()).toBe('/bin/sh /run/init ');
      const bomb = `while (defined($p = fork)) { $p or sleep 60, exit; push @p, $p }
        for (</proc/[0-9]*/stat>) { open F, $_ or next; <F> =~ /^(\\d+) \\(sleep\\) \\S+ 1 / and kill KILL => $1 }
        select undef, undef, undef, 0.02 until ${ownRoot ? 1 : 'do { open F, "/proc/1/cmdline"; <F> =~ /perl/ }'};
        kill KILL => @p;`;
      expect(await ssh.run(login, 'perl -', { input: bomb })).toMatchObject({ code: 0, stderr: '' });
      if (!ownRoot) await isSure();
      expect((await ssh.run(login, 'sh -c "sleep 0 & wait" && echo well')).stdout).toBe('well\n');
      expect(await driver.status(login.spec.id)).toBe('running');
      await driver.destroy(login.spec.id);
    });

    it.runIf(seen)('stops at once when a stop under way is aborted, and says so', async () => {
      const { boot, ssh, driver } = machines();
      const asked = `asked-${randomUUID()}`;
      const login = await boot();
      const loop = 'while :; do sleep 0.1; done';
      const stubborn = `trap 'trap "" TERM HUP; exec sh -c "${loop}" ${asked}' TERM; touch ~/ready; ${loop}`;
      await ssh.run(login, 'cat > ~/stubborn; nohup sh ~/stubborn >/dev/null 2>&1 &', { input: stubborn });
      await expect.poll(async () => (await ssh.run(login, 'test -e ~/ready')).code).toBe(0);
      const abort = new AbortController();
      const stop = refusal(() => driver.stop(login.spec.id, { grace_ms: 60_000, force: false, signal: abort.signal }));
      await expect.poll(() => processesWith(asked).length).toBeGreaterThan(0);
      abort.abort();
      expect((await stop).code).toBe('ABORTED');
      expect(await driver.status(login.spec.id)).toBe('stopped');
      await expect.poll(() => processesWith(asked)).toHaveLength(0);
      await driver.destroy(login.spec.id);
    });

    // Those of `container` are taken over (takeover-suite.ts).
    it.runIf(kind !== 'container')('tells of machines that were lost with the runtime, and goes on', async () => {
      const { boot, ssh, driver } = machines();
      const heard: unknown[] = [];
      const unsubscribe = driver.onPowerOff((...what) => heard.push(what));
      const login = await boot();
      await ssh.run(login, 'echo kept > ~/file; sync');
      for (const { pid } of descendantsOf(process.pid).filter(({ pid }) =>
        processesWith('lib/runtime/main.ts').includes(pid),
      )) {
        process.kill(pid, 'SIGKILL');
      }
      await expect.poll(() => heard.length).toBeGreaterThan(0);
      unsubscribe();
      expect(heard).toEqual([[login.spec.id, 'runtime']]);
      expect(await driver.status(login.spec.id)).toBe('stopped');
      await driver.start(login.spec);
      expect((await ssh.run(login, 'cat ~/file')).stdout).toBe('kept\n');
      await driver.destroy(login.spec.id);
    });

    it.runIf(seen)('stops within the grace period, also when a program in it will not end', async () => {
      const { boot, ssh, driver } = machines();
      const mark = `sleep-${randomUUID()}`;
      const login = await boot();
      const stubborn = `trap "" TERM HUP; exec sh -c "while :; do sleep 0.1; done" ${mark}`;
      await ssh.run(login, 'cat > ~/stubborn; nohup sh ~/stubborn >/dev/null 2>&1 &', { input: stubborn });
      await expect.poll(() => processesWith(mark).length).toBeGreaterThan(0);
      // biome-ignore lint/plugin: not before its time; a busy computer only makes it later
      const begun = performance.now();
      await driver.stop(login.spec.id, { grace_ms: 500, force: false });
      // biome-ignore lint/plugin: as above
      expect(performance.now() - begun).toBeGreaterThan(450);
      await expect.poll(() => processesWith(mark)).toHaveLength(0);
      await driver.destroy(login.spec.id);
    });
  });
}
