import { execFile, spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DriverKind } from '#lib/runtime/registry.ts';
import { listening } from '#lib/runtime/system/listening.ts';
import { useSshMachines } from './support/ssh-machines.ts';

const run = promisify(execFile);

/** What reaches back from a machine to the client of its SSH: ports (`ssh -R`) and its agent (`ssh -A`). */
export function describeForwarding(kind: DriverKind): void {
  describe(`what leads from ${kind} machines to the client`, () => {
    const machines = useSshMachines(kind);
    const site = createServer((_, reply) => reply.end('of the laptop\n'));
    let port: number;
    beforeAll(async () => {
      await new Promise<void>((done) => site.listen(0, '127.0.0.1', done));
      port = (site.address() as AddressInfo).port;
    });
    afterAll(() => void site.close());
    const curl = (at: string) => `curl -s --noproxy '*' --max-time 5 http://${at}/`;

    it('is reached by a port of the machine alone, while the connection lasts', async () => {
      const { boot, ssh, driver } = machines();
      const [login, other] = await Promise.all([boot(), boot()]);
      const before = new Set(listening().map((one) => one.port));
      const forward = ['-R', `8123:127.0.0.1:${port}`];
      const answered = await ssh.run(login, curl('127.0.0.1:8123'), { options: forward });
      expect(answered).toEqual({ code: 0, stdout: 'of the laptop\n', stderr: '' });
      const near = `${curl(`${login.spec.private_ip}:8123`)} || echo closed`;
      expect((await ssh.run(login, near, { options: forward })).stdout).toBe('closed\n');
      expect((await ssh.run(other, near)).stdout).toBe('closed\n');
      expect(listening().filter((one) => one.port === 8123 && !before.has(8123))).toEqual([]);
      expect((await ssh.run(login, `${curl('127.0.0.1:8123')} || echo closed`)).stdout).toBe('closed\n');
      for (const { spec } of [login, other]) await driver.destroy(spec.id);
    });

    it('chooses a free port when asked to, and may be used again', async () => {
      const { boot, ssh, driver } = machines();
      const login = await boot();
      const options = ['-R', `0:127.0.0.1:${port}`];
      const find = 'print hex substr $F[1], 9 if $F[3] eq "0A" and $F[1] =~ /^0100007F/';
      const ask = `port=$(perl -lane '${find}' /proc/net/tcp); ${curl('127.0.0.1:$port')}`;
      for (const _ of [1, 2]) expect((await ssh.run(login, ask, { options })).stdout).toBe('of the laptop\n');
      await driver.destroy(login.spec.id);
    });

    it.each([
      ['every address', '0.0.0.0:8124'],
      ['the private address', '10.20.0.5:8124'],
      ['a socket of the file system', '/tmp/back.sock'],
    ])('refuses to listen on %s, and says so', async (_, bind) => {
      const { boot, ssh, driver } = machines();
      const login = await boot();
      const options = ['-o', 'ExitOnForwardFailure=yes', '-R', `${bind}:127.0.0.1:${port}`];
      const { code, stderr } = await ssh.run(login, 'true', { options });
      expect(code).toBe(255);
      expect(stderr).toMatch(/remote port forwarding failed/);
      await driver.destroy(login.spec.id);
    });

    it('refuses a port that a program of the machine has', async () => {
      const { boot, ssh, driver } = machines();
      const login = await boot();
      const options = ['-o', 'ExitOnForwardFailure=yes', '-R', `8125:127.0.0.1:${port}`];
      const first = ssh.run(login, 'touch /root/up; sleep 4', { options });
      await expect.poll(async () => (await ssh.run(login, 'test -e /root/up')).code).toBe(0);
      expect((await ssh.run(login, 'true', { options })).stderr).toMatch(/remote port forwarding failed/);
      await first;
      expect((await ssh.run(login, 'true', { options })).code).toBe(0);
      await driver.destroy(login.spec.id);
    });

    it('lets programs use the agent of the client, with -A alone and while the connection lasts', async () => {
      const { boot, ssh, driver, key } = machines();
      const login = await boot();
      const agent = await startAgent();
      const env = { SSH_AUTH_SOCK: agent.socket };
      try {
        await run('ssh-add', ['-q', key.file], { env: { ...process.env, ...env } });
        const list = 'ssh-add -l | cut -d" " -f1,2; echo $SSH_AUTH_SOCK; ls -l $SSH_AUTH_SOCK | cut -c1-4';
        const { stdout } = await ssh.run(login, list, { options: ['-A'], env });
        const [bits, socket = '', mode] = stdout.trim().split('\n');
        expect(bits).toMatch(/^256 SHA256:/);
        expect(socket).toMatch(/^\/tmp\/ssh-agent\.[0-9a-f]{16}$/);
        expect(mode).toBe('srwx');
        expect((await ssh.run(login, `ls ${socket} 2>&1; echo "[$SSH_AUTH_SOCK]"`)).stdout).toMatch(
          /No such file.*\n\[\]\n$/,
        );
      } finally {
        agent.end();
      }
      await driver.destroy(login.spec.id);
    });
  });
}

/** An agent of OpenSSH of its own. */
async function startAgent(): Promise<{ socket: string; end(): void }> {
  const child = spawn('ssh-agent', ['-D', '-s'], { stdio: ['ignore', 'pipe', 'ignore'] });
  let text = '';
  for await (const chunk of child.stdout) {
    text += String(chunk);
    const [, socket] = /SSH_AUTH_SOCK=([^;]+);/.exec(text) ?? [];
    if (socket) return { socket, end: () => child.kill() };
  }
  throw new Error('ssh-agent does not run');
}
