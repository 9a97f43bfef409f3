import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { rulesetOf } from '#lib/runtime/drivers/container/filter/ruleset.ts';
import type { DriverKind } from '#lib/runtime/registry.ts';
import { eventually } from '#test/support/vitest/eventually.ts';
import { GuestNet } from './support/guest-net.ts';
import { ALL, ICMP, inbound, rule } from './support/machine-spec.ts';
import { useSshMachines } from './support/ssh-machines.ts';

/** Between machines of one VPC, and on the way out of it. */
export function describeEastWest(kind: DriverKind): void {
  describe(`firewalls between ${kind} machines`, () => {
    const machines = useSshMachines(kind);

    it('let in what a rule names and nothing else, and answers to what was asked', async () => {
      const { boot, ssh, driver } = machines();
      expect(driver.capabilities()).toContain('east_west_firewall');
      const net = new GuestNet(ssh);
      const [server, client] = await Promise.all([boot(), boot()]);
      for (const port of [8080, 9090]) await net.serveTcp(server, port);
      await net.serveUdp(server, 5353);
      await net.serveTcp(client, 7070);
      const { name, private_ip: host } = server.spec;
      const web = { protocol: 'tcp', host, port: 8080 } as const;
      const [other, names] = [{ ...web, port: 9090 }, { ...web, protocol: 'udp', port: 5353 } as const];
      const answers = { web: `${name} hello`, names: `${name} ${client.spec.private_ip} hello` };
      expect(await net.ask(client, web)).toBe(answers.web);
      const only = inbound(rule('tcp', 9090, 9090, `${client.spec.private_ip}/32`), rule('udp', 5000, 5500));
      await driver.configure({ ...server.spec, firewall: only });
      // The client lets nothing in but SSH: what it asked for is answered all the same.
      await driver.configure({ ...client.spec, firewall: inbound() });
      expect(await net.ask(client, other)).toBe(answers.web);
      expect(await net.ask(client, names)).toBe(answers.names);
      expect(await net.isClosed(client, web)).toBe(true);
      expect(await net.isClosed(server, { ...web, host: client.spec.private_ip, port: 7070 })).toBe(true);
      await driver.configure({
        ...server.spec,
        firewall: inbound({ ...ALL, cidrs: ['10.21.0.0/16', '10.20.0.0/29'] }),
      });
      expect(await net.isClosed(client, other)).toBe(true);
      await driver.configure({
        ...server.spec,
        firewall: inbound({ ...ALL, cidrs: ['10.21.0.0/16', '10.20.0.0/24'] }),
      });
      expect(await net.ask(client, web)).toBe(answers.web);
      for (const { spec } of [server, client]) await driver.destroy(spec.id);
    });

    it('leave open flows alone, close SSH on the private address too, and hold after a reboot', async () => {
      const { boot, ssh, driver } = machines();
      const net = new GuestNet(ssh);
      const [server, client] = await Promise.all([boot(), boot()]);
      await net.serveTcp(server, 8080);
      const web = { protocol: 'tcp', host: server.spec.private_ip, port: 8080 } as const;
      const program = `perl -MIO::Socket::INET -e 'my $s = IO::Socket::INET->new(PeerAddr => "${web.host}:8080") or die; $| = 1; while (my $l = <STDIN>) { print $s $l; $s->flush; print scalar <$s> }'`;
      const session = await ssh.start(client, [], [program]);
      let echoed = '';
      session.stdout?.on('data', (data: Buffer) => {
        echoed += data.toString();
      });
      session.stdin?.write('one\n');
      await eventually(() => echoed.includes('one\n'));
      const closed = { ...server.spec, firewall: { inbound: [rule('tcp', 22, 22, '127.0.0.0/8')], outbound: null } };
      await driver.configure(closed);
      session.stdin?.write('two\n');
      await eventually(() => echoed.includes('two\n'));
      session.stdin?.end();
      expect(await net.isClosed(client, web)).toBe(true);
      expect(await net.isClosed(client, { ...web, port: 22 })).toBe(true);
      await driver.reboot(closed, { grace_ms: 2000, force: false });
      await net.serveTcp(server, 8080);
      expect(await net.isClosed(client, web)).toBe(true);
      for (const { spec } of [server, client]) await driver.destroy(spec.id);
    });

    it('let out what an outbound rule names, to neighbours and through the proxy', async () => {
      const { boot, ssh, driver } = machines();
      const net = new GuestNet(ssh);
      const [server, client] = await Promise.all([boot(), boot()]);
      for (const port of [8080, 9090]) await net.serveTcp(server, port);
      const web = { protocol: 'tcp', host: server.spec.private_ip, port: 8080 } as const;
      const other = { ...web, port: 9090 };
      const outbound = [rule('tcp', 9090, 9090, '10.20.0.0/20'), rule('tcp', 9)];
      await driver.configure({ ...client.spec, firewall: { ...client.spec.firewall, outbound } });
      expect(await net.isClosed(client, web)).toBe(true);
      expect(await net.ask(client, other)).toBe(`${server.spec.name} hello`);
      const get = async (port: number) => {
        const program = `my $s = IO::Socket::INET->new(PeerAddr => "${client.spec.vpc.gateway}:3128") or die; print $s "GET http://192.0.1.1:${port}/ HTTP/1.0\\r\\n\\r\\n"; print <$s>`;
        return (await ssh.run(client, `perl -MIO::Socket::INET -e '${program}'`)).stdout;
      };
      expect(await get(80)).toContain('the outbound rules do not allow 192.0.1.1:80');
      await driver.configure({ ...client.spec, firewall: { ...client.spec.firewall, outbound: [] } });
      expect(await net.isClosed(client, other)).toBe(true);
      expect(await get(9)).toContain('the outbound rules do not allow 192.0.1.1:9');
      await driver.configure(client.spec);
      expect(await net.ask(client, web)).toBe(`${server.spec.name} hello`);
      for (const { spec } of [server, client]) await driver.destroy(spec.id);
    });

    it('carry echo requests where both sides have a rule for them, and nothing else with them', async () => {
      const { boot, ssh, driver } = machines();
      const net = new GuestNet(ssh);
      const [server, client] = await Promise.all([boot({ firewall: inbound() }), boot()]);
      await net.serveTcp(server, 8080);
      const { private_ip: host } = server.spec;
      expect(await net.pings(client, client.spec.vpc.gateway)).toBe(true);
      expect(await net.pings(client, host, 0.4)).toBe(false);
      const from = (cidr: string) => inbound({ ...ICMP, cidrs: [cidr] });
      await driver.configure({ ...server.spec, firewall: from('10.21.0.0/16') });
      expect(await net.pings(client, host, 0.4)).toBe(false);
      await driver.configure({ ...server.spec, firewall: from(`${client.spec.private_ip}/32`) });
      expect(await net.pings(client, host)).toBe(true);
      expect(await net.isClosed(client, { protocol: 'tcp', host, port: 8080 })).toBe(true);
      const outbound = [rule('tcp', 8080)];
      await driver.configure({ ...client.spec, firewall: { ...client.spec.firewall, outbound } });
      expect(await net.pings(client, host, 0.4)).toBe(false);
      outbound.push({ ...ICMP, cidrs: ['10.20.0.0/20'] });
      await driver.configure({ ...client.spec, firewall: { ...client.spec.firewall, outbound } });
      expect(await net.pings(client, host)).toBe(true);
      for (const { spec } of [server, client]) await driver.destroy(spec.id);
    });

    it('cannot be changed from inside', async () => {
      const { boot, ssh, driver } = machines();
      const net = new GuestNet(ssh);
      const [server, client] = await Promise.all([boot({ firewall: inbound() }), boot()]);
      await net.serveTcp(server, 8080);
      const { script, batch } = await tamper();
      const down = 'ip link set eth0 down && echo down; ip addr add 10.20.15.1/20 dev eth0 && echo moved';
      const tries = `{ ${down}; base64 -d | perl -e '${script}'; } 2>/dev/null`;
      // EPERM, from the kernel.
      expect((await ssh.run(server, tries, { input: batch })).stdout).toBe('1\n');
      const web = { protocol: 'tcp', host: server.spec.private_ip, port: 8080 } as const;
      expect(await net.isClosed(client, web)).toBe(true);
      for (const { spec } of [server, client]) await driver.destroy(spec.id);
    });
  });
}

/** What the host itself does, done by the machine: rules that let everything in. */
async function tamper(): Promise<{ script: string; batch: string }> {
  const text = await readFile(new URL(import.meta.resolve('#lib/runtime/launcher/filter.pl')), 'utf8');
  const open = rulesetOf({ inbound: [{ ...ALL, cidrs: ['0.0.0.0/0'] }], outbound: null }, '10.20.0.1');
  return { script: text.replaceAll("'", `'"'"'`), batch: open.toString('base64') };
}
