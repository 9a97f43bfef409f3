import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newKey } from '#lib/agent/link/key.ts';
import type { Instance } from '#lib/model/compute/instance.ts';
import { Ssh } from '#test/support/clients/ssh.ts';
import { HostFleet } from '#test/support/hosts/host-fleet.ts';
import type { JoinedHost } from '#test/support/hosts/joined-host.ts';
import { noWire } from '#test/support/hosts/wire.ts';
import { Client, demand } from '#test/support/http/client.ts';

const missing = noWire();
if (missing) process.stderr.write(`a host on a wire is skipped: ${missing}\n`);

/** Node's own clock, so many seconds ahead. */
const clockAhead = (seconds: number) => {
  const script = `const now = Date.now; Date.now = () => now() + ${seconds * 1000};`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}` };
};

describe.skipIf(missing)('svc-host on a computer of its own', () => {
  let fleet: HostFleet;
  let client: Client;
  let ssh: Ssh;
  let host: JoinedHost;
  let machine: Instance;
  beforeAll(async () => {
    fleet = await HostFleet.open();
    client = await Client.register(fleet.platform.baseUrl);
    ssh = new Ssh(fleet.wire.computer().wrapper);
    host = fleet.computer();
  });
  afterAll(async () => {
    ssh?.close();
    await fleet?.close();
  });

  const joinWith = async (options: readonly string[], env: Record<string, string> = {}) => {
    const words = ['join', '--url', fleet.url, '--token', await fleet.token(), '--yes', ...options];
    const { status, stderr } = await host.command(words, env);
    return { status, stderr };
  };
  const address = () => host.computer.address;
  const keyOf = () => readFileSync(join(host.stateDir, 'key.json'), 'utf8');
  const hostname = async () => (await ssh.run(machine, 'hostname')).trim();

  it('is no host before it has joined', async () => {
    const none = `svc-host: this machine is no host: ${host.stateDir} has no settings; see "svc-host join"\n`;
    for (const command of ['run', 'status', 'drain', 'rotate-key', 'leave'])
      expect((await host.command([command])).stderr).toBe(none);
    expect((await host.command(['run'])).status).toBe(78);
  });

  it.each([
    [['--public-ip', '127.0.0.1'], '127.0.0.1 is no address at which others reach this host'],
    [
      ['--public-ip', '10.213.7.99'],
      '10.213.7.99 is no address of this machine: say its own with --listen-ip, where a router translates the public one',
    ],
    [['--address-pool', '127.9.9.0/24'], '127.9.9.0/24 is no block of addresses at which others reach this host'],
    [
      ['--address-pool', '10.213.7.64/28'],
      '10.213.7.79 of the address pool is no address of this machine: run "ip route add local 10.213.7.64/28 dev lo", at every boot',
    ],
    [['--driver', 'process'], 'the driver process does not isolate machines from each other; it is for laptops'],
    [['--capacity', '0,512'], '--capacity: "0,512" is not <vCPUs>,<MiB of RAM> (8,15360)'],
  ])('does not join with %j', async (options, said) => {
    expect(await joinWith(options)).toEqual({ status: 1, stderr: `svc-host: ${said}\n` });
  });

  it('does not join where its clock is wrong, nor where there is no host API', async () => {
    const { status, stderr } = await joinWith([], clockAhead(90));
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(/^svc-host: the clock of this machine is (89|90|91) seco/),
    ]);
    const elsewhere = ['join', '--url', fleet.url.replace('8443', '8444'), '--token', await fleet.token(), '--yes'];
    expect((await host.command(elsewhere)).stderr).toMatch(
      /^svc-host: the control plane does not answer: .*ECONNREFUSED/,
    );
  });

  it('joins by a token over HTTPS, and serves', async () => {
    const token = await fleet.token();
    const { stdout } = await host.join(fleet.url, token, '--capacity', '4,4096', '--reserved-ports', '20000-20099');
    expect(stdout.split('\n')[0]).toBe(`This machine becomes a host of ${fleet.url}:`);
    expect(statSync(join(host.stateDir, 'key.json')).mode & 0o777).toBe(0o600);
    await host.run();
    const capacity = expect.objectContaining({ vcpus: 4, ram_mib: 4096 });
    expect(await fleet.shown(host.id)).toMatchObject({ state: 'active', driver: 'container', capacity });
    expect((await host.command(['status'])).stdout).toBe(
      `host            ${host.id}
