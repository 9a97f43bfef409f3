import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { MachineSpec } from '#lib/model/compute/machine.ts';
import { version } from '#lib/model/platform/version.ts';
import { hostImages } from '#lib/runtime/images.ts';
import { markOf } from '#lib/runtime/system/processes.ts';
import { eventually } from '#test/support/vitest/eventually.ts';
import { AgentFolder, type DriverChild } from './support/driver-child.ts';
import { askTcp, GuestNet, someAddress } from './support/guest-net.ts';
import { inbound, machineSpec, rule } from './support/machine-spec.ts';
import { type ClientKey, type Login, OpenSsh } from './support/openssh.ts';
import {
  alive,
  descendantsOf,
  guestMarks,
  guestsWith,
  parentOf,
  processesWith,
  runtimeOf,
  signal,
} from './support/processes.ts';

const image = hostImages()[0]?.id ?? '';
/** Kills of agent and runtime in turn, most of them while these start. */
const KILLS = 10;

/** Machines that outlive the agent that has booted them; `around` are words before an ordinary user's agent. */
export function describeOutliving(who: string, ordinary: boolean, around: readonly string[] = []): void {
  describe(`machines of an agent that is killed (${who})`, () => {
    let folder: AgentFolder;
    let agent: DriverChild;
    let ssh: OpenSsh;
    let key: ClientKey;
    beforeAll(async () => {
      folder = await AgentFolder.open(ordinary);
      ssh = await OpenSsh.open();
      key = await ssh.makeKey('laptop');
    });
    beforeEach(() => {
      agent = folder.start('container', around);
    });
    afterEach(async () => {
      await agent.driver.close();
      await agent.kill();
    });
    afterAll(async () => {
      await ssh.close();
      await folder.remove();
    });

    const boot = async (change?: Partial<MachineSpec>): Promise<Login> => {
      const spec = await machineSpec(image, { authorized_keys: [key.line], ...change });
      const { host_key } = await agent.driver.create(spec);
      return { spec, key, hostKey: host_key };
    };
    const inside = async (login: Login, command: string) => (await ssh.run(login, command)).stdout;
    const begin = (login: Login, mark: string) =>
      inside(login, `nohup sh -c 'sleep 1000; :' ${mark} >/dev/null 2>&1 &`);
    const another = async (...killed: Promise<unknown>[]) => {
      await agent.kill();
      await Promise.allSettled(killed);
      agent = folder.start('container', around);
    };

    /** How many descriptors what holds machines has open. */
    const openedBy = () => holders().map((pid) => readdirSync(`/proc/${pid}/fd`).length);
    const holders = () => processesWith(`socket=${join(folder.state('container'), 'holders')}`);

    /** At three moments: while the runtime starts, after it was killed, and once it is open. */
    const killedInTurn = async (time: number) => {
      const runtime = await eventually(() => runtimeOf(agent.pid));
      if (time % 3 === 1) signal(runtime);
      if (time % 3 === 2) await agent.driver.list();
      await another();
    };

    it('go on with the same processes, however often agent and runtime are killed, and when that is', async () => {
      const mark = `mark-${randomUUID()}`;
      const logins = [await boot(), await boot({ vpc: { id: 'vpc-two', cidr: '10.20.0.0/20', gateway: '10.20.0.1' } })];
      for (const login of logins) await begin(login, mark);
      const before = guestMarks(mark);
      expect(before).toHaveLength(2);
      const open = openedBy();
      expect(open.length).toBeGreaterThan(1);
      for (let time = 0; time < KILLS; time++) await killedInTurn(time);
      for (const login of logins) {
        expect(await agent.driver.status(login.spec.id)).toBe('running');
        expect(await agent.driver.start(login.spec)).toEqual({ host_key: login.hostKey, ssh_ready: true });
        expect(await inside(login, 'hostname')).toBe(`${login.spec.name}\n`);
      }
      expect(guestMarks(mark)).toEqual(before);
      expect(await agent.driver.samples()).toHaveLength(2);
      await expect.poll(openedBy).toEqual(open);
      for (const { spec } of logins) await agent.driver.destroy(spec.id);
      await expect.poll(() => guestsWith(mark)).toEqual([]);
    });

    it('keep their addresses, firewall, volumes and disks, which can be changed again', async () => {
      const net = new GuestNet(ssh);
      const address = someAddress();
      const former = await boot({ addresses: [address], firewall: inbound(rule('tcp', 8080)) });
      const { spec } = former;
      await agent.driver.createVolume({ id: 'vol-1', size_gib: 1, filesystem: 'ext4' });
      const mount = { id: 'vol-1', mount_path: '/mnt/data' };
      await agent.driver.attachVolume(spec.id, mount);
      await inside(former, 'echo kept > /mnt/data/file; echo root > ~/file; sync');
      await net.serveTcp(former, 8080);
      await another();
      // What was set while nobody could tell it holds from here on: another SSH port, as after a move of the platform.
      const { ssh: place } = await machineSpec(image);
      const login = { ...former, spec: { ...spec, ssh: place, volumes: [mount] } };
      await agent.driver.start(login.spec);
      expect(await askTcp(address, 8080)).toBe(`${spec.name} hello`);
      expect(await inside(login, 'hostname')).toBe(`${spec.name}\n`);
      expect(await inside(former, 'hostname')).toBe('');
      await agent.driver.configure({ ...login.spec, firewall: inbound(rule('tcp', 7070)) });
      expect(await askTcp(address, 8080)).toBe('');
      expect(await inside(login, 'cat /mnt/data/file ~/file')).toBe('kept\nroot\n');
      await agent.driver.createSnapshot(spec.id, 'snap-1', {});
      await agent.driver.detachVolume(spec.id, 'vol-1', { force: false });
      await agent.driver.attachVolume(spec.id, mount);
      expect(await inside(login, 'cat /mnt/data/file')).toBe('kept\n');
      await agent.driver.reboot(login.spec, { grace_ms: 5000, force: false });
      expect(await inside(login, 'cat /mnt/data/file ~/file')).toBe('kept\nroot\n');
      const copy = await boot({ source_snapshot_id: 'snap-1' });
      expect(await inside(copy, 'cat ~/file')).toBe('root\n');
      for (const one of [login, copy]) await agent.driver.destroy(one.spec.id);
      await agent.driver.deleteVolume('vol-1');
      await agent.driver.deleteSnapshot('snap-1');
    });

    it('are handed over by an agent that ends in order, and ended by the next one that does not', async () => {
      const mark = `mark-${randomUUID()}`;
      const login = await boot();
      await begin(login, mark);
      const before = guestMarks(mark);
      for (let time = 0; time < 2; time++) {
        const runtime = runtimeOf(agent.pid) ?? 0;
        const [holder = 0] = holders();
        expect(await agent.driver.processes()).toEqual({
          runtime: { version, mark: markOf(runtime) },
          holders: [{ vpc: login.spec.vpc.id, mark: markOf(holder), protocol: 1 }],
        });
        await agent.driver.close({ handsOver: true });
        expect(markOf(runtime)).toBeNull();
        await another();
        expect(await agent.driver.found()).toEqual({ up: [login.spec.id], ended: [] });
      }
      expect(guestMarks(mark)).toEqual(before);
      expect(before).toHaveLength(1);
      expect(await agent.driver.start(login.spec)).toEqual({ host_key: login.hostKey, ssh_ready: true });
      expect(await inside(login, 'hostname')).toBe(`${login.spec.name}\n`);
      await agent.driver.close();
      expect(guestsWith(mark)).toEqual([]);
      await another();
      expect(await agent.driver.found()).toEqual({ up: [], ended: [] });
      await agent.driver.destroy(login.spec.id);
    });

    it('are told of where they have ended meanwhile, and leave nothing once the next one has heard of it', async () => {
      const mark = `mark-${randomUUID()}`;
      const login = await boot();
      await begin(login, mark);
      const init = parentOf(guestsWith(mark)[0] ?? 0);
      const family = descendantsOf(agent.pid);
      expect(family.map(({ pid }) => pid)).toContain(init);
      await agent.kill();
      signal(init);
      await expect.poll(() => guestsWith(mark)).toEqual([]);
      agent = folder.start('container', around);
      expect(await agent.driver.status(login.spec.id)).toBe('stopped');
      expect(await agent.driver.found()).toEqual({ up: [], ended: [login.spec.id] });
      await agent.driver.destroy(login.spec.id);
      await expect.poll(() => alive(family)).toEqual([]);
    });
  });
}
