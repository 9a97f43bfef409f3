import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { MachineSpec } from '#lib/model/compute/machine.ts';
import { hostImages } from '#lib/runtime/images.ts';
import { type DriverKind, drivers, type HostedKind } from '#lib/runtime/registry.ts';
import { AgentFolder, type DriverChild } from './support/driver-child.ts';
import { askTcp, GuestNet, someAddress } from './support/guest-net.ts';
import { inbound, machineSpec, rule } from './support/machine-spec.ts';
import { type ClientKey, OpenSsh } from './support/openssh.ts';
import { alive, descendantsOf, guestsWith, processesWith } from './support/processes.ts';
import { refusal } from './support/refusal.ts';

/** What is left of a killed agent and of the machines that end with it, or are ended: nothing but their disks. */
export function describeCrash(kind: DriverKind, ordinary: boolean): void {
  const { lasts } = drivers[kind as HostedKind];
  describe(`a killed agent with ${kind} machines${ordinary ? ', as an ordinary user' : ''}`, () => {
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
      agent = folder.start(kind);
    });
    afterEach(() => agent.kill());
    afterAll(async () => {
      await ssh.close();
      await folder.remove();
    });

    const boot = async (change?: Partial<MachineSpec>) => {
      const spec = await machineSpec(hostImages()[0]?.id ?? '', { authorized_keys: [key.line], ...change });
      const { host_key } = await agent.driver.create(spec);
      return { spec, key, hostKey: host_key };
    };

    it('leaves no process, mount or port, and the next agent starts its machines with their files', async () => {
      const mark = `mark-${randomUUID()}`;
      const mounts = readFileSync('/proc/self/mountinfo', 'utf8');
      const other = { vpc: { id: 'vpc-two', cidr: '10.20.0.0/20', gateway: '10.20.0.1' } };
      const logins = [await boot(), await boot(), await boot(other)];
      for (const login of logins) {
        const command = `echo kept > ~/file; nohup sh -c 'sleep 1000; :' ${mark} >/dev/null 2>&1 &`;
        expect(await ssh.run(login, command)).toEqual({ code: 0, stdout: '', stderr: '' });
      }
      const session = await ssh.start(logins[0] ?? (await boot()), ['-tt'], [`sh -c 'sleep 1000; :' ${mark}`]);
      // A shell with this mark in each, and at the terminal at least one more.
      await expect.poll(() => guestsWith(mark).length).toBeGreaterThan(logins.length);
      const family = descendantsOf(agent.pid);
      expect(family.length).toBeGreaterThan(logins.length);

      await agent.kill();
      expect(await folder.endMachines()).toBe(lasts);
      await expect.poll(() => [alive(family), guestsWith(mark)]).toEqual([[], []]);
      session.kill('SIGKILL');
      for (const { spec } of logins) await expect.poll(() => isOpen(spec)).toBe(false);
      expect(readFileSync('/proc/self/mountinfo', 'utf8')).toBe(mounts);

      agent = folder.start(kind);
      for (const login of logins) {
        expect(await agent.driver.status(login.spec.id)).toBe('stopped');
        expect(await agent.driver.start(login.spec)).toEqual({ host_key: login.hostKey, ssh_ready: true });
        expect((await ssh.run(login, 'cat ~/file')).stdout).toBe('kept\n');
        await agent.driver.destroy(login.spec.id);
      }
      await agent.driver.close();
    });

    it.runIf(kind === 'container')(
      'frees addresses, which the next agent forwards under the rules they had',
      async () => {
        const net = new GuestNet(ssh);
        const address = someAddress();
        const [server, client] = [
          await boot({ addresses: [address], firewall: inbound(rule('tcp', 8080)) }),
          await boot(),
        ];
        const neighbour = { protocol: 'tcp', host: server.spec.private_ip, port: 7070 } as const;
        const works = async () => {
          await net.serveTcp(server, 8080);
          await net.serveTcp(server, 7070);
          expect(await askTcp(address, 8080)).toBe(`${server.spec.name} hello`);
          expect([await askTcp(address, 7070), await net.isClosed(client, neighbour)]).toEqual(['', true]);
          await agent.driver.configure({ ...server.spec, firewall: inbound(rule('tcp', 7070)) });
          expect([await askTcp(address, 8080), await net.isClosed(client, neighbour)]).toEqual(['', false]);
        };
        const words = await agent.driver.capabilities();
        expect(words).toEqual(expect.arrayContaining(['elastic_ip', 'east_west_firewall']));
        if (process.getuid?.() === 0 && !ordinary) expect(words).toContain('low_ports');
        await works();
        const family = descendantsOf(agent.pid);
        await agent.kill();
        await folder.endMachines();
        await expect.poll(() => alive(family)).toEqual([]);
        expect([await askTcp(address, 8080), await askTcp(address, 7070)]).toEqual(['', '']);
        agent = folder.start(kind);
        for (const { spec } of [server, client]) await agent.driver.start(spec);
        await works();
        for (const { spec } of [server, client]) await agent.driver.destroy(spec.id);
        expect(await askTcp(address, 7070)).toBe('');
        await agent.driver.close();
      },
    );

    it.skipIf(lasts)('cleans up after an agent that was killed together with its runtime', async () => {
      const mark = `mark-${randomUUID()}`;
      const login = await boot();
      const command = `nohup sh -c 'sleep 1000; :' ${mark} >/dev/null 2>&1 &`;
      expect(await ssh.run(login, command)).toEqual({ code: 0, stdout: '', stderr: '' });
      const family = descendantsOf(agent.pid);
      for (const pid of processesWith('lib/runtime/main.ts').filter((one) => family.some((mine) => mine.pid === one))) {
        process.kill(pid, 'SIGKILL');
      }
      await agent.kill();
      agent = folder.start(kind);
      expect(await agent.driver.status(login.spec.id)).toBe('stopped');
      await expect.poll(() => [alive(family), guestsWith(mark)]).toEqual([[], []]);
      await agent.driver.start(login.spec);
      await agent.driver.destroy(login.spec.id);
      await agent.driver.close();
    });

    it('is not joined by a second agent on the same folder', async () => {
      await boot();
      const second = folder.start(kind);
      expect(await refusal(() => second.driver.list())).toEqual({
        code: 'UNSUPPORTED',
        message: `another host agent (pid ${agent.pid}) already uses this data folder`,
      });
      await second.kill();
      expect(await agent.driver.list()).toHaveLength(1);
      // What the first has lent by is still its own.
      await boot();
      expect(await agent.driver.list()).toHaveLength(2);
      await agent.driver.close();
    });
  });
}

function isOpen({ ssh }: MachineSpec): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(ssh.port, ssh.host);
    socket.once('connect', () => resolve(socket.destroy() && true));
    socket.once('error', () => resolve(false));
  });
}
