import { randomUUID } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openHostedDriver } from '#lib/agent/hosted/hosted-driver.ts';
import type { FirstBoot } from '#lib/model/compute/first-boot.ts';
import type { MachineSpec } from '#lib/model/compute/machine.ts';
import type { ComputeDriver, PowerOffCause } from '#lib/runtime/driver.ts';
import { hostImages } from '#lib/runtime/images.ts';
import { markOf } from '#lib/runtime/system/processes.ts';
import { giveRange } from '#test/support/hosts/own-range.ts';
import { eventually } from '#test/support/vitest/eventually.ts';
import { AgentFolder } from './support/driver-child.ts';
import { type DriverHome, driverHome } from './support/driver-home.ts';
import { askTcp, GuestNet, someAddress } from './support/guest-net.ts';
import { inbound, machineSpec, rule } from './support/machine-spec.ts';
import { type ClientKey, type Login, OpenSsh } from './support/openssh.ts';
import { guestMarks, guestsWith, parentOf, processesWith, runtimeOf, signal } from './support/processes.ts';

const image = hostImages()[0]?.id ?? '';
/** Kills of a runtime in a row, most of them while it starts. */
const KILLS = 10;

/** Kills the runtime of an agent, and answers once another one has begun. */
async function killRuntime(agent: number): Promise<void> {
  const before = await eventually(() => runtimeOf(agent));
  signal(before);
  await eventually(() => ![undefined, before].includes(runtimeOf(agent)));
}

