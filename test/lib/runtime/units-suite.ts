import { describe, expect, it } from 'vitest';
import type { ServiceFailure } from '#lib/model/compute/service-failure.ts';
import { useUnitMachines } from './support/unit-machines.ts';

const POLITE = { grace_ms: 5000, force: false };

/** Tells that it is ready by the socket that it is given. */
const READY = `use Socket; socket(my $s, AF_UNIX, SOCK_DGRAM, 0);
send($s, "READY=1\\nSTATUS=all is well", 0, pack_sockaddr_un($ENV{NOTIFY_SOCKET})); exec "sleep", "4255";
`;

/** Units of systemd's form, which a machine's own init keeps. */
export function describeUnits(): void {
  describe('units of a machine', () => {
    const { machines, inside, out, write, unit, journal } = useUnitMachines();

    it('run with the folder, the variables and the drop-ins that they name; their output is in journal and console', async () => {
      const { boot, driver } = machines();
      const login = await boot();
      await write(login, '/etc/default/web', "# words\nFROM_FILE='of a file'\n");
      const text = `[Unit]
Description=The web
[Service]
Environment="WORD=two words" N=1
EnvironmentFile=/etc/default/web
EnvironmentFile=-/etc/default/none
RuntimeDirectory=web
WorkingDirectory=/run/web
ExecStartPre=-/bin/false
ExecStartPre=/bin/echo before \${WORD} $WORD \\
  %n
ExecStart=/bin/sh -c 'echo "$PWD $N $FROM_FILE"; exec sleep 4250'
ExecReload=/bin/echo reloaded by $MAINPID
ExecStopPost=/bin/echo after
`;
      await unit(login, 'web.service', text);
      await unit(login, 'web.service.d/more.conf', '[Service]\nEnvironment=N=2\n');
      expect(await inside(login, 'systemctl start web')).toEqual({ code: 0, stdout: '', stderr: '' });
      expect(await out(login, 'systemctl show -p ActiveState,SubState,LoadState web')).toBe(
        'ActiveState=active\nSubState=running\nLoadState=loaded\n',
      );
      const main = (await out(login, 'systemctl show --value -p MainPID web')).trim();
      await expect.poll(() => out(login, 'pgrep -xf "sleep 4250"')).toBe(`${main}\n`);
      expect(await inside(login, 'systemctl reload web')).toMatchObject({ code: 0 });
      const before = `before two words two words web.service\n/run/web 2 of a file\nreloaded by ${main}\n`;
      expect(await journal(login, 'web')).toBe(before);
      expect(await inside(login, 'systemctl stop web; systemctl is-active web')).toMatchObject({
        stdout: 'inactive\n',
        code: 3,
      });
      expect(await out(login, 'pgrep -xf "sleep 4250"; ls -d /run/web')).toBe('');
      expect(await journal(login, 'web')).toBe(`${before}after\n`);
      const lines = (await driver.boots?.consoleLog(login.spec.id, 0))?.parts.flatMap((part) => part.lines);
      expect(lines).toEqual(expect.arrayContaining(before.trim().split('\n')));
      await driver.destroy(login.spec.id);
    });

    it('are forking, oneshot, notify and templates, and leave nothing behind', async () => {
      const { boot, driver } = machines();
      const login = await boot();
      await unit(
        login,
        'fork.service',
        "[Service]\nType=forking\nPIDFile=/run/fork.pid\nExecStart=/bin/sh -c 'sleep 4251 & setsid -f sleep 4252; sleep 4253 & echo $! >/run/fork.pid'\n",
      );
      await unit(
        login,
        'once.service',
        '[Service]\nType=oneshot\nRemainAfterExit=yes\nExecStart=/bin/echo one\nExecStart=/bin/echo two\nExecStop=/bin/echo undone\n',
      );
      await write(login, '/root/ready.pl', READY);
      await unit(login, 'note.service', '[Service]\nType=notify\nExecStart=/usr/bin/perl /root/ready.pl\n');
      await unit(login, 'each@.service', "[Service]\nExecStart=/bin/sh -c 'echo of %i in %p; exec sleep 4254'\n");
      // A name that holds the end of a line hides no process.
      await write(login, '/root/odd', `printf 'a\\nb' >/proc/self/comm; trap '' TERM; sleep 4252 & wait; sleep 4252\n`);
      await unit(login, 'odd.service', '[Service]\nTimeoutStopSec=1\nExecStart=/bin/sh /root/odd\n');
      expect(await inside(login, 'systemctl start fork once note each@a each@b odd')).toMatchObject({
        code: 0,
        stderr: '',
      });
      const states =
        'for each in fork once note each@a; do systemctl show --value -p SubState,StatusText $each | xargs; done';
      expect(await out(login, states)).toBe('running\nexited\nrunning all is well\nrunning\n');
      const main = 'systemctl show --value -p MainPID fork; cat /run/fork.pid';
      const [shown, kept] = (await out(login, main)).split('\n');
      expect(shown).toBe(kept);
      await expect.poll(() => journal(login, 'each@b')).toBe('of b in each\n');
      expect(await inside(login, 'systemctl start each@')).toMatchObject({
        code: 1,
        stderr: 'systemctl: each@.service: this is a template (name@instance.service)\n',
      });
      await out(login, 'systemctl stop fork once note each@a each@b odd');
      expect(await out(login, 'pgrep -fa "sleep 42[5]"')).toBe('');
      expect(await journal(login, 'once')).toBe('one\ntwo\nundone\n');
      await driver.destroy(login.spec.id);
    });

    it('are started again as Restart= says, and have failed when they end too often; then they say why', async () => {
      const { boot, driver } = machines();
      const login = await boot();
      await unit(login, 'again.service', '[Service]\nExecStart=sleep 4256\nRestart=on-failure\n');
      await unit(
        login,
        'bad.service',
        "[Service]\nExecStart=/bin/sh -c 'echo oh no; exit 3'\nRestart=always\nStartLimitBurst=2\n",
      );
      await unit(login, 'none.service', '[Service]\nExecStart=/nope/there\n');
      const told: ServiceFailure[] = [];
      driver.boots?.onServiceFailed((_, news) => told.push(news));
      await out(login, 'systemctl start again; pkill -9 -xf "sleep 4256"');
      await expect
        .poll(() => out(login, 'systemctl show --value -p NRestarts,ActiveState again | xargs'))
        .toBe('1 active\n');
      // Not what keeps it: then nothing runs twice.
      await out(login, 'pkill -9 -f "[k]eep-unit again"');
      await expect
        .poll(() => out(login, 'systemctl is-active again; pgrep -xfc "sleep 4256"'), { timeout: 8000 })
        .toBe('active\n1\n');
      expect(await inside(login, 'systemctl start none')).toEqual({
        code: 1,
        stdout: '',
        stderr:
          'systemctl: none.service: it failed: exit-code (systemctl status none.service, journalctl -u none.service)\n',
      });
      expect(await journal(login, 'none')).toContain('none.service: /nope/there: No such file or directory\n');
      await out(login, 'systemctl start bad');
      await expect.poll(() => inside(login, 'systemctl is-failed bad')).toMatchObject({ code: 0, stdout: 'failed\n' });
      const life = 'oh no\nbad.service: its program ended with code 3\nbad.service: it failed: exit-code\n';
      const end = 'bad.service: it is not started again: it has ended too often\n';
      expect(await journal(login, 'bad')).toBe(life + life + end);
      // The host hears of both, with their last lines.
      await expect
        .poll(() => told)
        .toEqual([
          {
            unit: 'none.service',
            result: 'exit-code',
            lines: ['none.service: /nope/there: No such file or directory', 'none.service: it failed: exit-code'],
          },
          { unit: 'bad.service', result: 'start-limit-hit', lines: (life + life + end).trim().split('\n').slice(-5) },
        ]);
      expect(await out(login, 'systemctl status bad')).toContain('Active: failed (Result: start-limit-hit, code: 3)');
      expect(await out(login, 'systemctl list-units --failed --no-legend | cut -d" " -f1')).toBe(
        'bad.service\nnone.service\n',
      );
      await driver.destroy(login.spec.id);
    });

    it('that are enabled come back after a reboot, in their order; a slow one delays rc.local no longer than it may', async () => {
      const { boot, driver } = machines();
      const login = await boot();
      const wanted = '[Install]\nWantedBy=multi-user.target\n';
      const told = (name: string) => `ExecStart=/bin/sh -c 'echo ${name} >>/root/order; exec sleep 4257'\n`;
      await unit(login, 'a.service', `[Unit]\nAfter=b.service\nRequires=b.service\n[Service]\n${told('a')}${wanted}`);
      await unit(login, 'b.service', `[Unit]\nAfter=c.service\nWants=c.service\n[Service]\n${told('b')}`);
      await unit(
        login,
        'c.service',
        `[Service]\nType=oneshot\nRemainAfterExit=yes\nExecStart=/bin/sh -c 'sleep 0.3; echo c >>/root/order'\n`,
      );
      await unit(login, 'off.service', `[Service]\n${told('off')}${wanted}`);
      await unit(
        login,
        'slow.service',
        `[Service]\nType=notify\nTimeoutStartSec=1\nExecStart=/bin/sleep 4258\n${wanted}`,
      );
      await write(login, '/etc/rc.local', '#!/bin/sh\necho local >>/root/order\n');
      await out(
        login,
        'chmod 755 /etc/rc.local; systemctl enable a off slow 2>/dev/null; systemctl disable off 2>/dev/null',
      );
      expect(
        await out(
          login,
          'systemctl is-enabled a b off; readlink /etc/systemd/system/multi-user.target.wants/a.service',
        ),
      ).toBe('enabled\nstatic\ndisabled\n/etc/systemd/system/a.service\n');
      // This boot started what the disk named when it began.
      const booted = 'systemctl is-system-running --wait';
      expect(await inside(login, `${booted}; ls /root/order`)).toMatchObject({ stdout: 'running\n', code: 2 });
      await driver.reboot(login.spec, POLITE);
      expect(await inside(login, booted)).toEqual({ code: 1, stdout: 'degraded\n', stderr: '' });
      expect(await out(login, 'cat /root/order')).toBe('c\nb\na\nlocal\n');
      expect(await out(login, 'systemctl is-active a b c off slow')).toBe('active\nactive\nactive\ninactive\nfailed\n');
      const lines = (await driver.boots?.consoleLog(login.spec.id, 0))?.parts.flatMap((part) => part.lines);
      expect(lines).toContain(
        'init: slow.service: it failed: timeout (systemctl status slow.service, journalctl -u slow.service)',
      );
      await out(login, 'systemctl stop b');
      expect(await out(login, 'systemctl is-active a b')).toBe('inactive\ninactive\n');
      await driver.destroy(login.spec.id);
    });

    it('are masked, refused by their kind, and changed by root alone; nothing claims to be systemd', async () => {
      const { boot, driver } = machines();
      const login = await boot();
      const said = async (command: string) => {
        const { code, stderr } = await inside(login, command);
        return `${code} ${stderr.trim()}`;
      };
      expect(await said('systemctl start none')).toBe('5 systemctl: none.service: there is no unit of this name');
      await out(login, 'systemctl mask none 2>/dev/null');
      expect(await said('systemctl start none')).toBe('1 systemctl: none.service: it is masked');
      expect(await out(login, 'systemctl is-enabled none')).toBe('masked\n');
      expect(await said('systemctl unmask none 2>/dev/null; systemctl is-enabled none')).toBe(
        '1 systemctl: none.service: there is no unit of this name',
      );
      expect(await said('systemctl start a.timer')).toBe('1 systemctl: a.timer: timers are not supported (use cron)');
      expect(await said('systemctl enable a.socket')).toBe(
        '1 systemctl: a.socket: sockets are not supported (start the service itself)',
      );
      expect(await said('systemctl stop a.slice')).toBe(
        '1 systemctl: a.slice: slices are not supported (the limits are those of the plan)',
      );
      expect(await said('journalctl')).toBe(
        '1 journalctl: -u: the name of a unit is missing (the log of the machine is in svc logs)',
      );
      expect(await out(login, 'ls -d /run/systemd; ps -o comm= -p 1; systemctl --version')).toBe(
        'svc-init\nsystemctl of svc (not systemd)\n',
      );
      if (driver.capabilities().includes('users')) {
        const asNobody = 'setpriv --reuid 65534 --regid 65534 --clear-groups systemctl stop cron';
        expect(await said(asNobody)).toBe('4 systemctl: stop: only root may do this (sudo systemctl stop)');
        await unit(login, 'mine.service', "[Service]\nUser=nobody\nExecStart=/bin/sh -c 'id -un; exec sleep 4259'\n");
        await out(login, 'systemctl start mine');
        await expect.poll(() => out(login, 'ps -o user= -p $(pgrep -xf "sleep 4259")')).toBe('nobody\n');
      }
      await driver.destroy(login.spec.id);
    });

    it('are followed while they write, and of what they write without end two MiB are kept', async () => {
      const { boot, driver } = machines();
      const login = await boot();
      await unit(
        login,
        'loud.service',
        '[Service]\nExecStart=/usr/bin/yes a line of some length, again and again and again\n',
      );
      await out(login, 'systemctl start loud');
      const follow = 'journalctl -u loud -f -n 0 | head -n 1 | cut -c17-';
      expect(await out(login, follow)).toBe('a line of some length, again and again and again\n');
      await expect
        .poll(() => out(login, 'ls /var/log/units'), { timeout: 60_000 })
        .toBe('loud.service.log\nloud.service.log.1\n');
      expect(await out(login, 'systemctl stop loud; systemctl is-active loud; pgrep -xc yes')).toBe('inactive\n0\n');
      expect(Number(await out(login, 'cat /var/log/units/* | wc -c'))).toBeLessThanOrEqual(2 * 1024 * 1024);
      await driver.destroy(login.spec.id);
    });
  });
}
