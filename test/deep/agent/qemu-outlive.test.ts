import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { MachineSpec } from '#lib/model/compute/machine.ts';
import { markOf } from '#lib/runtime/system/processes.ts';
import { AgentFolder, type DriverChild } from '#test/lib/runtime/support/driver-child.ts';
import { askTcp, someAddress } from '#test/lib/runtime/support/guest-net.ts';
import { inbound, machineSpec, rule } from '#test/lib/runtime/support/machine-spec.ts';
import { type ClientKey, type Login, OpenSsh } from '#test/lib/runtime/support/openssh.ts';
import {
  alive,
  commandLine,
  descendantsOf,
  guestsWith,
  runtimeOf,
  signal,
} from '#test/lib/runtime/support/processes.ts';
import { whereQemuWorks } from '#test/lib/runtime/support/qemu-works.ts';
import { eventually } from '#test/support/vitest/eventually.ts';

/* QEMU guests of an agent and a runtime that are killed, hand over, or end. */

/** Kills of agent and runtime in turn. */
const KILLS = 10;
const serve = (port: number) =>
  `nohup sh -c 'while :; do echo served ${port} | nc -l -p ${port}; done' >/dev/null 2>&1 &`;

await whereQemuWorks(() => {
  let folder: AgentFolder;
  let agent: DriverChild;
  let ssh: OpenSsh;
  let key: ClientKey;
  beforeAll(async () => {
    folder = await AgentFolder.open(false);
    ssh = await OpenSsh.open();
    key = await ssh.makeKey('laptop');
    agent = folder.start('qemu');
  });
  afterAll(async () => {
    await agent.kill();
    await ssh.close();
    await folder.remove();
  });

  const boot = async (change?: Partial<MachineSpec>): Promise<Login> => {
    const spec = await machineSpec('debian-12', { authorized_keys: [key.line], ...change });
    const { host_key } = await agent.driver.create(spec);
    return { spec, key, hostKey: host_key };
  };
  const inside = async (login: Login, command: string) => (await ssh.run(login, command)).stdout;
  const again = (login: Login, command: string) => eventually(async () => (await inside(login, command)) || undefined);
  /** The machine's QEMU: what holds it has the same words on its command line, and more. */
  const qemuOf = ({ spec }: Login) =>
    guestsWith(`-name ${spec.id} `)
      .filter((pid) => !commandLine(pid).includes('socket='))
      .map(markOf);
  const sockets = () => join(folder.state('qemu'), 'holders');
  const another = async (...killed: Promise<unknown>[]) => {
    await agent.kill();
    await Promise.allSettled(killed);
    agent = folder.start('qemu');
  };
  /** At three moments: while the runtime starts, after it was killed, and once it is open. */
  const killedInTurn = async (time: number) => {
    const runtime = await eventually(() => runtimeOf(agent.pid));
    if (time % 3 === 1) signal(runtime);
    if (time % 3 === 2) await agent.driver.list();
    await another();
  };
  /** Gives a QEMU that has no runtime a command. */
  const tell = async (command: string) => {
    const socket = connect(join(sockets(), readdirSync(sockets()).find((name) => name.endsWith('.qmp')) ?? ''));
    const lines = createInterface(socket)[Symbol.asyncIterator]();
    await lines.next();
    for (const execute of ['qmp_capabilities', command]) {
      socket.write(`${JSON.stringify({ execute })}\n`);
      while (!(await lines.next()).value?.includes('"return"'));
    }
    socket.destroy();
  };

  it('goes on as the same process, with what runs in it, however often agent and runtime are killed', async () => {
    const address = someAddress();
    const firewall = inbound(rule('tcp', 8080, 8081));
    const login = await boot({ addresses: [address], firewall });
    const neighbour = await boot();
    const { private_ip } = login.spec;
    await inside(login, `${serve(8080)}\n${serve(9090)}\nnohup sleep 100000 >/dev/null 2>&1 & echo $! >/run/sleep`);
    // A connection between machines that goes on: its packets pass from one machine to the other all the time.
    const count = 'n=0; while :; do echo $n; n=$((n + 1)); usleep 20000; done';
    await inside(login, `nohup sh -c '(${count}) | nc -l -p 8081' >/dev/null 2>&1 &`);
    await inside(neighbour, `nohup sh -c 'sleep 100000 | nc ${private_ip} 8081 >/run/counted' >/dev/null 2>&1 &`);
    const startOf = 'read -r pid </run/sleep; awk "{ print \\$1, \\$22 }" /proc/$pid/stat';
    const [before, began] = [[...qemuOf(login), ...qemuOf(neighbour)], await inside(login, startOf)];
    expect(before).not.toContain(null);
    expect(began).toMatch(/^\d+ \d+\n$/);
    for (let time = 0; time < KILLS; time++) await killedInTurn(time);
    expect(await agent.driver.status(login.spec.id)).toBe('running');
    expect([...qemuOf(login), ...qemuOf(neighbour)]).toEqual(before);
    expect(await again(login, startOf)).toBe(began);
    for (const { spec } of [login, neighbour]) await agent.driver.start(spec);
    expect(await agent.driver.samples()).toHaveLength(2);
    await expect.poll(() => askTcp(address, 8080)).toBe('served 8080');
    const counted = async () => Number(await inside(neighbour, 'tail -n 1 /run/counted'));
    const so_far = await counted();
    await expect.poll(counted).toBeGreaterThan(so_far);
    const lines = (await inside(neighbour, 'head -n -1 /run/counted')).trim().split('\n');
    expect(lines).toEqual(lines.map((_, at) => `${at}`));
    // Rules hold as before, and can be changed.
    expect(await inside(neighbour, `nc -w 3 ${private_ip} 9090 </dev/null`)).toBe('');
    await agent.driver.configure({ ...login.spec, firewall: inbound() });
    expect(await askTcp(address, 8080)).toBe('');
    for (const { spec } of [login, neighbour]) await agent.driver.destroy(spec.id);
    await expect.poll(() => [...qemuOf(login), ...qemuOf(neighbour)]).toEqual([]);
  });

  it('keeps its disks, which can be changed again, also what was under way', async () => {
    const login = await boot();
    const { id } = login.spec;
    const mount = { id: 'vol-1', mount_path: '/mnt/data' };
    await agent.driver.createVolume({ id: 'vol-1', size_gib: 1, filesystem: 'ext4' });
    await agent.driver.attachVolume(id, mount);
    await inside(login, 'echo kept > /mnt/data/file; echo root > ~/file; sync');
    await another(agent.driver.createSnapshot(id, 'snap-0', {}));
    expect(await again(login, 'cat /mnt/data/file ~/file')).toBe('kept\nroot\n');
    await agent.driver.createSnapshot(id, 'snap-1', {});
    await agent.driver.growVolume('vol-1', 2);
    expect(await inside(login, 'df -m /mnt/data | awk "END { print (\\$2 > 1500) }"')).toBe('1\n');
    await another(agent.driver.detachVolume(id, 'vol-1', { force: false }));
    await agent.driver.detachVolume(id, 'vol-1', { force: false });
    expect(await inside(login, 'ls /sys/block')).not.toContain('vdb');
    await another(agent.driver.attachVolume(id, mount));
    await agent.driver.attachVolume(id, mount);
    expect(await inside(login, 'cat /mnt/data/file')).toBe('kept\n');
    const copy = await boot({ source_snapshot_id: 'snap-1' });
    expect(await inside(copy, 'cat ~/file')).toBe('root\n');
    for (const one of [login, copy]) await agent.driver.destroy(one.spec.id);
    await agent.driver.deleteVolume('vol-1');
  });

  it('is handed over by an agent that ends in order, and ended by the next one that does not', async () => {
    const login = await boot();
    const before = qemuOf(login);
    // Its root floods the console, which nobody reads meanwhile.
    await inside(login, `nohup sh -c 'while :; do echo flood; done >/dev/ttyS0' >/dev/null 2>&1 &`);
    await agent.driver.close({ handsOver: true });
    await another();
    expect(await agent.driver.found()).toEqual({ up: [login.spec.id], ended: [] });
    expect(qemuOf(login)).toEqual(before);
    expect(await inside(login, 'hostname')).toBe(`${login.spec.name}\n`);
    await agent.driver.close();
    expect([qemuOf(login), readdirSync(sockets())]).toEqual([[], []]);
    await another();
    expect(await agent.driver.found()).toEqual({ up: [], ended: [] });
    await agent.driver.destroy(login.spec.id);
  });

  it('is told of where it has ended meanwhile, and leaves nothing once the next one has heard of it', async () => {
    const login = await boot();
    const family = descendantsOf(agent.pid);
    await agent.kill();
    await tell('system_powerdown');
    await expect.poll(() => qemuOf(login)).toEqual([]);
    agent = folder.start('qemu');
    expect(await agent.driver.status(login.spec.id)).toBe('stopped');
    expect(await agent.driver.found()).toEqual({ up: [], ended: [login.spec.id] });
    await expect.poll(() => [alive(family), readdirSync(sockets())]).toEqual([[], []]);
    await agent.driver.start(login.spec);
    await agent.driver.destroy(login.spec.id);
  });

  it('ends without an agent where nobody is to start again, as by svc down', async () => {
    const login = await boot();
    await agent.kill();
    expect(qemuOf(login)).toHaveLength(1);
    expect(await folder.endMachines()).toBe(true);
    expect(qemuOf(login)).toEqual([]);
    agent = folder.start('qemu');
    expect(await agent.driver.status(login.spec.id)).toBe('stopped');
    await agent.driver.destroy(login.spec.id);
  });
});
