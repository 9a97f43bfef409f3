import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
// biome-ignore lint/plugin: the moment of the crash is what the test varies
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { MachineSpec } from '#lib/model/compute/machine.ts';
import { hostImages } from '#lib/runtime/images.ts';
import type { DriverKind } from '#lib/runtime/registry.ts';
import { volumeSpec } from './disks-conformance.ts';
import { AgentFolder, type DriverChild } from './support/driver-child.ts';
import { groupsOf } from './support/groups.ts';
import { machineSpec } from './support/machine-spec.ts';
import { imagesIn, inDisk, intoFolder, loopsOf } from './support/own-disks.ts';
import { alive, descendantsOf } from './support/processes.ts';
import { leftovers } from './support/state-of.ts';

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
      // What outlives the agent is ended: the disks alone are looked at.
      await folder.endMachines();
      await expect.poll(() => alive(family)).toEqual([]);
      expect(readFileSync('/proc/self/mountinfo', 'utf8')).toBe(mounts);
      await expect.poll(() => loopsOf(folder.state(kind))).toEqual([]);
      agent = folder.start(kind);
      await agent.driver.list();
      // What the last one had begun is removed while this one works.
      await expect.poll(() => leftovers(folder.state(kind))).toEqual([]);
    };
    const inside = (disk: string, script: string, input = '') =>
      inDisk(folder.state(kind), disk, `[ ! -d upper ] || cd -P upper; ${script}`, input);
    /** As its machine's programs would: the files are the machine's own. */
    const write = (disk: string, name: string, content: string) =>
      inside(disk, `cat > ${name}; chown --reference=root ${name}; sync ${name}`, content);
    const writeEnds = (disk: string, text: string) => {
      for (const name of ENDS) write(disk, name, text);
    };
    const readEnds = (disk: string) => ENDS.map((name) => inside(disk, `cat ${name}`));
    const sizeOf = (disk: string, name: string) => Number(inside(disk, `stat -c %s ${name}`));

    it('has a snapshot whole or not at all, and the old disk or the new one', async () => {
      const spec = await boot();
      const disk = `machines/${spec.id}`;
      write(disk, 'root/m', '\u0001'.repeat(48 * 1024 * 1024));
      for (const moment of moments) {
        const id = `snap-${randomUUID().slice(0, 8)}`;
        const copy = `snapshots/${id}`;
        writeEnds(disk, `old ${moment}`);
        await killedIn(moment, () => agent.driver.createSnapshot(spec.id, id));
        await agent.driver.createSnapshot(spec.id, id);
        expect(readEnds(copy)).toEqual([`old ${moment}`, `old ${moment}`]);
        expect(sizeOf(copy, 'root/m')).toBe(48 * 1024 * 1024);

        writeEnds(disk, `new ${moment}`);
        await agent.driver.start(spec);
        await killedIn(moment, () => agent.driver.restoreSnapshot(spec, id, { start: true }));
        const [first, last] = readEnds(disk);
        expect([`old ${moment}`, `new ${moment}`]).toContain(first);
        expect(last).toBe(first);
        expect(sizeOf(disk, 'root/m')).toBe(48 * 1024 * 1024);
        await agent.driver.restoreSnapshot(spec, id, { start: true });
        expect(readEnds(disk)).toEqual([`old ${moment}`, `old ${moment}`]);
        expect(await agent.driver.status(spec.id)).toBe('running');
      }
      await agent.driver.close();
    });

    it('has what grew with its files, and nothing of what was to go once that is asked again', async () => {
      const volume = volumeSpec();
      const data = `volumes/${volume.id}`;
      for (const moment of moments) {
        await agent.driver.createVolume(volume);
        inDisk(folder.state(kind), data, 'cat > file', 'kept');
        const size = volume.size_gib + 1;
        await killedIn(moment, () => agent.driver.growVolume(volume.id, size));
        expect(await agent.driver.growVolume(volume.id, size)).toEqual({ grown: 'now' });
        expect(inDisk(folder.state(kind), data, 'cat file')).toBe('kept');
        await killedIn(moment / 4, () => agent.driver.deleteVolume(volume.id));
        await agent.driver.deleteVolume(volume.id);
        const { id } = await boot();
        await killedIn(moment / 4, () => agent.driver.destroy(id));
        await agent.driver.destroy(id);
        expect(await agent.driver.list()).not.toContain(id);
        expect(imagesIn(folder.state(kind)).filter((image) => image === data || image.endsWith(id))).toEqual([]);
      }
      await agent.driver.close();
      expect(groupsOf(dirname(folder.state(kind)))).toEqual([]);
    });

    it.skipIf(kind !== 'container' || ordinary || process.getuid?.() !== 0)(
      'has a disk that is converted as the folder that it was, or as a file system, with the same files',
      async () => {
        for (const moment of moments) {
          const spec = await boot();
          const disk = `machines/${spec.id}`;
          await agent.driver.stop(spec.id, FORCED);
          await agent.driver.close();
          intoFolder(folder.state(kind), disk);
          agent = folder.start(kind);
          await agent.driver.list();
          writeEnds(disk, 'kept');
          await killedIn(moment, () => agent.driver.convertDisk(spec));
          expect(readEnds(disk)).toEqual(['kept', 'kept']);
          const whole = imagesIn(folder.state(kind)).includes(disk);
          expect(await agent.driver.convertDisk(spec)).toEqual({ converted: !whole });
          await agent.driver.start(spec);
          expect(readEnds(disk)).toEqual(['kept', 'kept']);
          await agent.driver.destroy(spec.id);
          expect(imagesIn(folder.state(kind)).filter((image) => image.startsWith(disk))).toEqual([]);
        }
        await agent.driver.close();
      },
    );

    it('has a volume where it was, or where it was to be, with its files', async () => {
      const volume = volumeSpec();
      const mount = { id: volume.id, mount_path: '/mnt/data' };
      const [owner, other] = [await boot(), await boot()];
      await agent.driver.createVolume(volume);
      const data = `volumes/${volume.id}`;
      inDisk(folder.state(kind), data, 'cat > file', 'kept');
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
        expect(inDisk(folder.state(kind), data, 'cat file')).toBe('kept');
      }
      await agent.driver.close();
    });
  });
}