/** Machines that outlive the runtime that has booted them. */
export function describeTakeover(): void {
  describe('machines of a runtime that is killed', () => {
    let home: DriverHome;
    let driver: ComputeDriver;
    let ssh: OpenSsh;
    let key: ClientKey;
    const downs: [string, PowerOffCause][] = [];
    const heard: [string, FirstBoot][] = [];
    beforeAll(async () => {
      home = await driverHome();
      const registries = { loopback: false, auth: null };
      const log = (line: string) => void home.logged.push(line);
      const more = { image: null, platform: null, registries, log, wait: () => turn() };
      driver = await openHostedDriver({ ...home, kind: 'container', ...more });
      driver.onPowerOff((...down) => downs.push(down));
      driver.boots?.onFirstBoot((...news) => heard.push(news));
      ssh = await OpenSsh.open();
      key = await ssh.makeKey('laptop');
    });
    afterAll(async () => {
      await driver.close();
      await home.remove();
      await ssh.close();
    });

    const boot = async (change?: Partial<MachineSpec>): Promise<Login> => {
      const spec = await machineSpec(image, { authorized_keys: [key.line], ...change });
      const { host_key } = await driver.create(spec);
      return { spec, key, hostKey: host_key };
    };
    const inside = async (login: Login, command: string) => (await ssh.run(login, command)).stdout;
    const again = (login: Login, command: string) =>
      eventually(async () => (await inside(login, command)) || undefined);
    const begin = (login: Login, command: string, mark = '') =>
      inside(login, `nohup sh -c '${command}' ${mark} >/dev/null 2>&1 &`);
    const linesOf = async ({ spec }: Login) =>
      (await driver.boots?.consoleLog(spec.id, 0))?.parts.flatMap(({ lines }) => lines) ?? [];

    /** The machine's init as the host sees it: what a login has left running is its child. */
    const initOf = async (login: Login): Promise<number> => {
      const mark = `mark-${randomUUID()}`;
      await begin(login, 'sleep 1000; :', mark);
      return parentOf(guestsWith(mark)[0] ?? 0);
    };

    it('go on with the same processes and a whole console log, however often and when that is', async () => {
      const mark = `mark-${randomUUID()}`;
      const logins = [await boot(), await boot({ vpc: { id: 'vpc-two', cidr: '10.20.0.0/20', gateway: '10.20.0.1' } })];
      for (const login of logins) await begin(login, 'sleep 1000; :', mark);
      const [login] = logins as [Login];
      const count = 'n=0; while [ ! -e /run/stop ]; do echo count $n; n=$((n + 1)); sleep 0.01; done; echo half';
      await begin(login, `(${count}; printf " of"; touch /run/done) >/proc/1/fd/1`);
      const before = guestMarks(mark);
      expect(before).toHaveLength(2);
      for (let time = 0; time < KILLS; time++) await killRuntime(process.pid);
      for (const one of logins) expect(await again(one, 'hostname')).toBe(`${one.spec.name}\n`);
      expect(guestMarks(mark)).toEqual(before);
      await inside(login, 'touch /run/stop');
      await again(login, 'ls /run/done');
      await killRuntime(process.pid);
      await again(login, 'echo " a line" >/proc/1/fd/1; hostname');
      await expect.poll(async () => (await linesOf(login)).at(-1)).toBe(' of a line');
      const counted = (await linesOf(login)).filter((line) => line.startsWith('count '));
      const first = Number(counted[0]?.slice(6));
      expect(counted).toEqual(counted.map((_, at) => `count ${first + at}`));
      expect(counted.length).toBeGreaterThan(KILLS);
      expect(downs).toEqual([]);
      for (const { spec } of logins) await driver.destroy(spec.id);
      await expect.poll(() => guestsWith(mark)).toEqual([]);
    });

    it('keep their addresses, firewall and volumes, which can be changed again', async () => {
      const net = new GuestNet(ssh);
      const address = someAddress();
      const login = await boot({ addresses: [address], firewall: inbound(rule('tcp', 8080)) });
      const { spec } = login;
      const neighbour = await boot();
      await driver.createVolume({ id: 'vol-1', size_gib: 1, filesystem: 'ext4' });
      await driver.attachVolume(spec.id, { id: 'vol-1', mount_path: '/mnt/data' });
      await inside(login, 'echo kept > /mnt/data/file');
      await net.serveTcp(login, 8080);
      await net.serveTcp(login, 7070);
      await killRuntime(process.pid);
      expect(await driver.status(spec.id)).toBe('running');
      expect(await askTcp(address, 8080)).toBe(`${spec.name} hello`);
      const port = { protocol: 'tcp', host: spec.private_ip, port: 7070 } as const;
      expect([await askTcp(address, 7070), await net.isClosed(neighbour, port)]).toEqual(['', true]);
      expect(await inside(neighbour, `getent hosts ${spec.name}.internal`)).toContain(spec.private_ip);
      await driver.configure({ ...spec, firewall: inbound(rule('tcp', 7070)) });
      expect([await askTcp(address, 8080), await net.isClosed(neighbour, port)]).toEqual(['', false]);
      expect(await inside(login, 'cat /mnt/data/file')).toBe('kept\n');
      await driver.detachVolume(spec.id, 'vol-1', { force: false });
      await driver.attachVolume(neighbour.spec.id, { id: 'vol-1', mount_path: '/mnt/data' });
      expect(await inside(neighbour, 'cat /mnt/data/file')).toBe('kept\n');
      await driver.reboot(spec, { grace_ms: 5000, force: false });
      for (const one of [login, neighbour]) await driver.destroy(one.spec.id);
      await driver.deleteVolume('vol-1');
    });

    it('tell how user data ends that has outlived the runtime, and then begin their services', async () => {
      const script = '#!/bin/sh\necho begun\nuntil [ -e /run/go ]; do sleep 0.02; done\necho over\nexit 3\n';
      const login = await boot({ user_data: script });
      const newsOf = () => heard.filter(([id]) => id === login.spec.id).map(([, news]) => news);
      await expect.poll(() => linesOf(login)).toContain('begun');
      await killRuntime(process.pid);
      await again(login, 'hostname; touch /run/go');
      await expect.poll(newsOf).toEqual([{ state: 'started' }, { state: 'failed', exit_code: 3 }]);
      await expect.poll(() => linesOf(login)).toContain('over');
      await expect.poll(() => inside(login, 'ls /run/booted')).toBe('/run/booted\n');
      expect(await inside(login, 'cat /var/log/user-data.log')).toBe('begun\nover\n');
      await driver.destroy(login.spec.id);
    });

    it('are reported as what they were where they ended meanwhile', async () => {
      const [off, crashed] = [await boot(), await boot()];
      const inits = await Promise.all([off, crashed].map(initOf));
      downs.length = 0;
      const runtime = runtimeOf(process.pid);
      signal(runtime, 'SIGSTOP');
      signal(inits[0], 'SIGTERM');
      signal(inits[1]);
      await expect.poll(() => inits.map((pid) => markOf(pid))).toEqual([null, null]);
      signal(runtime);
      const both = [[crashed.spec.id, 'crash'] as const, [off.spec.id, 'guest'] as const];
      await expect.poll(() => [...downs].sort((one, other) => one[1].localeCompare(other[1]))).toEqual(both);
      for (const { spec } of [off, crashed]) {
        expect(await driver.status(spec.id)).toBe('stopped');
        await driver.start(spec);
        await driver.destroy(spec.id);
      }
    });

    it('are told of as lost where what held them was killed, too', async () => {
      const login = await boot();
      await inside(login, 'echo kept > ~/file; sync');
      downs.length = 0;
      const runtime = runtimeOf(process.pid);
      const holder = parentOf(await initOf(login));
      signal(runtime, 'SIGSTOP');
      signal(holder);
      await expect.poll(() => markOf(holder)).toBeNull();
      signal(runtime);
      await expect.poll(() => downs).toEqual([[login.spec.id, 'runtime']]);
      expect(await driver.status(login.spec.id)).toBe('stopped');
      await driver.start(login.spec);
      expect(await again(login, 'cat ~/file')).toBe('kept\n');
      await driver.destroy(login.spec.id);
    });

    it('leave nothing behind when the driver is closed', async () => {
      const mark = `mark-${randomUUID()}`;
      await begin(await boot(), 'sleep 1000; :', mark);
      await killRuntime(process.pid);
      await driver.close();
      expect(guestsWith(mark)).toEqual([]);
      await expect.poll(() => [processesWith(home.systemDir), processesWith(home.dir)]).toEqual([[], []]);
      driver = await home.open('container');
    });
  });
}

