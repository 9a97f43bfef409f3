import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { DriverKind } from '#lib/runtime/registry.ts';
import { eventually } from '#test/support/vitest/eventually.ts';
import { complaintsOf } from './support/openssh.ts';
import { guestsWith } from './support/processes.ts';
import { refusal } from './support/refusal.ts';
import { useSshMachines } from './support/ssh-machines.ts';

/** What a login finds in a machine, on every driver that runs one. */
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

    it('gives a terminal of its own, whose size follows the client, and its exit code', async () => {
      const { boot, ssh, driver } = machines();
      const login = await boot();
      const script = 'tty; stty size; trap "stty size; exit 9" WINCH; echo ready; while :; do sleep 0.1; done';
      const terminal = await ssh.startInTerminal(login, [script], { cols: 101, rows: 31 });
      await eventually(() => terminal.seen().includes('ready'));
      expect(terminal.seen()).toMatch(/^\/dev\/(pts\/|ttys)\d+\r\n31 101\r\n/);
      terminal.resize(140, 50);
      expect(await terminal.exited).toBe(9);
      expect(terminal.seen()).toContain('50 140\r\n');
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
      const authorized_keys = others.map(({ line }) => line);
      await driver.configure({ ...login.spec, authorized_keys });
      for (const other of others) expect((await ssh.run({ ...login, key: other }, 'true')).code).toBe(0);
      expect((await ssh.run({ ...login, key }, 'true')).code).toBe(255);
      expect(
        (await refusal(() => driver.configure({ ...login.spec, authorized_keys: ['ssh-ed25519 AAAA'] }))).code,
      ).toBe('INVALID');
      expect((await ssh.run({ ...login, key: others[0] ?? key }, 'true')).code).toBe(0);
      await driver.destroy(login.spec.id);
    });

    it('lets in the keys that a user keeps in the machine, for that user', async () => {
      const { boot, ssh, driver, user } = machines();
      const login = await boot();
      const friend = await ssh.makeKey(`friend-${randomUUID()}`);
      const visits = async (name: string) => (await ssh.run({ ...login, key: friend, user: name }, 'true')).code === 0;
      expect(await visits(user)).toBe(false);
      const add = 'mkdir -p ~/.ssh; { echo "# mine"; echo rubbish; cat; } >> ~/.ssh/authorized_keys';
      await ssh.run({ ...login, user }, add, { input: `${friend.line}\n` });
      expect([await visits(user), await visits('root')]).toEqual([true, false]);
      await ssh.run({ ...login, user }, 'cd ~/.ssh && mv authorized_keys keys && ln -s keys authorized_keys');
      expect(await visits(user)).toBe(false);
      await ssh.run({ ...login, user }, 'cd ~/.ssh && rm authorized_keys && mkfifo authorized_keys');
      expect(await visits(user)).toBe(false);
      expect((await ssh.run(login, 'true')).code).toBe(0);
      await driver.destroy(login.spec.id);
    });

    it('ends what a vanished client was running, and leaves what was meant to stay', async () => {
      const { boot, ssh, driver } = machines();
      const login = await boot();
      const [stays, shell, command] = ['stays', 'shell', 'command'].map((name) => `${name}-${randomUUID()}`);
      const leave = `nohup sh -c 'sleep 1000; :' ${stays} >/dev/null 2>&1 &`;
      expect(await ssh.run(login, leave)).toEqual({ code: 0, stdout: '', stderr: '' });
      const start = async (options: string[], mark?: string) => {
        const client = await ssh.start(login, options, [`sh -c 'sleep 1000; :' ${mark}`]);
        return { client, complaints: complaintsOf(client) };
      };
      const clients = await Promise.all([start(['-tt'], shell), start([], command)]);
      const programs = [stays, shell, command];
      const running = () => programs.filter((mark) => guestsWith(`sleep 1000; : ${mark}`).length > 0);
      const seen = () => ({ running: running(), complaints: clients.map(({ complaints }) => complaints()) });
      await expect.poll(seen).toEqual({ running: programs, complaints: ['', ''] });
      for (const { client } of clients) client.kill('SIGKILL');
      await expect.poll(running).toEqual([stays]);
      await driver.destroy(login.spec.id);
      await expect.poll(running).toEqual([]);
    });

    it('ends what a vanished client was running also where that never read what it was sent', async () => {
      const { boot, ssh, driver } = machines();
      const login = await boot();
      const doze = `sleep ${70_000_000 + Math.floor(Math.random() * 1e7)}`;
      const client = await ssh.start(login, [], [doze]);
      client.stdin?.on('error', () => undefined);
      client.stdin?.write(Buffer.alloc(8 * 1024 * 1024));
      await expect.poll(() => guestsWith(doze)).not.toEqual([]);
      client.kill('SIGKILL');
      await expect.poll(() => guestsWith(doze)).toEqual([]);
      await driver.destroy(login.spec.id);
    });

    it('interrupts a program at a terminal with ctrl-c', async () => {
      const { boot, ssh, driver } = machines();
      const login = await boot();
      // Short sleeps: a signal that comes before a program has started reaches only the shell, after that program has
      // ended.
      const waiting = 'trap "echo caught; exit 3" INT; echo ready; while :; do sleep 0.1; done';
      const client = await ssh.start(login, ['-tt'], [waiting]);
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

    it('serves sftp where that is a capability, and refuses it where not', async () => {
      const { boot, ssh, driver } = machines();
      const login = await boot();
      const client = await ssh.start(login, ['-s'], ['sftp']);
      let complaint = '';
      client.stderr?.on('data', (data: Buffer) => {
        complaint += data.toString();
      });
      client.stdin?.on('error', () => undefined);
      client.stdin?.end();
      const served = (await new Promise((resolve) => client.once('close', resolve))) === 0;
      expect(served).toBe(driver.capabilities().includes('sftp'));
      expect(complaint.includes('subsystem request failed')).toBe(!served);
      await driver.destroy(login.spec.id);
    });
  });
}
