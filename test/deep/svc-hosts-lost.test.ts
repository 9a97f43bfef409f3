import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Instance } from '#lib/model/compute/instance.ts';
import { version } from '#lib/model/platform/version.ts';
import { Ssh } from '#test/support/clients/ssh.ts';
import { faultsIn, readBooks } from '#test/support/crash/books.ts';
import { HostFleet } from '#test/support/hosts/host-fleet.ts';
import type { JoinedHost } from '#test/support/hosts/joined-host.ts';
import { noWire } from '#test/support/hosts/wire.ts';
import { Client, demand } from '#test/support/http/client.ts';
import { processesOf } from '#test/support/processes/processes-of.ts';

const missing = noWire();
if (missing) process.stderr.write(`hosts on a wire are skipped: ${missing}\n`);

/** Longer than a host may be silent, and the minute tick: both go by the computer's clock, which nobody can move. */
const timeout = 180_000;

describe.skipIf(missing)('three hosts that joined, killed, cut off and fenced', () => {
  let fleet: HostFleet;
  let client: Client;
  let ssh: Ssh;
  let hosts: [JoinedHost, JoinedHost, JoinedHost];
  let ssh_key_id: string;
  const machines: Instance[] = [];
  beforeAll(async () => {
    fleet = await HostFleet.open();
    client = await Client.register(fleet.platform.baseUrl);
    ssh = new Ssh(fleet.wire.computer().wrapper);
    const key = { name: 'laptop', public_key: await ssh.publicKey() };
    ssh_key_id = demand(await client.post('/compute/ssh-keys', key), 201).body.id;
    hosts = [await fleet.host(), await fleet.host(), await fleet.host()];
  });
  afterAll(async () => {
    ssh?.close();
    await fleet?.close();
  });

  const order = async (host: JoinedHost, verb: 'drain' | 'resume' | 'fence') =>
    demand(await fleet.operator.post(`/platform/hosts/${host.id}/${verb}`), 200).body;

  /** Has new machines go to this host alone. */
  async function only(chosen: JoinedHost): Promise<void> {
    for (const host of hosts) {
      const { state } = await fleet.shown(host.id);
      const wanted = host === chosen ? 'active' : 'draining';
      if (state !== wanted) await order(host, host === chosen ? 'resume' : 'drain');
    }
  }

  /** The body of a launch into a VPC of its own, so that it may go to any host. */
  async function bodyOf(name: string) {
    const { id: vpc_id } = demand(await client.post('/compute/vpcs', { name: `net-${name}` }), 201).body;
    return { name, ssh_key_id, vpc_id };
  }

  const answers = (machine: Instance, command = 'hostname') => ssh.run(machine, command).then((text) => text.trim());
  const shown = (machine: Instance) => client.show(machine.id);
  const seen = async (kind: 'volumes' | 'snapshots', id: string) =>
    demand(await client.get(`/compute/${kind}/${id}`), 200).body;

  /** A paused agent goes on, ends at its fence, and starts again. */
  async function returned(host: JoinedHost): Promise<void> {
    host.pause(false);
    expect(await host.ended()).toBe(1);
    await order(host, 'resume');
    await host.run();
  }

  const processesOn = async (host: JoinedHost) => JSON.parse((await host.command(['status', '-o', 'json'])).stdout);
  const running = async (host: JoinedHost) =>
    /of which (\d+) run here/.exec((await host.command(['status'])).stdout)?.[1];

  it('each has a machine that others reach', async () => {
    for (const [at, host] of hosts.entries()) {
      await only(host);
      const machine = await client.launch(await bodyOf(`on-${at}`));
      expect([machine.status, machine.public_ip]).toEqual(['running', host.computer.address]);
      expect(await answers(machine)).toBe(`on-${at}`);
      await answers(machine, `echo mine-${at} > mark`);
      machines.push(machine);
    }
  });

  const bootOf = (machine: Instance) => answers(machine, 'cut -d " " -f 22 /proc/1/stat');

  it('SIGKILL: what ran on it runs on, and is reached again', async () => {
    const [host, machine] = [hosts[0], machines[0] as Instance];
    const boot = await bootOf(machine);
    await host.kill('SIGKILL');
    await expect.poll(() => processesOf(host.stateDir)).toEqual([]);
    await host.run();
    await expect.poll(() => answers(machine, 'cat mark').catch(() => '')).toBe('mine-0');
    expect([await running(host), await bootOf(machine)]).toEqual(['1', boot]);
  });

  it('SIGHUP: the next agent takes over what runs, and the platform sees no end of it', async () => {
    const [host, machine] = [hosts[0], machines[0] as Instance];
    const [boot, before] = [await bootOf(machine), await processesOn(host)];
    await host.kill('SIGHUP');
    expect(await host.ended()).toBe(0);
    // It was drained before.
    expect(await fleet.shown(host.id)).toMatchObject({ state: 'draining' });
    expect(await shown(machine)).toMatchObject({ status: 'running', ssh_ready: true });
    expect((await host.command(['leave'])).stderr).toContain('so what is on this host is not known');
    await host.run();
    await expect.poll(() => answers(machine, 'cat mark').catch(() => '')).toBe('mine-0');
    expect([await running(host), await bootOf(machine)]).toEqual(['1', boot]);
    const { agent, runtime, holders } = await processesOn(host);
    const held = { vpc_id: machine.vpc_id, protocol: 1, ...before.holders[0], age_seconds: expect.any(Number) };
    expect(holders).toEqual([held]);
    expect([agent.version, runtime.version]).toEqual([version, version]);
    expect([agent.pid, runtime.pid]).not.toEqual([before.agent.pid, before.runtime.pid]);
    expect((await host.command(['end'])).stdout).toBe('No ended svc-host has left machines.\n');
    expect(await bootOf(machine)).toBe(boot);
  });

  it('a stop that was cut short: "svc-host end" ends what is left, and it boots again', async () => {
    const [host, machine] = [hosts[0], machines[0] as Instance];
    const boot = await bootOf(machine);
    await host.kill('SIGKILL');
    expect((await host.command(['end'])).stdout).toBe('The machines that an ended svc-host had left have ended.\n');
    await host.run();
    await expect.poll(() => answers(machine, 'cat mark').catch(() => '')).toBe('mine-0');
    expect(await bootOf(machine)).not.toBe(boot);
  });

  it('a cut of the network for a minute: the machine goes on, is shown as out of reach, and as reached again', async () => {
    const [host, machine] = [hosts[1], machines[1] as Instance];
    const boot = await answers(machine, 'cat /proc/1/stat | cut -d " " -f 22');
    host.computer.plug(false);
    await expect.poll(async () => (await shown(machine)).ssh_ready, { timeout }).toBe(false);
    expect(await fleet.shown(host.id)).toMatchObject({ state: 'silent' });
    host.computer.plug(true);
    await expect.poll(async () => (await shown(machine)).ssh_ready).toBe(true);
    expect(await shown(machine)).toMatchObject({ status: 'running' });
    expect(await answers(machine, 'cat /proc/1/stat | cut -d " " -f 22')).toBe(boot);
  });

  it('a fence while a launch is under way: neither the machine nor its room is left', async () => {
    const [host, lost] = [hosts[2], machines[2] as Instance];
    await only(host);
    // It takes no job any more, and does not end.
    host.pause();
    const { id } = await client.launch(await bodyOf('never'), { wait: 0 });
    expect(await order(host, 'fence')).toMatchObject({ state: 'fenced' });
    await expect.poll(async () => (await client.show(id)).status).toMatch(/^(error|terminated)$/);
    // The schedule of each minute settles what was there.
    await expect.poll(() => shown(lost)).toMatchObject({ status: 'error', status_reason: 'host lost' });
    host.pause(false);
    expect(await host.ended()).toBe(1);
    expect(host.written).toContain(`svc-host: host ${host.id} is fenced\n`);
    await expect.poll(() => processesOf(host.stateDir)).toEqual([]);
    if ((await client.show(id)).status === 'error') await client.operate(id, 'terminate');
  });

  it('its return: what was replaced is destroyed, what was not is stopped and starts again', async () => {
    const [host, kept] = [hosts[2], machines[2] as Instance];
    host.start();
    expect(await host.ended()).toBe(1);
    await order(host, 'resume');
    await host.run();
    await expect.poll(async () => (await shown(kept)).status).toBe('stopped');
    expect(await running(host)).toBe('0');
    await client.operate(kept.id, 'start');
    await expect.poll(() => answers(kept, 'cat mark').catch(() => '')).toBe('mine-2');
  });

  it('a fence while a snapshot and a volume are under way: they fail, and what is on the disk is as before', async () => {
    const [host, machine] = [hosts[2], machines[2] as Instance];
    await answers(machine, 'head -c 200M /dev/urandom > large; md5sum large | cut -c 1-32 > sum');
    const made = { name: 'extra', size_gib: 1, instance_id: machine.id };
    const { id: volume } = demand(await client.post('/compute/volumes', made), 201).body;
    await expect.poll(async () => (await seen('volumes', volume)).status).toBe('in-use');
    const copies = `/compute/instances/${machine.id}/snapshots`;
    const { id: snapshot } = demand(await client.post(copies, { name: 'copy' }), 201).body;
    await expect.poll(async () => (await seen('snapshots', snapshot)).progress_percent).toBeGreaterThan(0);
    host.pause();
    await order(host, 'fence');
    await expect.poll(async () => (await shown(machine)).status).toBe('error');
    await expect.poll(async () => (await seen('snapshots', snapshot)).status).toBe('error');
    await expect.poll(() => seen('volumes', volume)).toMatchObject({ status: 'error', status_reason: 'host lost' });
    await returned(host);
    await expect.poll(async () => (await shown(machine)).status).toBe('stopped');
    await expect.poll(async () => (await seen('volumes', volume)).status).toBe('in-use');
    demand(await client.remove(`/compute/snapshots/${snapshot}`), 200);
    await client.operate(machine.id, 'start');
    await expect.poll(() => answers(machine, 'md5sum -c --status <(echo "$(cat sum)  large"); echo $?')).toBe('0');
    await answers(machine, 'echo there > /mnt/extra/mark');
  });

  it('a fence while a volume is being attached: it is whole afterwards, and attaches again', async () => {
    const [host, machine] = [hosts[2], machines[2] as Instance];
    await only(host);
    const made = { name: 'second', size_gib: 1 };
    const { id } = demand(await client.post('/compute/volumes', made), 201).body;
    await expect.poll(async () => (await seen('volumes', id)).status).toBe('available');
    host.pause();
    demand(await client.post(`/compute/volumes/${id}/attach`, { instance_id: machine.id }), 200);
    await order(host, 'fence');
    await expect.poll(async () => (await shown(machine)).status).toBe('error');
    await expect.poll(async () => (await seen('volumes', id)).status).toBe('error');
    await returned(host);
    await expect.poll(async () => (await shown(machine)).status).toBe('stopped');
    await expect.poll(async () => (await seen('volumes', id)).status).toBe('available');
    expect((await shown(machine)).volume_ids).not.toContain(id);
    demand(await client.post(`/compute/volumes/${id}/attach`, { instance_id: machine.id }), 200);
    await expect.poll(async () => (await seen('volumes', id)).status).toBe('in-use');
    await client.operate(machine.id, 'start');
    await expect
      .poll(() => answers(machine, 'cat /mnt/extra/mark; ls -d /mnt/second').catch(() => ''))
      .toBe('there\n/mnt/second');
  });

  it('a host that was fenced while its agent was dead ends its machines, and destroys what was terminated meanwhile', async () => {
    const [host, gone] = [hosts[1], machines[1] as Instance];
    const mark = `mark-${randomUUID()}`;
    await answers(gone, `nohup sh -c "sleep 1000; :" ${mark} >/dev/null 2>&1 &`);
    await host.kill('SIGKILL');
    await order(host, 'fence');
    await expect.poll(async () => (await shown(gone)).status).toBe('error');
    expect(processesOf(mark)).not.toEqual([]);
    host.start();
    expect(await host.ended()).toBe(1);
    expect(processesOf(mark)).toEqual([]);
    await client.operate(gone.id, 'terminate');
    await order(host, 'resume');
    await host.run();
    expect((await host.command(['status'])).stdout).toContain('machines        0, of which 0 run here\n');
    expect(await fleet.shown(host.id)).toMatchObject({ used: expect.objectContaining({ instances: 0 }) });
  });

  it('afterwards no machine is twice, and no port, hold or room is lost', async () => {
    expect([await running(hosts[0]), await running(hosts[2])]).toEqual(['1', '1']);
    for (const host of hosts) await host.kill('SIGTERM');
    await fleet.platform.stop();
    const books = await readBooks(fleet.platform.dataDir);
    expect(books.flatMap(({ sk, host_id }) => (sk === 'HOST' ? host_id : []))).toEqual(
      expect.arrayContaining(hosts.map(({ id }) => id)),
    );
    expect(faultsIn(books)).toEqual([]);
    for (const host of hosts) expect(processesOf(host.stateDir)).toEqual([]);
  });
});
