import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { DriverKind } from '#lib/runtime/registry.ts';
import { unusedPort } from '#test/support/http/unused-port.ts';
import { eventually } from '#test/support/vitest/eventually.ts';
import { refusal } from './support/refusal.ts';
import { useSshMachines } from './support/ssh-machines.ts';

const POLITE = { grace_ms: 2000, force: false };

/** Ports, forwarding, the firewall and hostile clients. */
export function describeReach(kind: DriverKind): void {
  describe(`who and what reaches ${kind} machines`, () => {
    const machines = useSshMachines(kind);

    it('forwards a port into the machine', async () => {
      const { boot, ssh, driver } = machines();
      const login = await boot();
      const ports = { there: await unusedPort(), nowhere: 9 };
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
      const refused = await ssh.start(login, ['-W', `127.0.0.1:${ports.nowhere}`, '-v']);
      let said = '';
      refused.stderr?.on('data', (data: Buffer) => {
        said += data.toString();
      });
      expect(await new Promise((resolve) => refused.once('close', resolve))).toBe(255);
      expect(said).toContain('connect failed: direct-tcpip: 127.0.0.1 port 9: connection refused');
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
      const open = (cidr: string, port_from: number, port_to: number) => ({
        ...login.spec,
        firewall: { inbound: [{ protocol: 'tcp' as const, port_from, port_to, cidrs: [cidr] }], outbound: null },
      });
      const closed = open('192.0.2.0/24', 22, 22);
      await driver.configure(closed);
      expect(await works()).toBe(false);
      await driver.reboot(closed, POLITE);
      expect(await works()).toBe(false);
      await driver.configure(open('127.0.0.0/8', 23, 1000));
      expect(await works()).toBe(false);
      await driver.configure(open('127.0.0.0/8', 1, 1000));
      expect(await works()).toBe(true);
      expect((await refusal(() => driver.configure(open('10.0.0.0/33', 1, 2)))).code).toBe('INVALID');
      expect(await works()).toBe(true);
      await driver.destroy(login.spec.id);
    });

    it('survives clients that send rubbish, stay silent or come in floods', async () => {
      const { boot, ssh, driver } = machines();
      const login = await boot();
      const before = [...machines().home.logged];
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
      // The clients that are left keep no other client out.
      expect((await ssh.run(login, 'true')).code).toBe(0);
      for (const socket of sockets) socket.destroy();
      expect(machines().home.logged).toEqual(before);
      await driver.destroy(login.spec.id);
    });
  });
}
