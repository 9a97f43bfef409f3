import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { DriverKind } from '#lib/agent/driver.ts';
import { refusal } from './conformance.ts';
import { eventually } from './support/eventually.ts';
import { processesWith } from './support/processes.ts';
import { useSshMachines } from './support/ssh-machines.ts';

const POLITE = { grace_ms: 2000, force: false };

/** What a machine's SSH and its disk promise, on every driver that runs one. */
export function describeSsh(kind: DriverKind): void {
  describe(`${kind} machines over OpenSSH`, () => {
    const machines = useSshMachines(kind);

    it('runs commands as the default user and as root, with their exit codes, input and both outputs', async () => {
      const { boot, ssh, user, driver } = machines();
      const login = await boot();
      for (const name of ['root', user]) {
        const command = 'echo "$USER in $(basename "$PWD")"; cat; echo oops >&2; exit 7';
        const result = await ssh.run({ ...login, user: name }, command, { input: 'typed\n' });
        expect(result).toEqual({ code: 7, stdout: `${name} in ${name}\ntyped\n`, stderr: 'oops\n' });
      }
      expect((await ssh.run(login, 'kill -TERM $$')).code).toBe(255);
      expect((await ssh.run(login, 'head -c 3000000 /dev/zero')).stdout).toHaveLength(3_000_000);
      await driver.destroy(login.spec.id);
    });

    it('gives a terminal of the right size that follows, with its exit code', async () => {
      const { boot, ssh, driver } = machines();
      const login = await boot();
      const result = await ssh.run(login, 'test -t 0 && tty && echo "$TERM" >/dev/null; exit 9', { tty: true });
      expect(result.code).toBe(9);
      expect(result.stdout).toMatch(/^\/dev\/(pts\/|ttys)\d+\r\n$/);
      await driver.destroy(login.spec.id);
    });

    it('passes a clean environment on, and of the client only its language', async () => {
      const { boot, ssh, driver } = machines();
      const login = await boot();
      process.env.SVC_TEST_SECRET = randomUUID();
      const client = await ssh.start(login, ['-o', 'SetEnv=LC_TIME=de_DE.UTF-8 LD_PRELOAD=/evil.so'], ['env']);
      let seen = '';
      client.stdout?.on('data', (data: Buffer) => {
        seen += data.toString();
      });
      await new Promise((resolve) => client.once('close', resolve));
      expect(seen).toContain('LC_TIME=de_DE.UTF-8\n');
      expect(seen).not.toContain('LD_PRELOAD');
      expect(seen).not.toContain(process.env.SVC_TEST_SECRET);
      expect(seen).not.toMatch(/^(NODE_|npm_|VITEST)/m);
      delete process.env.SVC_TEST_SECRET;
      await driver.destroy(login.spec.id);
    });

    it('lets in only the keys it was given, and obeys a change at once', async () => {
      const { boot, ssh, driver, key } = machines();
      const login = await boot();
      const others = [
        await ssh.makeKey(`rsa-${randomUUID()}`, 'rsa'),
        await ssh.makeKey(`ec-${randomUUID()}`, 'ecdsa'),
      ];
      for (const other of others) {
        expect((await ssh.run({ ...login, key: other }, 'true')).stderr).toContain('Permission denied (publickey)');
      }
      expect((await ssh.run({ ...login, user: 'nobody' }, 'true')).stderr).toContain('Permission denied (publickey)');
      await driver.setKeys(
        login.spec.id,
        others.map(({ line }) => line),
      );
      for (const other of others) expect((await ssh.run({ ...login, key: other }, 'true')).code).toBe(0);
      expect((await ssh.run({ ...login, key }, 'true')).code).toBe(255);
      expect((await refusal(() => driver.setKeys(login.spec.id, ['ssh-ed25519 AAAA']))).code).toBe('INVALID');
      expect((await ssh.run({ ...login, key: others[0] ?? key }, 'true')).code).toBe(0);
      await driver.destroy(login.spec.id);
    });

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
      const ran = await eventually(async () => (await log()).code === 0 && (await log()).stdout);
      expect(ran).toBe('ran as root\nonce\n');
      await driver.reboot(login.spec, POLITE);
      expect((await ssh.run(login, 'cat "$SVC_ROOT/var/count"')).stdout).toBe('once\n');
      await driver.destroy(login.spec.id);
    });

    it('keeps user data that is no script, and does not run it', async () => {
      const { boot, ssh, driver } = machines();
      const login = await boot({ user_data: 'touch "$SVC_ROOT/var/ran"\n' });
      const kept = () =>
        ssh.run(login, 'cat "$SVC_ROOT/var/lib/svc/user-data"; ls "$SVC_ROOT/var/ran" 2>/dev/null');
      expect(await eventually(async () => (await kept()).stdout || false)).toBe('touch "$SVC_ROOT/var/ran"\n');
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
        await eventually(() => heard.length > 0);
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
      const kept = await eventually(async () => (await ssh.run(login, 'cat ~/kept')).stdout || false);
      expect(kept).toBe('before\n');
      expect(await driver.status(login.spec.id)).toBe('running');
      unsubscribe();
      expect(heard).toEqual([]);
      await driver.destroy(login.spec.id);
    });

    it('stops within the grace period, also when a program in it will not end', async () => {
      const { boot, ssh, driver } = machines();
      const mark = `sleep-${randomUUID()}`;
      const login = await boot();
      await ssh.run(login, `nohup sh -c 'trap "" TERM HUP; while :; do sleep 0.2; done' ${mark} >/dev/null 2>&1 &`);
      await eventually(() => processesWith(mark).length > 0);
      const begun = performance.now();
      await driver.stop(login.spec.id, { grace_ms: 500, force: false });
      expect(performance.now() - begun).toBeGreaterThan(450);
      expect(processesWith(mark)).toEqual([]);
      await driver.destroy(login.spec.id);
    });

    it('ends what a vanished client was running, and leaves what was meant to stay', async () => {
      const { boot, ssh, driver } = machines();
      const login = await boot();
      const [stays, shell, command] = ['stays', 'shell', 'command'].map((name) => `${name}-${randomUUID()}`);
      await ssh.run(login, `nohup sh -c 'sleep 1000; :' ${stays} >/dev/null 2>&1 &`);
      const clients = [
        await ssh.start(login, ['-tt'], [`sh -c 'sleep 1000; :' ${shell}`]),
        await ssh.start(login, [], [`sh -c 'sleep 1000; :' ${command}`]),
      ];
      const count = (mark?: string) =>
        processesWith(`:' ${mark}`).length + processesWith(`sleep 1000; : ${mark}`).length;
      await eventually(() => count(shell) > 0 && count(command) > 0 && count(stays) > 0);
      for (const client of clients) client.kill('SIGKILL');
      await eventually(() => count(shell) === 0 && count(command) === 0);
      expect(count(stays)).toBeGreaterThan(0);
      await driver.destroy(login.spec.id);
      expect(count(stays)).toBe(0);
    });

    it('interrupts a program at a terminal with ctrl-c', async () => {
      const { boot, ssh, driver } = machines();
      const login = await boot();
      const client = await ssh.start(login, ['-tt'], ['trap "echo caught; exit 3" INT; echo ready; sleep 1000']);
      let seen = '';
      client.stdout?.on('data', (data: Buffer) => {
        seen += data.toString();
      });
      const ended = new Promise((resolve) => client.once('close', resolve));
      await eventually(() => seen.includes('ready'));
      client.stdin?.write('\u0003');
      expect(await ended).toBe(3);
      expect(seen).toContain('caught');
      await driver.destroy(login.spec.id);
    });

    it('forwards a port into the machine', async () => {
      const { boot, ssh, driver } = machines();
      const login = await boot();
      const ports = { there: 30_000 + Math.floor(Math.random() * 20_000), nowhere: 9 };
      const server = `use IO::Socket::INET; my $s = IO::Socket::INET->new(LocalAddr => "127.0.0.1", LocalPort => ${ports.there}, Listen => 5, ReuseAddr => 1) or die; print "up\\n"; $| = 1; while (my $c = $s->accept) { my $l = <$c>; print $c "heard $l"; close $c }`;
      await ssh.run(login, `nohup perl -e '${server}' >/dev/null 2>&1 &`);
      const answer = async () => {
        const client = await ssh.start(login, ['-W', `127.0.0.1:${ports.there}`]);
        client.stdin?.on('error', () => undefined);
        client.stdin?.end('hello\n');
        let seen = '';
        client.stdout?.on('data', (data: Buffer) => {
          seen += data.toString();
        });
        await new Promise((resolve) => client.once('close', resolve));
        return seen;
      };
      expect(await eventually(async () => (await answer()) || false)).toBe('heard hello\n');
      const refused = await ssh.start(login, ['-W', `127.0.0.1:${ports.nowhere}`]);
      expect(await new Promise((resolve) => refused.once('close', resolve))).toBe(255);
      await driver.destroy(login.spec.id);
    });

    it('refuses a public port that something else holds, and works on another', async () => {
      const { boot, spec, driver } = machines();
      const holder = await boot();
      const machine = await spec({ ssh: holder.spec.ssh });
      const { host, port } = holder.spec.ssh;
      const inUse = { code: 'PORT_IN_USE', message: `${host}:${port} is in use by another program` };
      expect(await refusal(() => driver.create(machine))).toEqual(inUse);
      expect(await driver.status(machine.id)).toBe('stopped');
      expect(await refusal(() => driver.start(machine))).toEqual(inUse);
      await driver.create({ ...machine, ssh: (await spec()).ssh });
      expect(await driver.status(machine.id)).toBe('running');
      for (const id of [machine.id, holder.spec.id]) await driver.destroy(id);
    });

    it('obeys a replaced firewall for new connections, also after a restart', async () => {
      const { boot, ssh, driver } = machines();
      const login = await boot();
      const works = async () => (await ssh.run(login, 'true')).code === 0;
      const tcp = (cidr: string, from: number, to: number) => [
        { protocol: 'tcp' as const, port_from: from, port_to: to, cidrs: [cidr] },
      ];
      await driver.setFirewall(login.spec.id, tcp('192.0.2.0/24', 22, 22));
      expect(await works()).toBe(false);
      await driver.reboot(login.spec, POLITE);
      expect(await works()).toBe(false);
      await driver.setFirewall(login.spec.id, tcp('127.0.0.0/8', 23, 1000));
      expect(await works()).toBe(false);
      await driver.setFirewall(login.spec.id, tcp('127.0.0.0/8', 1, 1000));
      expect(await works()).toBe(true);
      expect((await refusal(() => driver.setFirewall(login.spec.id, tcp('10.0.0.0/33', 1, 2)))).code).toBe('INVALID');
      expect(await works()).toBe(true);
      await driver.destroy(login.spec.id);
    });

    it('survives clients that send rubbish, stay silent or come in floods', async () => {
      const { boot, ssh, driver } = machines();
      const login = await boot();
      const rubbish = [
        '',
        '\0'.repeat(70_000),
        'SSH-2.0-x\r\n',
        `SSH-2.0-x\r\n${'\xff'.repeat(40_000)}`,
        'GET / HTTP/1.1\r\n\r\n',
      ];
      const sockets = Array.from({ length: 100 }, (_, index) => {
        const socket = connect(login.spec.ssh.port, login.spec.ssh.host);
        socket.on('error', () => undefined).resume();
        socket.write(rubbish[index % rubbish.length] ?? '', 'latin1');
        return socket;
      });
      await eventually(() => sockets.filter(({ destroyed }) => destroyed).length >= 80);
      for (const socket of sockets) socket.destroy();
      await eventually(async () => (await ssh.run(login, 'true')).code === 0);
      expect(machines().home.logged).toEqual([]);
      await driver.destroy(login.spec.id);
    });

    it('copies files with tar and legacy scp, and refuses sftp where there is no server for it', async () => {
      const { boot, ssh, driver } = machines();
      const login = await boot();
      expect(
        (await ssh.run(login, 'cat > ~/file && wc -c < ~/file', { input: 'x'.repeat(500_000) })).stdout.trim(),
      ).toBe('500000');
      if (!driver.capabilities().includes('sftp')) {
        const client = await ssh.start(login, ['-s'], ['sftp']);
        let complaint = '';
        client.stderr?.on('data', (data: Buffer) => {
          complaint += data.toString();
        });
        expect(await new Promise((resolve) => client.once('close', resolve))).not.toBe(0);
        expect(complaint).toContain('subsystem request failed');
      }
      await driver.destroy(login.spec.id);
    });
  });
}
