import { randomUUID } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Instance } from '#lib/model/compute/instance.ts';
import { Ssh } from '#test/support/clients/ssh.ts';
import { faultsIn, readBooks } from '#test/support/crash/books.ts';
import { HostFleet } from '#test/support/hosts/host-fleet.ts';
import type { JoinedHost } from '#test/support/hosts/joined-host.ts';
import { noWire } from '#test/support/hosts/wire.ts';
import { Client, demand } from '#test/support/http/client.ts';
import { processesOf } from '#test/support/processes/processes-of.ts';
import { eventually } from '#test/support/vitest/eventually.ts';

const missing = noWire();
if (missing) process.stderr.write(`hosts with shared disks are skipped: ${missing}\n`);

/** On one computer all hosts reach the folder of a scope. */
const disk_scope = `rack-${randomUUID().slice(0, 8)}`;
const folder = join('/var/lib/svc/shared', disk_scope);

describe.skipIf(missing)('hosts with disks that each of them reaches', () => {
  let fleet: HostFleet;
  let client: Client;
  let ssh: Ssh;
  let hosts: [JoinedHost, JoinedHost];
  let machine: Instance;
  beforeAll(async () => {
    fleet = await HostFleet.open();
    client = await Client.register(fleet.platform.baseUrl);
    ssh = new Ssh(fleet.wire.computer().wrapper);
    const key = { name: 'laptop', public_key: await ssh.publicKey() };
    const ssh_key_id = demand(await client.post('/compute/ssh-keys', key), 201).body.id;
    hosts = [await sharing(), fleet.computer()];
    machine = await client.launch({ name: 'moving', ssh_key_id });
    await answers('echo kept > mark');
  });
  afterAll(async () => {
    ssh?.close();
    await fleet?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function sharing(host = fleet.computer()): Promise<JoinedHost> {
    await host.join(fleet.url, await fleet.token({ disk_scope }), '--disk-scope', disk_scope);
    await host.run();
    return host;
  }

  const order = async (host: JoinedHost, verb: 'drain' | 'resume' | 'fence') =>
    demand(await fleet.operator.post(`/platform/hosts/${host.id}/${verb}`), 200).body;
  const shown = () => client.show(machine.id);
  const answers = async (command: string) => (await ssh.run(await shown(), command)).trim();
  const running = async (host: JoinedHost) =>
    /of which (\d+) run here/.exec((await host.command(['status'])).stdout)?.[1];
  const diskOf = () => join(folder, 'machines', machine.id);

  it('a host whose token does not allow the scope ends with the reason, and no restart helps', async () => {
    const [, host] = hosts;
    await host.join(fleet.url, await fleet.token(), '--disk-scope', disk_scope);
    host.start();
    expect(await host.ended()).toBe(78);
    const reason = `disk scope ${disk_scope} is not allowed to this host; an operator allows it`;
    expect(host.written).toContain(`svc-host: ${reason}\n`);
    expect(await fleet.shown(host.id)).toMatchObject({ state: 'joining', refused: { reason } });
    const body = { allowed_disk_scope: disk_scope };
    demand(await fleet.operator.ask(`/platform/hosts/${host.id}`, { method: 'PATCH', body }), 200);
    await host.run();
    expect(await fleet.shown(host.id)).toMatchObject({ state: 'active', disk_scope, refused: null });
  });

  it('a machine of a host that was killed starts elsewhere once an operator has fenced it, with what was on its disk', async () => {
    const [first, second] = hosts;
    await first.kill('SIGKILL');
    await expect.poll(() => processesOf(first.stateDir)).toEqual([]);
    await order(first, 'fence');
    // The schedule of each minute settles what was there.
    await expect.poll(shown).toMatchObject({ status: 'error', status_reason: 'host lost' });
    await client.operate(machine.id, 'start');
    expect(await shown()).toMatchObject({ status: 'running', public_ip: second.computer.address });
    await expect.poll(() => answers('cat mark').catch(() => '')).toBe('kept');
    await answers('echo on-second >> mark');
  });

  it('the host that is back leaves it alone', async () => {
    const [first, second] = hosts;
    await order(first, 'resume');
    await first.run();
    expect([await running(first), await running(second)]).toEqual(['0', '1']);
    expect(await answers('tail -n 1 mark')).toBe('on-second');
    expect(existsSync(diskOf())).toBe(true);
  });

  it('of a host that drains a stopped machine starts on the other, and goes with all that it has', async () => {
    const [first, second] = hosts;
    await order(second, 'drain');
    await client.operate(machine.id, 'stop');
    await client.operate(machine.id, 'start');
    expect(await shown()).toMatchObject({ status: 'running', public_ip: first.computer.address });
    await expect.poll(() => answers('cat mark | tr "\\n" " "').catch(() => '')).toBe('kept on-second');
    expect([await running(first), await running(second)]).toEqual(['1', '0']);
    await second.kill('SIGTERM');
    await second.run();
    expect(existsSync(diskOf())).toBe(true);
  });

  it('a host that does not hear of its fence ends the machine that runs on another one', async () => {
    const [first, second] = hosts;
    await order(second, 'resume');
    await answers('nohup sh -c "while :; do echo tick >> ticks; sleep 0.05; done" > /dev/null 2>&1 &');
    first.computer.plug(false);
    await order(first, 'fence');
    await expect.poll(async () => (await shown()).status).toBe('error');
    await client.operate(machine.id, 'start');
    expect(await shown()).toMatchObject({ status: 'running', public_ip: second.computer.address });
    const counted = await eventually(() => answers('wc -l < ticks; sleep 1; wc -l < ticks').catch(() => ''));
    const [before, after] = counted.split('\n');
    expect(Number(before)).toBeGreaterThan(0);
    expect(after).toBe(before);
    first.computer.plug(true);
    expect(await first.ended()).toBe(1);
    await order(first, 'resume');
    await first.run();
    expect([await running(first), await running(second)]).toEqual(['0', '1']);
  });

  it('a host whose shared disks are not mounted does not start', async () => {
    const [host] = hosts;
    await host.kill('SIGTERM');
    const mark = join(folder, 'disk-scope');
    rmSync(mark);
    host.start();
    expect(await host.ended()).toBe(78);
    expect(host.written).toContain(
      `svc-host: ${folder} must have the disks of scope ${disk_scope}, which are not mounted there\n`,
    );
  });

  it('termination removes the disk, and afterwards nothing is lost', async () => {
    await client.operate(machine.id, 'terminate');
    expect(existsSync(diskOf())).toBe(false);
    await hosts[1].kill('SIGTERM');
    await fleet.platform.stop();
    const books = await readBooks(fleet.platform.dataDir);
    expect(faultsIn(books)).toEqual([]);
    for (const host of hosts) expect(processesOf(host.stateDir)).toEqual([]);
  });
});
