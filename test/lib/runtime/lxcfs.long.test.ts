import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hostImages } from '#lib/runtime/images.ts';
import { whereContainersWork } from './support/container-works.ts';
import { AgentFolder, type DriverChild } from './support/driver-child.ts';
import { machineSpec } from './support/machine-spec.ts';
import { type Login, OpenSsh } from './support/openssh.ts';
import { signal } from './support/processes.ts';

const isThere = process.getuid?.() === 0 && spawnSync('lxcfs', ['--version']).status === 0 && existsSync('/dev/fuse');

/** Starts lxcfs where the agent alone sees it, then the agent. */
const AROUND = `mkdir -p /var/lib/lxcfs
lxcfs -p "$1/lock" /var/lib/lxcfs >/dev/null 2>&1 & echo $! >"$1/pid"
until [ -e /var/lib/lxcfs/proc/meminfo ]; do sleep 0.1; done
shift; exec "$@"`;

await whereContainersWork(() => {
  describe.skipIf(!isThere)('a machine on a host with lxcfs', () => {
    let place: string;
    let folder: AgentFolder;
    let agent: DriverChild;
    let ssh: OpenSsh;
    const pid = () => Number(readFileSync(join(place, 'pid'), 'utf8'));
    const boot = async (): Promise<Login> => {
      const key = await ssh.makeKey(`key-${Math.random()}`);
      const spec = await machineSpec(hostImages()[0]?.id ?? '', { authorized_keys: [key.line] });
      const { host_key } = await agent.driver.create(spec);
      return { spec, key, hostKey: host_key };
    };
    const memoryOf = async (login: Login): Promise<string> =>
      (await ssh.run(login, "sed -n 's/^MemTotal: *//p' /proc/meminfo")).stdout.trim();
    const ofHost = /^MemTotal: *(.*)$/m.exec(readFileSync('/proc/meminfo', 'utf8'))?.[1];

    beforeAll(async () => {
      place = mkdtempSync(join(tmpdir(), 'svc-lxcfs-'));
      folder = await AgentFolder.open(false);
      ssh = await OpenSsh.open();
      agent = folder.start('container', ['unshare', '-m', '--propagation', 'private', 'sh', '-c', AROUND, 'sh', place]);
    });
    afterAll(async () => {
      await agent.driver.close();
      await agent.kill();
      spawnSync('kill', ['-9', `${pid()}`]);
      await ssh.close();
      await folder.remove();
      rmSync(place, { recursive: true });
    });

    it('has its own memory and age, and the host’s once lxcfs has ended', async () => {
      const [login, other] = [await boot(), await boot()];
      expect(await memoryOf(login)).toBe(`${512 * 1024} kB`);
      const uptime = Number((await ssh.run(login, 'cut -d. -f1 /proc/uptime')).stdout);
      expect(uptime).toBeLessThan(Number(readFileSync('/proc/uptime', 'utf8').split('.')[0]));
      signal(pid());
      await expect
        .poll(async () => {
          await agent.driver.samples();
          return [await memoryOf(login), await memoryOf(other)];
        })
        .toEqual([ofHost, ofHost]);
      // What boots from then on has the host's at once.
      const late = await boot();
      expect(await memoryOf(late)).toBe(ofHost);
      for (const { spec } of [login, other, late]) await agent.driver.destroy(spec.id);
    });
  });
});