control plane   ${fleet.url}
public address  ${address()}
driver          container
consoles        none
state           active
machines        0, of which 0 run here
`,
    );
    const again = { status: 1, stderr: `svc-host: this machine is host ${host.id} already; see "svc-host leave"\n` };
    expect(await joinWith([])).toEqual(again);
    const other = fleet.computer();
    await expect(other.join(fleet.url, token)).rejects.toThrow('join_token: does not exist, or was used');
  });

  it('has a machine whose SSH is reached from elsewhere', async () => {
    const key = { name: 'laptop', public_key: await ssh.publicKey() };
    const ssh_key_id = demand(await client.post('/compute/ssh-keys', key), 201).body.id;
    machine = await client.launch({ name: 'there', ssh_key_id });
    expect([machine.status, machine.public_ip]).toEqual(['running', address()]);
    expect(machine.ssh_port).toBeGreaterThan(20_099);
    await expect.poll(hostname).toBe('there');
  });

  it('signs with a new key once it is told, and is still who it was when it starts again', async () => {
    const before = keyOf();
    const { stdout } = await host.command(['rotate-key']);
    expect(stdout).toBe(`Host ${host.id} signs with a new key. The one before is valid for ten more minutes.\n`);
    expect(keyOf()).not.toBe(before);
    expect((await host.command(['status'])).stdout).toContain('state           active\n');
    await host.kill('SIGKILL');
    // Killed after the control plane had the key, and before the file took its place.
    writeFileSync(join(host.stateDir, 'key.next.json'), keyOf());
    writeFileSync(join(host.stateDir, 'key.json'), before);
    await host.run();
    expect(keyOf()).not.toBe(before);
    await expect.poll(hostname).toBe('there');
  });

  it('says what is wrong where it cannot go on', async () => {
    await host.kill('SIGTERM');
    host.start(clockAhead(-120));
    expect(await host.ended()).toBe(1);
    expect(host.written).toMatch(
      /svc-host: the clock of this machine is (119|120|121) seconds behind that of the control/,
    );
    const settings = join(host.stateDir, 'settings.env');
    const right = readFileSync(settings, 'utf8');
    const older = await fleet.openDoor(8445, { 'x-svc-agent-protocol': '0' });
    writeFileSync(settings, right.replace(fleet.url, older));
    host.start();
    expect(await host.ended()).toBe(78);
    expect(host.written).toMatch(
      /svc-host: x-svc-agent-protocol: "0" is not served \(present: 1\); update svc-host\n$/,
    );
    writeFileSync(settings, right.replace('SVC_COMPUTE=container', 'SVC_MODE=local'));
    host.start();
    expect(await host.ended()).toBe(78);
    expect(host.written).toMatch(/settings\.env, line \d+: SVC_MODE is no setting of a host\n$/);
    writeFileSync(settings, right);
    // Killed after the file was written, and before the control plane had the key.
    const next = join(host.stateDir, 'key.next.json');
    writeFileSync(next, JSON.stringify(newKey().jwk));
    await host.run();
    expect(existsSync(next)).toBe(false);
    await expect.poll(hostname).toBe('there');
  });

  it('is one agent at a time', async () => {
    const { status, stderr } = await host.command(['run']);
    expect(stderr).toMatch(/another host agent \(pid \d+\) already uses this data folder\n$/);
    expect(status).toBe(78);
    await expect.poll(hostname).toBe('there');
  });

  it('is behind a router, which translates its public address', async () => {
    const inside = fleet.computer();
    const { address: own } = inside.computer;
    await inside.join(fleet.url, await fleet.token(), '--public-ip', '10.213.7.99', '--listen-ip', own);
    await inside.run();
    demand(await fleet.operator.post(`/platform/hosts/${host.id}/drain`), 200);
    const { id: vpc_id } = demand(await client.post('/compute/vpcs', { name: 'inside' }), 201).body;
    const { ssh_key_ids } = machine;
    const there = await client.launch({ name: 'inside', vpc_id, ssh_key_id: ssh_key_ids[0] as string });
    expect(there.public_ip).toBe('10.213.7.99');
    expect((await ssh.run({ ...there, public_ip: own }, 'hostname')).trim()).toBe('inside');
    await client.operate(there.id, 'terminate');
    await inside.kill('SIGTERM');
    demand(await fleet.operator.post(`/platform/hosts/${host.id}/resume`), 200);
  });

  it('says how it is drained, and leaves once it is empty', async () => {
    const { stdout } = await host.command(['drain']);
    expect(stdout).toContain(`  svc platform drain-host ${host.id}\n`);
    expect(stdout).toContain('It is active, and has one machine.\n');
    const { status, stderr } = await host.command(['leave']);
    expect([status, stderr]).toEqual([1, expect.stringMatching(/^svc-host: this host has one machine: drain it/)]);
    await client.operate(machine.id, 'terminate');
    const left = await host.command(['leave']);
    expect(left.stdout).toBe(
      `This machine is host ${host.id} no more. An operator removes its record:\n  svc platform delete-host ${host.id}\n`,
    );
    expect(await host.ended()).toBe(0);
    demand(await fleet.operator.remove(`/platform/hosts/${host.id}`), 200);
    expect((await host.command(['run'])).status).toBe(78);
  });
});
