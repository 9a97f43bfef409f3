import { describe, expect, it } from 'vitest';
import type { FirstBoot } from '#lib/model/compute/first-boot.ts';
import type { DriverKind } from '#lib/runtime/registry.ts';
import { findTool } from '#lib/runtime/system/tools.ts';
import type { Login } from './support/openssh.ts';
import { processesWith } from './support/processes.ts';
import { useSshMachines } from './support/ssh-machines.ts';

const POLITE = { grace_ms: 5000, force: false };

/** What machines run by themselves: user data once, and their owners' programs and services at every boot. */
export function describeBoots(kind: DriverKind): void {
  describe(`what ${kind} machines run by themselves`, () => {
    const machines = useSshMachines(kind);
    const inside = async (login: Login, command: string) => (await machines().ssh.run(login, command)).stdout;
    const logOf = async ({ spec }: Login): Promise<string[]> => {
      const news = await machines().driver.boots?.consoleLog(spec.id, 0);
      const lines = news?.parts.flatMap((part) => part.lines) ?? [];
      // What a package's own script says at the boot of a machine that has packages, or the platform of one without.
      return lines.filter((line) => !/^Starting .*: cron\.$|^svc: this machine has one user /.test(line));
    };
    const hearing = () => {
      const heard: [string, FirstBoot][] = [];
      machines().driver.boots?.onFirstBoot((...news) => heard.push(news));
      return (id: string) => heard.filter(([of]) => of === id).map(([, news]) => news);
    };
    const write = (login: Login, path: string, text: string) =>
      machines().ssh.run(login, `mkdir -p $(dirname ${path}) && cat > ${path} && chmod 755 ${path}`, { input: text });

    it('tells of a user data script that it started and how it ended, once, and shows what it wrote', async () => {
      const { boot, driver } = machines();
      const heard = hearing();
      const login = await boot({ user_data: '#!/bin/sh\necho begun >&2\nprintf "no end"\nexit 3\n' });
      const { id } = login.spec;
      const failed = { state: 'failed', exit_code: 3 };
      await expect.poll(() => heard(id)).toEqual([{ state: 'started' }, failed]);
      await expect.poll(() => logOf(login)).toEqual(['begun', 'no end']);
      expect(await inside(login, 'cat /var/log/user-data.log')).toBe('begun\nno end');
      await driver.reboot(login.spec, POLITE);
      await expect.poll(() => heard(id)).toEqual([{ state: 'started' }, failed, failed]);
      expect(await logOf(login)).toEqual([]);
      await driver.destroy(id);
    });

    it('tells of success at once, also when the script leaves programs running', async () => {
      const { boot, driver } = machines();
      const heard = hearing();
      const script = '#!/bin/sh\necho > /dev/stdout\n(while :; do echo still here; sleep 0.1; done) &\n';
      const login = await boot({ user_data: script });
      await expect.poll(() => heard(login.spec.id)).toEqual([{ state: 'started' }, { state: 'finished' }]);
      await expect.poll(async () => (await logOf(login)).length).toBeGreaterThan(3);
      expect((await logOf(login)).slice(0, 2)).toEqual(['', 'still here']);
      await driver.destroy(login.spec.id);
    });

    it.each(['stop', 'kill', 'reopen'])('has failed, and never runs again, when a %s interrupts it', async (how) => {
      const { boot, driver, reopen } = machines();
      const heard = hearing();
      const login = await boot({ user_data: '#!/bin/sh\necho once >> /root/count\nexec sleep 4242\n' });
      const { id } = login.spec;
      await expect.poll(() => inside(login, 'cat /root/count')).toBe('once\n');
      const before = how === 'reopen' ? [] : [{ state: 'started' }, { state: 'failed', exit_code: null }];
      if (how === 'reopen') await reopen();
      else await driver.stop(id, { grace_ms: 2000, force: how === 'kill' });
      if (how !== 'reopen') await expect.poll(() => heard(id)).toEqual(before);
      const later = hearing();
      await machines().driver.start(login.spec);
      await expect.poll(() => later(id)).toEqual([{ state: 'failed', exit_code: null }]);
      expect(await inside(login, 'cat /root/count')).toBe('once\n');
      await machines().driver.destroy(id);
    });

    it('runs rc.local and boot.d at every boot, in order, and tells of one that fails', async () => {
      const { boot, driver } = machines();
      const login = await boot();
      await write(login, '/etc/rc.local', '#!/bin/sh\necho rc.local as $USER\n');
      await write(login, '/etc/boot.d/20-second', '#!/bin/sh\necho second; exit 7\n');
      await write(login, '/etc/boot.d/10-first', '#!/bin/sh\necho first\n');
      await inside(login, 'echo echo never > /etc/boot.d/15-not-executable; mkfifo /etc/boot.d/30-pipe');
      const expected = ['rc.local as root', 'first', 'second', 'init: /etc/boot.d/20-second ended with code 7'];
      for (const again of [() => driver.reboot(login.spec, POLITE), () => machines().driver.start(login.spec)]) {
        await again();
        await expect.poll(() => logOf(login)).toEqual(expected);
        await driver.stop(login.spec.id, POLITE);
      }
      await driver.destroy(login.spec.id);
    });

    it('keeps a line of a boot script whole, which a service writes into', async () => {
      const { boot, driver } = machines();
      const login = await boot();
      const until = (file: string) => `until [ -e /run/${file} ]; do sleep 0.02; done`;
      await write(login, '/etc/rc.local', `#!/bin/sh\nprintf 'one '; touch /run/half; ${until('other')}; echo line\n`);
      const service = `#!/bin/sh\n${until('half')}; echo other; touch /run/other; exec sleep 4246\n`;
      await write(login, '/etc/services.d/other/run', service);
      await driver.reboot(login.spec, POLITE);
      await expect.poll(() => logOf(login)).toEqual(['other', 'one line']);
      await driver.destroy(login.spec.id);
    });

    it('lets what a boot script left write its last words, and waits for it', async () => {
      const { boot, driver } = machines();
      const login = await boot();
      const left = `trap 'echo saved; touch /root/saved; exit' TERM; touch /run/left; while :; do sleep 0.02; done`;
      await write(login, '/etc/rc.local', `#!/bin/sh\n(${left}) &\n`);
      await driver.reboot(login.spec, POLITE);
      await expect.poll(() => inside(login, 'ls /run/left')).toBe('/run/left\n');
      await driver.reboot(login.spec, POLITE);
      expect(await inside(login, 'ls /root/saved')).toBe('/root/saved\n');
      await driver.destroy(login.spec.id);
    });

    it.runIf(findTool('cron') !== null)('runs what a crontab names for a boot, where the host has cron', async () => {
      const { boot, driver } = machines();
      const login = await boot();
      await inside(login, "echo '@reboot echo booted as $LOGNAME | tee booted' | crontab -");
      expect(await inside(login, 'crontab -l')).toBe('@reboot echo booted as $LOGNAME | tee booted\n');
      await driver.reboot(login.spec, POLITE);
      // The daemon of the package, where the machine has it, mails to nobody.
      if (!driver.capabilities().includes('packages'))
        await expect.poll(() => logOf(login)).toEqual(['booted as root']);
      else await expect.poll(() => inside(login, 'cat booted')).toBe('booted as root\n');
      await driver.destroy(login.spec.id);
    });

    it('keeps services running: at every boot, and after they end, with longer pauses', async () => {
      const { boot, driver } = machines();
      const login = await boot();
      await write(login, '/etc/services.d/web/run', '#!/bin/sh\necho serving $PWD\nexec sleep 4243\n');
      await write(login, '/etc/services.d/bad/run', '#!/bin/sh\nexit 9\n');
      await inside(login, 'kill -HUP 1');
      await expect.poll(() => inside(login, 'pgrep -xf "sleep 4243"')).toMatch(/^\d+\n$/);
      const bad = (pause: number) => `init: service bad ended with code 9; it starts again in ${pause} s`;
      await expect.poll(() => logOf(login), { timeout: 8000 }).toEqual(expect.arrayContaining([bad(1), bad(2)]));
      await inside(login, 'pkill -xf "sleep 4243"');
      const ended = 'init: service web ended with code 143; it starts again in 1 s';
      await expect.poll(() => logOf(login), { timeout: 5000 }).toEqual(expect.arrayContaining([ended]));
      await expect.poll(() => inside(login, 'pgrep -xf "sleep 4243"'), { timeout: 5000 }).toMatch(/^\d+\n$/);
      await inside(login, 'kill -HUP 1; kill -HUP 1');
      expect(await inside(login, 'pgrep -xfc "sleep 4243"')).toBe('1\n');
      await driver.reboot(login.spec, POLITE);
      await expect.poll(() => logOf(login)).toEqual(expect.arrayContaining(['serving /etc/services.d/web', bad(1)]));
      expect(await inside(login, 'pgrep -xfc "sleep 4243"')).toBe('1\n');
      await driver.destroy(login.spec.id);
    });

    it('starts at the first boot, when user data has ended, what it brought', async () => {
      const { boot, driver } = machines();
      const user_data = [
        '#!/bin/sh',
        'mkdir -p /etc/services.d/app',
        "printf '#!/bin/sh\\necho app\\nexec sleep 4244\\n' > /etc/services.d/app/run",
        "printf '#!/bin/sh\\necho rc\\n' > /etc/rc.local",
        'chmod 755 /etc/services.d/app/run /etc/rc.local',
        'echo done',
      ].join('\n');
      const login = await boot({ user_data });
      await expect.poll(async () => (await logOf(login)).toSorted()).toEqual(['app', 'done', 'rc']);
      expect((await logOf(login))[0]).toBe('done');
      await driver.destroy(login.spec.id);
    });

    it('asks services to end at a stop, waits for them, and kills what does not', async () => {
      const { boot, driver } = machines();
      const login = await boot();
      const slow = '#!/bin/sh\ntrap "sleep 0.5; echo ended well > /root/end; exit" TERM\nwhile :; do sleep 0.1; done\n';
      await write(login, '/etc/services.d/slow/run', slow);
      await write(login, '/etc/services.d/stubborn/run', '#!/bin/sh\ntrap "" TERM HUP\nwhile :; do sleep 0.1; done\n');
      await inside(login, 'kill -HUP 1');
      await expect.poll(() => inside(login, 'pgrep -fc services.d/stubborn')).toBeDefined();
      // biome-ignore lint/plugin: not before its time; a busy computer only makes it later
      const begun = performance.now();
      await driver.stop(login.spec.id, { grace_ms: 2000, force: false });
      // biome-ignore lint/plugin: as above
      expect(performance.now() - begun).toBeGreaterThan(1900);
      await driver.start(login.spec);
      expect(await inside(login, 'cat /root/end')).toBe('ended well\n');
      await driver.destroy(login.spec.id);
      expect(processesWith('services.d/stubborn')).toHaveLength(0);
    });

    it('reaps what nobody waits for', async () => {
      const { boot, driver } = machines();
      const login = await boot();
      await inside(
        login,
        'for each in 1 2 3 4 5; do (sleep 0.1 & exec true); done; setsid -f sh -c "true & exec sleep 0.2"',
      );
      await expect.poll(() => inside(login, 'ps -eo stat= | grep -c Z')).toBe('0\n');
      expect(await inside(login, 'pgrep -P 1 -c sleep')).toBe('1\n');
      await driver.destroy(login.spec.id);
    });
  });
}
