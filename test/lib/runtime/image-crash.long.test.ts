import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProcessMark } from '#lib/runtime/system/processes.ts';
import { whereContainersWork } from './support/container-works.ts';
import { AgentFolder, type DriverChild } from './support/driver-child.ts';
import { digestOf, type NodeRegistry, nodeRegistry, type Reply } from './support/node-registry.ts';
import { alive, commandLine, descendantsOf, signal } from './support/processes.ts';
import { pullRange } from './support/puller.ts';
import { tarOf } from './support/tar-of.ts';

await whereContainersWork(() => {
  describe.skipIf('missing' in pullRange)('an agent that is killed while it pulls', () => {
    let folder: AgentFolder;
    let agent: DriverChild;
    let registry: NodeRegistry;
    beforeAll(async () => {
      folder = await AgentFolder.open(false);
      agent = folder.start('container');
      registry = await nodeRegistry();
    });
    afterAll(async () => {
      await agent.driver.close();
      await agent.kill();
      await registry.close();
      await folder.remove();
    });
    const names = (part: string) => readdirSync(join(folder.state('container'), part));
    /** Without the image of the host's own system. */
    const left = () => [...names('images').filter((name) => !/^[0-9a-f]{16}$/.test(name)), ...names('image-records')];
    const layer = (name: string) => tarOf([{ name, body: Buffer.alloc(3_000_000, name) }]);

    const pulling = (name: string, reference: string) =>
      agent.driver.pull({ id: name, source: { registry: reference } }).catch((error: Error) => error.message);
    /** Ends the agent, and awaits the end of all that it has started; what is stopped does not end by itself. */
    const crashed = async (stopped: readonly ProcessMark[] = []) => {
      const family = descendantsOf(agent.pid);
      await agent.kill();
      for (const { pid } of stopped) signal(pid);
      await expect.poll(() => alive(family)).toEqual([]);
    };

    /** What the registry has begun to answer when the agent is killed. */
    const steps: [string, (path: string, at: number) => boolean, number][] = [
      ['before its manifest has come', (path) => path.includes('/manifests/'), 0],
      ['before its configuration has come', (_path, at) => at === 1, 0],
      ['before its first layer has come', (_path, at) => at === 2, 0],
      ['in the middle of its first layer', (_path, at) => at === 2, 1000],
      ['between its layers', (_path, at) => at === 3, 0],
      ['in the middle of its last layer', (_path, at) => at === 3, 1000],
    ];
    it.each(steps)('%s leaves nothing half', async (what, isHeld, sent) => {
      const name = what.replaceAll(' ', '-');
      const reference = registry.push(name, [layer(`${what} 1`), layer(`${what} 2`)]);
      const begun = Promise.withResolvers<void>();
      const kept = new Map<string, Reply>();
      const own = [...registry.replies].filter(
        ([path]) => /^[^/]*\/(blobs|manifests\/latest)/.test(path) && path.startsWith(`${name}/`),
      );
      const asked: string[] = [];
      for (const [path, reply] of own) {
        kept.set(path, reply);
        registry.replies.set(path, (_request, response) => {
          asked.push(path);
          if (!isHeld(path, asked.length - 1)) return response.end(reply as Buffer | string);
          if (sent > 0) response.write((reply as Buffer).subarray(0, sent));
          else response.flushHeaders();
          return begun.resolve();
        });
      }
      expect(own).toHaveLength(4);
      const pull = pulling(name, reference);
      await begun.promise;
      await crashed();
      expect(await pull).toMatch(/^the agent ended/);
      expect(names('image-records')).toEqual([]);
      for (const [path, reply] of kept) registry.replies.set(path, reply);

      agent = folder.start('container');
      expect(await agent.driver.stored()).toEqual([]);
      await expect.poll(left).toEqual([]);
      const image = await agent.driver.pull({ id: name, source: { registry: reference } });
      expect(image.digest).toBe(digestOf(`${kept.get(`${name}/manifests/latest`)}`));
      await agent.driver.remove(name);
      await expect.poll(left).toEqual([]);
    });

    it('between the name of its last layer and the record of its image leaves nothing half', async () => {
      const layers = [layer('named 1'), layer('named 2')];
      const reference = registry.push('named', layers);
      const runtimes = () => descendantsOf(agent.pid).filter(({ pid }) => commandLine(pid).includes('runtime/main.ts'));
      // The program that pulls goes on, and the runtime that would write the record does not hear of its end.
      const blobs = [...registry.replies].filter(([path]) => path.startsWith('named/blobs/'));
      for (const [path, reply] of blobs)
        registry.replies.set(path, (_request, response) => {
          for (const { pid } of runtimes()) signal(pid, 'SIGSTOP');
          response.end(reply as Buffer);
        });
      const pull = pulling('named', reference);
      const named = layers.map((tar) => digestOf(tar).slice(7));
      await expect.poll(() => left().sort()).toEqual(named.sort());
      await crashed(runtimes());
      expect(await pull).toMatch(/^the agent ended/);
      expect(left().sort()).toEqual(named.sort());
      for (const [path, reply] of blobs) registry.replies.set(path, reply);

      agent = folder.start('container');
      expect(await agent.driver.stored()).toEqual([]);
      await expect.poll(left).toEqual([]);
      expect((await agent.driver.pull({ id: 'named', source: { registry: reference } })).id).toBe('named');
      await agent.driver.remove('named');
      await expect.poll(left).toEqual([]);
    });
  });
});
