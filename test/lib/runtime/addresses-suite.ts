import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { DriverKind } from '#lib/runtime/registry.ts';
import { eventually } from '#test/support/vitest/eventually.ts';
import { askTcp, askUdp, GuestNet, openLine, someAddress } from './support/guest-net.ts';
import { inbound, rule } from './support/machine-spec.ts';
import { useSshMachines } from './support/ssh-machines.ts';

/** Elastic IPs: what comes in from the host's side. */
export function describeAddresses(kind: DriverKind): void {
  describe(`elastic IPs of ${kind} machines`, () => {
    const machines = useSshMachines(kind);

    it('are forwarded port for port to whom a rule lets in, and to nobody else', async () => {
      const { boot, ssh, driver } = machines();
      const net = new GuestNet(ssh);
      const addresses = [someAddress(), someAddress()];
      const login = await boot({ addresses, firewall: inbound(rule('tcp', 8080), rule('tcp', 9090)) });
      const [first = '', second = ''] = addresses;
      await net.serveTcp(login, 8080);
      const heard = `${login.spec.name} hello`;
      expect(await Promise.all([askTcp(first, 8080), askTcp(second, 8080)])).toEqual([heard, heard]);
      // The first port is allowed, but nothing listens there; the second has no rule.
      expect([await askTcp(first, 9090), await askTcp(first, 8081)]).toEqual(['', '']);
      const stranger = '127.9.9.9';
      const only = { ...login.spec, firewall: inbound(rule('tcp', 8080, 8080, `${stranger}/32`)) };
      await driver.configure(only);
      expect([await askTcp(first, 8080), await askTcp(first, 8080, stranger)]).toEqual(['', heard]);
      await driver.destroy(login.spec.id);
      expect(await askTcp(first, 8080, stranger)).toBe('');
    });

    it('leave open flows alone when a rule goes, and cut them when the address goes', async () => {
      const { boot, ssh, driver } = machines();
      const net = new GuestNet(ssh);
      const [kept, gone] = [someAddress(), someAddress()];
      const spec = { addresses: [kept, gone], firewall: inbound(rule('tcp', 8080)) };
      const login = await boot(spec);
      await net.serveTcp(login, 8080);
      const [one, other] = [openLine(kept, 8080), openLine(gone, 8080)];
      const heard = `${login.spec.name} x`;
      expect([await one.say('x'), await other.say('x')]).toEqual([heard, heard]);
      await driver.configure({ ...login.spec, firewall: inbound() });
      expect([await one.say('x'), await other.say('x'), await askTcp(kept, 8080)]).toEqual([heard, heard, '']);
      await driver.configure({ ...login.spec, addresses: [kept] });
      expect([await one.say('x'), await other.say('x')]).toEqual([heard, '']);
      expect([await askTcp(kept, 8080), await askTcp(gone, 8080)]).toEqual([`${login.spec.name} hello`, '']);
      one.socket.destroy();
      await driver.destroy(login.spec.id);
    });

    it('follow what the machine listens on where a rule is wide', async () => {
      const { boot, ssh, driver } = machines();
      const net = new GuestNet(ssh);
      const address = someAddress();
      const login = await boot({ addresses: [address], firewall: inbound(rule('tcp', 1024, 65_535)) });
      expect(await askTcp(address, 18_080)).toBe('');
      await net.serveTcp(login, 18_080);
      await expect.poll(() => askTcp(address, 18_080)).not.toBe('');
      await net.endServer(login, 18_080);
      await eventually(() => isFree(address, 18_080));
      await driver.destroy(login.spec.id);
    });

    it('reach SSH, and ports below 1024 where they bind', async () => {
      const { boot, ssh, driver } = machines();
      const net = new GuestNet(ssh);
      const address = someAddress();
      const login = await boot({ addresses: [address], firewall: inbound(rule('tcp', 80)) });
      await net.serveTcp(login, 80);
      const works = driver.capabilities().includes('low_ports');
      expect(await askTcp(address, 80)).toBe(works ? `${login.spec.name} hello` : '');
      const there = { ...login, spec: { ...login.spec, ssh: { host: address, port: 22 } } };
      expect((await ssh.run(there, 'hostname')).stdout).toBe(works ? `${login.spec.name}\n` : '');
      if (process.getuid?.() === 0) expect(works).toBe(true);
      await driver.destroy(login.spec.id);
    });

    it('reach SSH from the moment at which the machine is said to be up', async () => {
      const { spec, driver } = machines();
      const address = someAddress();
      const works = driver.capabilities().includes('low_ports');
      const wanted = await spec({ addresses: [address] });
      for (const boot of [() => driver.create(wanted), () => driver.reboot(wanted, { grace_ms: 0, force: true })]) {
        await boot();
        expect(await askTcp(address, 22)).toMatch(works ? /^SSH-2.0-/ : /^$/);
      }
      await driver.destroy(wanted.id);
    });

    it('carry datagrams, to each client its own answers', async () => {
      const { boot, ssh, driver } = machines();
      const net = new GuestNet(ssh);
      const address = someAddress();
      const login = await boot({ addresses: [address], firewall: inbound(rule('udp', 5353)) });
      await net.serveUdp(login, 5353);
      const heard = `${login.spec.name} ${login.spec.vpc.gateway} hello`;
      expect(await Promise.all([askUdp(address, 5353), askUdp(address, 5353)])).toEqual([heard, heard]);
      await driver.configure({ ...login.spec, firewall: inbound(rule('udp', 5353, 5353, '127.9.9.9/32')) });
      expect(await askUdp(address, 5353, 500)).toBe('');
      await driver.destroy(login.spec.id);
    });

    it('skip a port that somebody else holds, say so, and take it once it is free', async () => {
      const { boot, ssh, driver, home } = machines();
      const net = new GuestNet(ssh);
      const address = someAddress();
      const holder = createServer().listen(8080, address);
      await eventually(() => holder.listening);
      const login = await boot({ addresses: [address], firewall: inbound(rule('tcp', 8080), rule('tcp', 8081)) });
      await net.serveTcp(login, 8080);
      await net.serveTcp(login, 8081);
      expect(await askTcp(address, 8081)).toBe(`${login.spec.name} hello`);
      expect(home.logged.filter((line) => line.includes('8080'))).toHaveLength(1);
      holder.close();
      await expect.poll(() => askTcp(address, 8080)).toBe(`${login.spec.name} hello`);
      expect(home.logged.at(-1)).toBe(`${address}:8080/tcp is forwarded now`);
      await driver.destroy(login.spec.id);
    });

    it('come and go while a login is open, and are there again after a reboot from inside', async () => {
      const { boot, ssh, driver } = machines();
      const net = new GuestNet(ssh);
      const login = await boot({ firewall: inbound(rule('tcp', 8080)) });
      const address = someAddress();
      const session = await ssh.start(login, [], ['cat']);
      let echoed = '';
      session.stdout?.on('data', (data: Buffer) => {
        echoed += data.toString();
      });
      await driver.configure({ ...login.spec, addresses: [address] });
      await net.serveTcp(login, 8080);
      expect(await askTcp(address, 8080)).not.toBe('');
      await driver.configure(login.spec);
      expect(await askTcp(address, 8080)).toBe('');
      session.stdin?.end('still here\n');
      await expect.poll(() => echoed).toBe('still here\n');
      await driver.configure({ ...login.spec, addresses: [address] });
      await ssh.run(login, 'reboot');
      await expect.poll(async () => (await ssh.run(login, 'true')).code).toBe(0);
      await net.serveTcp(login, 8080);
      expect(await askTcp(address, 8080)).not.toBe('');
      await driver.destroy(login.spec.id);
    });
  });
}

async function isFree(host: string, port: number): Promise<boolean> {
  const server = createServer();
  const bound = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false)).listen(port, host, () => resolve(true));
  });
  server.close();
  return bound;
}