/** The same of an ordinary user's platform: with that user's id alone, and with a range of ids. */
export function describeOrdinaryTakeover(): void {
  const given = giveRange('nobody');
  const users: [what: string, words: readonly string[]][] = [['an ordinary user', []]];
  if ('reason' in given) process.stderr.write(`no user with a range of ids is tried: ${given.reason}\n`);
  else {
    afterAll(given.remove);
    users.push(['an ordinary user that has a range of ids', given.words]);
  }
  it.each(users)('machines of %s go on with the same processes when their runtime is killed', async (_, words) => {
    const folder = await AgentFolder.open(true);
    const ssh = await OpenSsh.open();
    const key = await ssh.makeKey('laptop');
    const agent = folder.start('container', words);
    const mark = `mark-${randomUUID()}`;
    expect((await agent.driver.capabilities()).includes('users')).toBe(words.length > 0);
    const spec = await machineSpec(image, { authorized_keys: [key.line] });
    const { host_key } = await agent.driver.create(spec);
    const login = { spec, key, hostKey: host_key };
    await ssh.run(login, `nohup sh -c 'sleep 1000; :' ${mark} >/dev/null 2>&1 &`);
    const before = guestMarks(mark);
    for (let time = 0; time < 3; time++) await killRuntime(agent.pid);
    expect(await agent.driver.status(spec.id)).toBe('running');
    expect([before.length, guestMarks(mark)]).toEqual([1, before]);
    expect((await ssh.run(login, 'hostname')).stdout).toBe(`${spec.name}\n`);
    await agent.driver.destroy(spec.id);
    await agent.driver.close();
    await agent.kill();
    await ssh.close();
    await folder.remove();
  });
}
