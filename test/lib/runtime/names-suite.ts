import { describe, expect, it } from 'vitest';
import type { DriverKind } from '#lib/runtime/registry.ts';
import { balancerIn } from '#test/hostile/machines/balancer-spec.ts';
import { rule } from './support/machine-spec.ts';
import type { Login } from './support/openssh.ts';
import { useSshMachines } from './support/ssh-machines.ts';

const POLITE = { grace_ms: 2000, force: false };

/** Names of machines within their VPC. */
export function describeNames(kind: DriverKind): void {
  describe(`names between ${kind} machines`, () => {
    const machines = useSshMachines(kind);
    /** The addresses that the machine's own C library finds for a name, in their order; empty where it finds none. */
    const found = async (login: Login, name: string) => {
      const { stdout } = await machines().ssh.run(login, `getent ahostsv4 ${name} | grep STREAM`);
      return [...stdout.matchAll(/^(\S+)/gm)].map(([address]) => address).sort();
    };

    it('lead to private addresses: by the name, by the public host name, and to all of one name', async () => {
      const { boot, driver } = machines();
      const [one, two] = await Promise.all([boot({ name: 'one' }), boot({ name: 'db.prod' })]);
      expect(driver.capabilities()).toContain('dns');
      expect(await found(one, 'db.prod.internal')).toEqual([two.spec.private_ip]);
      expect(await found(one, 'DB.prod')).toEqual([two.spec.private_ip]);
      expect(await found(two, one.spec.public_hostname)).toEqual([one.spec.private_ip]);
      const twin = await boot({ name: 'one' });
      expect(await found(two, 'one.internal')).toEqual([one.spec.private_ip, twin.spec.private_ip].sort());
      for (const name of ['example.com', 'api.internal', 's3.internal', 'nobody.internal'])
        expect(await found(two, name)).toEqual([]);
      for (const { spec } of [one, two, twin]) await driver.destroy(spec.id);
    });

    it('are those of its forwarding too, with what its own files say; a refusal says why', async () => {
      const { boot, driver, ssh } = machines();
      const [bastion, inner] = await Promise.all([boot({ name: 'bastion' }), boot({ name: 'inner' })]);
      const through = async (place: string) => {
        // Without -v it tells no more than that it failed.
        const client = await ssh.start(bastion, ['-v', '-W', place]);
        let [seen, told] = ['', ''];
        client.stderr?.on('data', (data: Buffer) => {
          told += data.toString();
        });
        client.stdout?.on('data', (data: Buffer) => {
          seen += data.toString();
          client.kill();
        });
        await new Promise((resolve) => client.once('close', resolve));
        return seen.trim() || /open failed: (.*?)\r?\n/.exec(told)?.[1];
      };
      expect(await through('inner.internal:22')).toBe('SSH-2.0-svc');
      expect(await through('INNER:22')).toBe('SSH-2.0-svc');
      await ssh.run(bastion, `echo ${inner.spec.private_ip} database.example >> /etc/hosts`);
      expect(await through('database.example:22')).toBe('SSH-2.0-svc');
      const failed = 'connect failed: direct-tcpip:';
      expect(await through('nobody.internal:22')).toBe(
        `${failed} nobody.internal port 22: the machine knows no such name`,
      );
      expect(await through('inner.internal:9')).toBe(`${failed} inner.internal port 9: connection refused`);
      for (const { spec } of [bastion, inner]) await driver.destroy(spec.id);
    });

    it('follow a new name, a stop, a start and the end of their machine', async () => {
      const { boot, driver } = machines();
      const [here, other] = await Promise.all([boot({ name: 'here' }), boot({ name: 'before' })]);
      const address = [other.spec.private_ip];
      const after = { ...other.spec, name: 'after' };
      await driver.configure(after);
      expect([await found(here, 'before.internal'), await found(here, 'after.internal')]).toEqual([[], address]);
      await driver.stop(after.id, POLITE);
      expect(await found(here, 'after.internal')).toEqual([]);
      await driver.start(after);
      expect(await found(here, 'after.internal')).toEqual(address);
      await driver.reboot(after, POLITE);
      expect(await found(here, 'after.internal')).toEqual(address);
      await driver.destroy(after.id);
      expect(await found(here, 'after.internal')).toEqual([]);
      await driver.destroy(here.spec.id);
    });

    it('are not known in another VPC, nor closed by outbound rules', async () => {
      const { boot, driver } = machines();
      const elsewhere = { vpc: { id: 'vpc-two', cidr: '10.20.0.0/20', gateway: '10.20.0.1' } };
      const [here, there] = await Promise.all([boot({ name: 'here' }), boot({ name: 'there', ...elsewhere })]);
      expect([await found(here, 'there.internal'), await found(there, 'here.internal')]).toEqual([[], []]);
      const { inbound } = here.spec.firewall;
      await driver.configure({ ...here.spec, firewall: { inbound, outbound: [rule('tcp', 443)] } });
      expect(await found(here, 'here.internal')).toEqual([here.spec.private_ip]);
      for (const { spec } of [here, there]) await driver.destroy(spec.id);
    });

    it('lead to load balancers, by the name and by the public host name, within their VPC alone', async () => {
      const { boot, driver } = machines();
      const elsewhere = { vpc: { id: 'vpc-two', cidr: '10.20.0.0/20', gateway: '10.20.0.1' } };
      const [here, there] = await Promise.all([boot({ name: 'here' }), boot({ name: 'there', ...elsewhere })]);
      const { spec, name, host } = balancerIn(here, '10.20.14.1');
      const { balancing } = driver;
      await balancing?.balance(spec);
      for (const known of [`${name}.internal`, name, host]) {
        expect([known, await found(here, known), await found(there, known)]).toEqual([known, ['10.20.14.1'], []]);
      }
      await balancing?.balance({ ...spec, inside: { address: '10.20.14.1', name: 'gate', public_hostname: host } });
      expect([await found(here, `${name}.internal`), await found(here, 'gate.internal')]).toEqual([[], ['10.20.14.1']]);
      expect(await found(there, 'gate.internal')).toEqual([]);
      await balancing?.unbalance(spec.id);
      expect([await found(here, 'gate.internal'), await found(here, host)]).toEqual([[], []]);
      for (const one of [here, there]) await driver.destroy(one.spec.id);
    });

    it('lead to forty of one name, which a datagram has no room for', async () => {
      const { boot, driver } = machines();
      const login = await boot();
      const crowd = Array.from({ length: 40 }, (_, n) => {
        const { spec, host } = balancerIn(login, `10.20.13.${n + 1}`);
        const inside = { address: `10.20.13.${n + 1}`, name: 'crowd', public_hostname: host };
        return { ...spec, listeners: [], certificates: [], inside };
      });
      for (const spec of crowd) await driver.balancing?.balance(spec);
      expect(await found(login, 'crowd.internal')).toEqual(crowd.map(({ inside }) => inside.address).sort());
      for (const { id } of crowd) await driver.balancing?.unbalance(id);
      expect(await found(login, 'crowd.internal')).toEqual([]);
      await driver.destroy(login.spec.id);
    });

    it('stay when a machine floods the resolver, by datagrams and by connections', async () => {
      const { boot, ssh, driver } = machines();
      const [calm, loud] = await Promise.all([boot({ name: 'calm' }), boot({ name: 'loud' })]);
      const flood = `
        use IO::Socket::INET;
        my $query = pack('n6', 7, 0x100, 1, 0, 0, 0) . join('', map { chr(length) . $_ } qw(calm internal)) . pack('Cnn', 0, 1, 1);
        my $udp = IO::Socket::INET->new(Proto => 'udp', PeerAddr => '169.254.169.253:53') or die;
        $udp->send($query) for 1 .. 20000;
        my @open = map { IO::Socket::INET->new(PeerAddr => '169.254.169.253:53', Timeout => 2) } 1 .. 200;
        print "done\\n";`;
      expect((await ssh.run(loud, `perl -e '${flood.replaceAll("'", () => `'"'"'`)}'`)).stdout).toBe('done\n');
      expect(await found(calm, 'loud.internal')).toEqual([loud.spec.private_ip]);
      for (const { spec } of [calm, loud]) await driver.destroy(spec.id);
    });

    it('are found by machines whose disk was made before there were any', async () => {
      const { boot, ssh, driver } = machines();
      const login = await boot({ name: 'old' });
      const former = '# Names are resolved by the proxy (see http_proxy).';
      await ssh.run(login, `echo '${former}' > /etc/resolv.conf`);
      await driver.reboot(login.spec, POLITE);
      expect(await found(login, 'old.internal')).toEqual([login.spec.private_ip]);
      await ssh.run(login, `echo '${former} My own.' > /etc/resolv.conf`);
      await driver.reboot(login.spec, POLITE);
      expect((await ssh.run(login, 'cat /etc/resolv.conf')).stdout).toBe(`${former} My own.\n`);
      await driver.destroy(login.spec.id);
    });
  });
}
