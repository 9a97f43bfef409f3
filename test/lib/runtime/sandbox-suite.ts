import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MachineSpec } from '#lib/model/compute/machine.ts';
import { hostImages } from '#lib/runtime/images.ts';
import { AgentFolder, type DriverChild, LEFT_OPEN } from './support/driver-child.ts';
import { listenEverywhere } from './support/listen-everywhere.ts';
import { machineSpec } from './support/machine-spec.ts';
import { type ClientKey, type Login, OpenSsh } from './support/openssh.ts';

/** Writes each kernel setting's own value back; prints those that were accepted. */
const WRITE_SYSCTLS = `
for file in $(find /proc/sys/kernel /proc/sys/vm /proc/sys/fs /proc/sys/net -type f 2>/dev/null); do
  IFS= read -r value < "$file" && printf '%s\\n' "$value" > "$file" && echo "$file"
done 2>/dev/null
`;

/** Settings of namespaces that belong to the machine alone (pid_max since Linux 6.14): they affect only the machine. */
const OWN_SETTINGS = /^\/proc\/sys\/(kernel\/(msg|sem|shm|auto_msgmni|pid_max$)|fs\/mqueue\/|net\/)/;

/** What root inside a container machine can neither see nor change. */
export function describeSandbox(ordinary: boolean): void {
  describe(`inside a container machine of ${ordinary ? 'an ordinary user' : 'the user of this test'}`, () => {
    let folder: AgentFolder;
    let agent: DriverChild;
    let ssh: OpenSsh;
    let key: ClientKey;
    let login: Login;
    let neighbour: Login;
    let stranger: Login;
    /** Whether the root is the machine's own, and nothing there is the host's. */
    let ownRoot: boolean;
    const boot = async (change?: Partial<MachineSpec>): Promise<Login> => {
      const spec = await machineSpec(hostImages()[0]?.id ?? '', { authorized_keys: [key.line], ...change });
      const { host_key } = await agent.driver.create(spec);
      return { spec, key, hostKey: host_key };
    };
    const inside = async (command: string) => (await ssh.run(login, command)).stdout;
    const fails = async (command: string) => {
      const result = await ssh.run(login, `${command} >/dev/null && echo worked || echo refused`);
      expect({ command, outcome: result.stdout }).toEqual({ command, outcome: 'refused\n' });
    };

    beforeAll(async () => {
      folder = await AgentFolder.open(ordinary);
      agent = folder.start('container');
      ownRoot = (await agent.driver.capabilities()).includes('packages');
      ssh = await OpenSsh.open();
      key = await ssh.makeKey('laptop');
      login = await boot();
      neighbour = await boot();
      const { private_ip } = login.spec;
      stranger = await boot({ private_ip, vpc: { id: 'vpc-two', cidr: '10.20.0.0/20', gateway: '10.20.0.1' } });
    });
    afterAll(async () => {
      await agent.driver.close();
      await agent.kill();
      await ssh.close();
      await folder.remove();
    });

    it('has its own name, address and users, and no IPv6', async () => {
      expect(await inside('hostname; cat /etc/hostname')).toBe(`${login.spec.name}\n${login.spec.name}\n`);
      expect(await inside('ip -o -4 addr show dev eth0')).toContain(` ${login.spec.private_ip}/20 `);
      expect(await inside('ip -6 addr')).toBe('');
      const users = await inside('id -u; getent passwd | cut -d: -f1 | sort | tr "\\n" " "');
      expect(users).toMatch(
        ownRoot ? /^0\n(_apt )?[a-z -]+ nobody proxy root sync sys uucp www-data $/ : /^0\n\S+ nobody root $/,
      );
    });

    it('sees no file, environment or process of the host', async () => {
      const secret = randomUUID();
      const dir = await mkdtemp(join(tmpdir(), 'svc-host-'));
      await writeFile(join(dir, secret), secret);
      process.env.SVC_TEST_SECRET = secret;
      expect(await inside(`find / -xdev -name ${secret} 2>/dev/null; ls ${dir} 2>/dev/null`)).toBe('');
      expect(await inside('ls /home /root /tmp /srv /opt /mnt | grep -v : | tr "\\n" " "')).toMatch(/^\s*[a-z]+\s*$/);
      expect(await inside(`cat /proc/[0-9]*/environ | tr "\\0" "\\n" | grep -c ${secret}`)).toBe('0\n');
      expect(await inside('cat /proc/[0-9]*/cmdline | tr "\\0" " "')).not.toMatch(
        /node|vitest|nsenter|hosted|lib\/runtime/,
      );
      expect(Number(await inside('ls -d /proc/[0-9]* | wc -l'))).toBeLessThan(10);
      expect(await inside('ls -d /proc/1/root/.old /.old 2>/dev/null')).toBe('');
      delete process.env.SVC_TEST_SECRET;
      await rm(dir, { recursive: true });
    });

    it('is given nothing that whoever started the agent had left open', async () => {
      const open = await inside('readlink /proc/1/fd/* /proc/self/fd/*');
      expect(
        open
          .split('\n')
          .filter((target) => target && !/^(\/dev\/null|\/run\/init|socket:|pipe:|\/proc\/)/.test(target)),
      ).toEqual([]);
      await fails(`ls /proc/1/fd/${LEFT_OPEN}/ /proc/self/fd/${LEFT_OPEN}/`);
    });

    it('cannot write a setting of the kernel', async () => {
      const accepted = (await inside(WRITE_SYSCTLS)).split('\n').filter((file) => file && !OWN_SETTINGS.test(file));
      expect(accepted).toEqual([]);
      const before = await readFile('/proc/sys/kernel/pid_max', 'utf8');
      await inside('echo 4000 > /proc/sys/kernel/pid_max');
      expect(await readFile('/proc/sys/kernel/pid_max', 'utf8')).toBe(before);
      await fails('echo "|/bin/true" > /proc/sys/kernel/core_pattern');
      await fails('echo b > /proc/sysrq-trigger');
    });

    it('cannot undo its mounts or write to the host', async () => {
      const ofHost = [
        'touch /usr/escaped',
        'touch /bin/escaped',
        'touch /etc/ssl/escaped',
        'mount -o remount,rw,bind /usr',
        'mount -o remount,rw,bind /etc/ssl',
        'umount /usr',
        'umount -l /etc/ssl',
        'umount /usr/local',
      ];
      for (const command of [
        ...(ownRoot ? ['umount /proc', 'umount /dev', 'umount -l /tmp', 'mount -o remount,rw /sys'] : ofHost),
        'mount -t proc proc /mnt',
        'mount -t sysfs sysfs /mnt',
        'mount --bind /proc/1/root /mnt && ls /mnt/.old',
        'mknod /tmp/disk b 8 0',
        'chroot /proc/1/root ls /.old',
        'unshare -Urm sh -c "mount -o remount,rw,bind /usr"',
        'unshare -Urmpf sh -c "umount -l /usr"',
      ]) {
        await fails(command);
      }
    });

    it('cannot change its name or its place in the network', async () => {
      for (const command of [
        'hostname other',
        'ip addr add 10.20.0.99/20 dev eth0',
        'ip addr flush dev eth0',
        'ip link set eth0 address 02:00:00:00:00:01',
        'ip link set eth0 down',
        'ip link add dummy0 type dummy',
        'ip route replace default via 10.20.0.77',
        'nsenter -t 1 -n ip link set eth0 down',
      ]) {
        await fails(command);
      }
      expect(await inside('hostname')).toBe(`${login.spec.name}\n`);
    });

    it('has a share of processes that it cannot raise, and leaves its neighbour the rest', async () => {
      const bomb = 'while (defined($p = fork)) { $p or sleep 60, exit; push @p, $p } kill TERM => @p; print scalar @p';
      const started = Number(await inside(`ulimit -u 100000 2>/dev/null; perl -e '${bomb}'`));
      expect(started).toBeGreaterThan(1900);
      expect(started).toBeLessThan(2048);
      await ssh.run(login, `nohup perl -e '${bomb.replace(/kill.*/, 'sleep 60')}' >/dev/null 2>&1 &`);
      expect((await ssh.run(neighbour, 'sh -c "sleep 0 & wait" && echo fine')).stdout).toBe('fine\n');
      await agent.driver.stop(login.spec.id, { grace_ms: 0, force: true });
      await agent.driver.start(login.spec);
    });

    it('may open half as many files as the runtime, so that the kernel stops it first where it counts by uid', async () => {
      const [, ours] = /^Max open files +\d+ +(\d+)/m.exec(await readFile('/proc/self/limits', 'utf8')) ?? [];
      const half = Math.floor(Number(ours) / 2);
      expect(await inside('ulimit -Hn; ulimit -n; grep -o "^Max open files *[0-9]* *[0-9]*" /proc/1/limits')).toMatch(
        new RegExp(`^${half}\n${half}\nMax open files +${half} +${half}\n$`),
      );
      await fails(`ulimit -Hn ${half + 1}`);
    });

    it("can do what one does with a machine of one's own", async () => {
      const script = [
        'echo x > /etc/own && echo x > /usr/local/bin/own && echo x > /opt/own && echo x > /var/own && echo x > /srv/own',
        'mount -t tmpfs none /mnt && umount /mnt',
        "perl -MIO::Socket::INET -e 'IO::Socket::INET->new(LocalPort => 80, Listen => 1) or die'",
        'sudo -n id -un && unshare -Ur true && awk "BEGIN { print 1 }"',
      ];
      expect((await ssh.run(login, script.join(' && '))).stdout).toMatch(/^\S+\n1\n$/);
    });

    it('reaches its neighbours by their private addresses, and no machine of another VPC', async () => {
      const greet = (address: string) => `timeout 1 bash -c 'exec 3<>/dev/tcp/${address}/22; head -n 1 <&3'`;
      expect(await inside(greet(neighbour.spec.private_ip))).toMatch(/^SSH-2.0-/);
      expect((await ssh.run(stranger, greet(neighbour.spec.private_ip))).stdout).toBe('');
      expect((await ssh.run(stranger, 'ip -o -4 addr show dev eth0')).stdout).toContain(`${login.spec.private_ip}/20`);
    });

    it('reaches nothing of the host, neither directly nor through the way out', async () => {
      const server = await listenEverywhere();
      const { port } = server.address() as AddressInfo;
      const own = Object.values(networkInterfaces()).flatMap((entries) => entries ?? []);
      const addresses = own.filter(({ family }) => family === 'IPv4').map(({ address }) => address);
      for (const host of ['127.0.0.1', 'localhost', '169.254.169.254', '10.20.0.1', '0.0.0.0', '[::1]', ...addresses]) {
        const url = `http://${host}:${port}/`;
        const direct = await inside(`curl -s -g -m 1 --noproxy '*' ${url}`);
        const proxied = `curl -s -g -m 60 --noproxy '' -o /dev/null -w '%{http_code}'`;
        expect({ host, direct }).toEqual({ host, direct: '' });
        expect({ host, status: await inside(`${proxied} ${url}`) }).toEqual({ host, status: '403' });
        const tunnelled = `${proxied.replace('http_code', 'http_connect')} -p ${url}`;
        expect({ host, status: await inside(tunnelled) }).toEqual({ host, status: '403' });
      }
      server.close();
    });
  });
}
