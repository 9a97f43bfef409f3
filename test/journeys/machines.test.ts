import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Instance } from '#lib/model/compute/instance.ts';
import { whereContainersWork } from '#test/lib/runtime/support/container-works.ts';
import { signal } from '#test/lib/runtime/support/processes.ts';
import { type Cli, commandLine } from '#test/support/clients/cli.ts';
import { Ssh } from '#test/support/clients/ssh.ts';
import { KeyedRequests, repeat } from '#test/support/crash/requests.ts';
import { CrashSite, leftBehind } from '#test/support/crash/site.ts';
import { Client, demand } from '#test/support/http/client.ts';
import { killPart, partOf } from '#test/support/platform/parts.ts';
import { eventually } from '#test/support/vitest/eventually.ts';

await whereContainersWork(() => {
  let site: CrashSite;
  let ssh: Ssh;
  let machine: Instance;
  let key: string;
  let svc: Cli;
  beforeAll(async () => {
    site = await CrashSite.open({ SVC_COMPUTE: 'container' });
    ssh = new Ssh();
    svc = await commandLine();
    const body = { name: 'laptop', public_key: await ssh.publicKey() };
    key = demand(await site.client.post('/compute/ssh-keys', body), 201).body.id;
    machine = await site.client.launch({ name: 'web-01', ssh_key_id: key });
    await ssh.run(machine, 'echo kept > ~/file');
  });
  afterAll(async () => {
    await site?.stop();
    site?.remove();
    ssh?.close();
    await svc?.end();
  });
  /** When its init began. */
  const bootOf = (one: Instance) => ssh.run(one, "cut -d' ' -f22 /proc/1/stat");
  const eventsOf = async ({ id }: Instance): Promise<{ message: string }[]> =>
    (await site.client.get(`/compute/instances/${id}/events`)).body.events;
  const answersAgain = () => eventually(() => ssh.run(machine, 'cat ~/file').catch(() => undefined));

  it('a machine that is switched off from inside is stopped, and says why; it starts again with its files', async () => {
    await ssh.run(machine, 'poweroff').catch(() => undefined);
    const stopped = await site.client.until(machine.id, 'stopped');
    expect(stopped).toMatchObject({ status_reason: 'shut down from inside the guest', ssh_ready: false });
    const { events } = (await site.client.get(`/compute/instances/${machine.id}/events`)).body;
    expect(events[0]).toMatchObject({ type: 'host', from: 'running', to: 'stopped', actor: 'system' });
    const started = await site.client.operate(machine.id, 'start');
    expect(started).toMatchObject({ status: 'running', status_reason: null, ssh_ready: true });
    expect(await ssh.run(machine, 'cat ~/file')).toBe('kept\n');
  });

  it('a reboot leaves files, address and host key, and nothing that ran before', async () => {
    await ssh.run(machine, 'touch ~/mark; nohup sleep 1000 >/dev/null 2>&1 &');
    const rebooted = await site.client.operate(machine.id, 'reboot');
    expect(rebooted).toMatchObject({ status: 'running', private_ip: machine.private_ip, ssh_port: machine.ssh_port });
    expect(await ssh.run(machine, "cat ~/file; pgrep -f 'sleep [1]000' || echo none")).toBe('kept\nnone\n');
  });

  it('machines see one another, not those of others', async () => {
    const neighbour = await site.client.launch({ name: 'web-02', ssh_key_id: key });
    const other = await Client.register(site.client.baseUrl);
    const stranger = await other.launch({ name: 'elsewhere' });
    const greet = (to: Instance) =>
      ssh.run(
        machine,
        `timeout 3 bash -c 'exec 3<>/dev/tcp/${to.private_ip}/22; head -c 8 <&3' 2>/dev/null || echo nobody`,
      );
    await expect.poll(() => greet(neighbour)).toBe('SSH-2.0-');
    expect(await greet(stranger)).toBe('nobody\n');
    await Promise.all([site.client.operate(neighbour.id, 'terminate'), other.operate(stranger.id, 'terminate')]);
  });

  it('a killed agent is started again, and its machines go on in the same boot, of which nobody is told', async () => {
    const [boot, events] = [await bootOf(machine), await eventsOf(machine)];
    const before = partOf(site.platform, 'agent');
    killPart(site.platform, 'agent');
    await eventually(() => partOf(site.platform, 'agent') !== before && partOf(site.platform, 'runtime') !== undefined);
    expect(await answersAgain()).toBe('kept\n');
    expect(site.platform.output()).toContain('the host agent ended (SIGKILL); starting it again');
    expect(await bootOf(machine)).toBe(boot);
    expect(await site.client.show(machine.id)).toMatchObject({ status: 'running', ssh_ready: true });
    expect(await eventsOf(machine)).toEqual(events);
  });

  it('and so they do when the whole platform is killed and started again; a stop and a start work as before', async () => {
    const boot = await bootOf(machine);
    await site.kill();
    await site.restart();
    await eventually(async () => (await site.client.show(machine.id)).ssh_ready);
    expect(await answersAgain()).toBe('kept\n');
    expect(await bootOf(machine)).toBe(boot);
    const metrics = async () =>
      JSON.stringify((await site.client.get(`/compute/instances/${machine.id}/metrics?step_seconds=10`)).body.series);
    const known = await metrics();
    await expect.poll(metrics).not.toBe(known);
    await site.client.operate(machine.id, 'stop');
    await site.client.operate(machine.id, 'start');
    expect(await answersAgain()).toBe('kept\n');
    expect(await bootOf(machine)).not.toBe(boot);
  });

  it('what was asked for while the agent was dead is done when it is back', async () => {
    const launching = site.client.launch({ name: 'patient', ssh_key_id: key });
    killPart(site.platform, 'agent');
    const patient = await site.client.until((await launching).id, 'running');
    expect(await ssh.run(patient, 'hostname')).toBe('patient\n');
    const stopping = site.client.operate(patient.id, 'stop');
    await eventually(() => partOf(site.platform, 'agent'));
    killPart(site.platform, 'agent');
    expect((await site.client.until((await stopping).id, 'stopped')).status_reason).toBeNull();
    await site.client.operate(patient.id, 'terminate');
    expect(await answersAgain()).toBe('kept\n');
  });

  it('machines that are lost with what holds them boot again by themselves, and say so', async () => {
    await eventually(() => partOf(site.platform, 'network host'));
    killPart(site.platform, 'network host');
    const messages = async () => (await eventsOf(machine)).map(({ message }) => message);
    await expect.poll(messages).toContain('the machine was lost; it boots again');
    expect(await answersAgain()).toBe('kept\n');
    expect((await messages())[0]).toBe('machine answers again');
    expect(await site.client.show(machine.id)).toMatchObject({ status: 'running', status_reason: null });
  });

  it('machines go on in the same boot when their runtime is killed, and nobody is told of a loss', async () => {
    const [boot, events] = [await bootOf(machine), await eventsOf(machine)];
    const before = await eventually(() => partOf(site.platform, 'runtime'));
    killPart(site.platform, 'runtime');
    await eventually(() => ![undefined, before].includes(partOf(site.platform, 'runtime')));
    expect(await answersAgain()).toBe('kept\n');
    expect(await bootOf(machine)).toBe(boot);
    expect(await eventsOf(machine)).toEqual(events);
    expect(await site.client.show(machine.id)).toMatchObject({ status: 'running', ssh_ready: true });
  });

  it('a killed database is started again; what was acknowledged is there, and nothing was done twice', async () => {
    const requests = new KeyedRequests();
    const { baseUrl, token } = site.client;
    const bodies = await Promise.all(['one', 'two', 'three'].map((name) => site.client.launchBody({ name })));
    for (const body of bodies) requests.send(baseUrl, '/compute/instances', { method: 'POST', token, body });
    killPart(site.platform, 'database');
    const sent = await requests.ended();
    await expect.poll(async () => (await site.client.get('/healthz')).status).toBe(200);
    const again = await Promise.all(sent.map((one) => (one.reply?.status === 201 ? repeat(baseUrl, one) : undefined)));
    const machines = await site.settled();
    const ids = machines.filter(({ status }) => status === 'running').map(({ id }) => id);
    for (const reply of again) if (reply) expect(ids).toContain(reply.body.id);
    for (const name of ['one', 'two', 'three']) {
      expect(machines.filter((one) => one.name === name).length).toBeLessThanOrEqual(1);
    }
    expect(await ssh.run(machine, 'cat ~/file')).toBe('kept\n');
  });

  it.each([
    ['an ordinary end', 'SIGTERM'],
    ['the end of its terminal', 'SIGHUP'],
  ] as const)('after %s nothing is left, and a start brings every machine back as it was', async (_, name) => {
    const before = await site.settled();
    // A terminal that is closed tells all of its programs.
    if (name === 'SIGHUP') signal(partOf(site.platform, 'agent'), name);
    expect(await site.platform.stop(name)).toBe(0);
    expect(leftBehind(site.dataDir, machine.public_ip)).toEqual([]);
    await site.restart();
    await eventually(async () => (await site.client.show(machine.id)).ssh_ready);
    expect(await answersAgain()).toBe('kept\n');
    const places = (list: readonly Instance[]) =>
      list.map(({ id, status, private_ip, public_ip, ssh_port }) => ({ id, status, private_ip, public_ip, ssh_port }));
    expect(places(await site.settled())).toEqual(places(before));
  });

  it('svc down ends the machines that a killed platform has left', async () => {
    await site.kill();
    const runs = async () => (await svc(['down'], { env: { SVC_DATA_DIR: site.dataDir } })).err;
    // An agent that has not noticed yet still has them.
    await expect.poll(runs).toBe(`Stopped; its state stays in ${site.dataDir}.\n`);
    await expect.poll(() => leftBehind(site.dataDir, machine.public_ip)).toEqual([]);
    expect(await runs()).toBe('No platform runs here.\n');
    await site.restart();
    await eventually(async () => (await site.client.show(machine.id)).ssh_ready);
    expect(await answersAgain()).toBe('kept\n');
  });
});
