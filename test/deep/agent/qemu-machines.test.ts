import ssh2 from 'ssh2';
import { expect, it } from 'vitest';
import { askTcp, someAddress } from '#test/lib/runtime/support/guest-net.ts';
import { inbound, rule } from '#test/lib/runtime/support/machine-spec.ts';
import type { Login } from '#test/lib/runtime/support/openssh.ts';
import { whereQemuWorks } from '#test/lib/runtime/support/qemu-works.ts';
import { useSshMachines } from '#test/lib/runtime/support/ssh-machines.ts';

const serve = (port: number) =>
  `nohup sh -c 'while :; do echo served ${port} | nc -l -p ${port}; done' >/dev/null 2>&1 &`;

await whereQemuWorks(() => {
  const at = useSshMachines('qemu');
  const ask = async (from: Login, host: string, port: number) =>
    (await at().ssh.run(from, `nc -w 3 ${host} ${port} </dev/null`)).stdout;

  it('joins machines of a VPC, and no others, as far as their rules go, which change while they run', async () => {
    const { boot, driver, ssh } = at();
    const server = await boot({ firewall: inbound(rule('tcp', 8080)) });
    const neighbour = await boot();
    const foreign = { id: 'vpc-two', cidr: '10.20.0.0/20', gateway: '10.20.0.1' };
    const stranger = await boot({ vpc: foreign });
    await ssh.run(server, `${serve(8080)}\n${serve(9090)}`);
    const { private_ip } = server.spec;
    expect(await ask(neighbour, private_ip, 8080)).toBe('served 8080\n');
    expect(await ask(neighbour, private_ip, 9090)).toBe('');
    expect(await ask(stranger, private_ip, 8080)).toBe('');
    await driver.configure({ ...server.spec, firewall: inbound(rule('tcp', 9090)) });
    expect(await ask(neighbour, private_ip, 8080)).toBe('');
    expect(await ask(neighbour, private_ip, 9090)).toBe('served 9090\n');
    await driver.configure({ ...neighbour.spec, firewall: { ...inbound(), outbound: [rule('tcp', 1, 100)] } });
    expect(await ask(neighbour, private_ip, 9090)).toBe('');
    for (const { spec } of [server, neighbour, stranger]) await driver.destroy(spec.id);
  });

  it('has an elastic IP lead to the ports that rules open', async () => {
    const { boot, driver, ssh } = at();
    const address = someAddress();
    const login = await boot({
      addresses: [address],
      firewall: inbound(rule('tcp', 8080), rule('tcp', 20_000, 29_999)),
    });
    await ssh.run(login, [8080, 9090, 25_000].map(serve).join('\n'));
    await expect.poll(() => askTcp(address, 8080)).toBe('served 8080');
    await expect.poll(() => askTcp(address, 25_000)).toBe('served 25000');
    expect(await askTcp(address, 9090)).toBe('');
    await driver.destroy(login.spec.id);
    expect(await askTcp(address, 8080)).toBe('');
  });

  it('takes other keys while it runs, leaves those of its owner, and opens its terminal to the platform', async () => {
    const { boot, driver, ssh } = at();
    const login = await boot();
    const [owners, next] = [await ssh.makeKey('owners'), await ssh.makeKey('next')];
    await ssh.run(login, `echo '${owners.line}' >> ~/.ssh/authorized_keys`);
    await driver.configure({ ...login.spec, authorized_keys: [next.line] });
    const enters = async (key: Login['key'], user: string) =>
      (await ssh.run({ ...login, key, user }, 'true')).code === 0;
    expect([await enters(next, 'debian'), await enters(owners, 'root'), await enters(login.key, 'root')]).toEqual([
      true,
      true,
      false,
    ]);
    const { stream, user, private_key } = await driver.console(login.spec.id);
    const client = new ssh2.Client();
    const ready = new Promise<void>((resolve, reject) => {
      client.once('ready', () => resolve()).once('error', reject);
    });
    client.connect({ sock: stream as never, username: user, privateKey: private_key, readyTimeout: 30_000 });
    await ready;
    client.end();
    await driver.destroy(login.spec.id);
  });
});
