import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { chown, lstat, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
// biome-ignore lint/plugin: the moment of the crash is what the test varies
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { MachineSpec } from '#lib/model/compute/machine.ts';
import { hostImages } from '#lib/runtime/images.ts';
import type { DriverKind } from '#lib/runtime/registry.ts';
import { volumeSpec } from './disks-conformance.ts';
import { AgentFolder, type DriverChild } from './support/driver-child.ts';
import { machineSpec } from './support/machine-spec.ts';
import { alive, descendantsOf } from './support/processes.ts';
import { filesOn, leftovers } from './support/state-of.ts';

/** Two files with one text at the two ends of a disk: one that is mixed has two texts. */
const ENDS = ['root/a', 'root/z'];
const FORCED = { grace_ms: 0, force: true };

/** What is left of volumes and snapshots when the agent is killed at these moments (milliseconds) of work on them. */
export function describeDiskCrash(
  kind: DriverKind,
  { ordinary, moments }: { readonly ordinary: boolean; readonly moments: readonly number[] },
): void {
  describe(`an agent killed while it works on disks of ${kind} machines${ordinary ? ', as an ordinary user' : ''}`, () => {
    let folder: AgentFolder;
    let agent: DriverChild;
    beforeAll(async () => {
      folder = await AgentFolder.open(ordinary);
    });
    beforeEach(() => {
      agent = folder.start(kind);
    });
    afterEach(() => agent.kill());
    afterAll(() => folder.remove());

    const boot = async (): Promise<MachineSpec> => {
      const spec = await machineSpec(hostImages()[0]?.id ?? '');
      await agent.driver.create(spec);
      return spec;
    };
    /** Begins, waits, kills, and starts another agent: nothing of the last one is left. */
    const killedIn = async (moment: number, act: () => Promise<unknown>) => {
      const mounts = readFileSync('/proc/self/mountinfo', 'utf8');
      const work = act().catch(() => null);
      await wait(moment);
      const family = descendantsOf(agent.pid);
      await agent.kill();
      await work;
      await expect.poll(() => alive(family)).toEqual([]);
      expect(readFileSync('/proc/self/mountinfo', 'utf8')).toBe(mounts);
      agent = folder.start(kind);
      await agent.driver.list();
      // What the last one had begun is removed while this one works.
      await expect.poll(() => leftovers(folder.state(kind))).toEqual([]);
    };
    /** As its machine's programs would: the files are the machine's own. */
    const write = async (disk: string, name: string, content: string | Buffer) => {
      const file = join(filesOn(disk), name);
      await writeFile(file, content);
      const { uid, gid } = await lstat(join(filesOn(disk), 'root'));
      await chown(file, uid, gid);
    };
    const writeEnds = async (disk: string, text: string) => {
      for (const name of ENDS) await write(disk, name, text);
    };
    const readEnds = (disk: string) => Promise.all(ENDS.map((name) => readFile(join(filesOn(disk), name), 'utf8')));

    it('has a snapshot whole or not at all, and the old disk or the new one', async () => {
      const spec = await boot();
      const disk = join(folder.state(kind), 'machines', spec.id, 'disk');
      await write(disk, 'root/m', Buffer.alloc(48 * 1024 * 1024, 1));
      for (const moment of moments) {
        const id = `snap-${randomUUID().slice(0, 8)}`;
        const copy = join(folder.state(kind), 'snapshots', id, 'disk');
        await writeEnds(disk, `old ${moment}`);
        await killedIn(moment, () => agent.driver.createSnapshot(spec.id, id));
        await agent.driver.createSnapshot(spec.id, id);
        expect(await readEnds(copy)).toEqual([`old ${moment}`, `old ${moment}`]);
        expect((await lstat(join(filesOn(copy), 'root/m'))).size).toBe(48 * 1024 * 1024);

        await writeEnds(disk, `new ${moment}`);
        await agent.driver.start(spec);
        await killedIn(moment, () => agent.driver.restoreSnapshot(spec, id, { start: true }));
        const [first, last] = await readEnds(disk);
        expect([`old ${moment}`, `new ${moment}`]).toContain(first);
        expect(last).toBe(first);
        expect((await lstat(join(filesOn(disk), 'root/m'))).size).toBe(48 * 1024 * 1024);
        await agent.driver.restoreSnapshot(spec, id, { start: true });
        expect(await readEnds(disk)).toEqual([`old ${moment}`, `old ${moment}`]);
        expect(await agent.driver.status(spec.id)).toBe('running');
      }
      await agent.driver.close();
    });

    it('has a volume where it was, or where it was to be, with its files', async () => {
      const volume = volumeSpec();
      const mount = { id: volume.id, mount_path: '/mnt/data' };
      const [owner, other] = [await boot(), await boot()];
      await agent.driver.createVolume(volume);
      const data = join(folder.state(kind), 'volumes', volume.id, 'data');
      await writeFile(join(data, 'file'), 'kept');
      for (const moment of moments) {
        for (const one of [owner, other]) await agent.driver.start({ ...one, volumes: [] });
        await killedIn(moment / 4, () => agent.driver.attachVolume(owner.id, mount));
        await agent.driver.start({ ...owner, volumes: [] });
        await agent.driver.attachVolume(owner.id, mount);
        await killedIn(moment / 4, () => agent.driver.detachVolume(owner.id, volume.id, { force: true }));
        await agent.driver.start({ ...owner, volumes: [mount] });
        await agent.driver.detachVolume(owner.id, volume.id, { force: false });
        await agent.driver.start(other);
        await agent.driver.attachVolume(other.id, mount);
        await agent.driver.detachVolume(other.id, volume.id, { force: false });
        for (const { id } of [owner, other]) await agent.driver.stop(id, FORCED);
        expect(await readFile(join(data, 'file'), 'utf8')).toBe('kept');
      }
      await agent.driver.close();
    });
  });
}
