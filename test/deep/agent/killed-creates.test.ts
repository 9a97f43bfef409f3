// biome-ignore lint/plugin: the moment of the crash is what the test varies
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hostImages } from '#lib/runtime/images.ts';
import { AgentFolder, type DriverChild } from '#test/lib/runtime/support/driver-child.ts';
import { machineSpec } from '#test/lib/runtime/support/machine-spec.ts';

/** Milliseconds after the call at which the agent is killed: from before anything was made to after the boot. */
const MOMENTS = Array.from({ length: 30 }, (_, index) => index * 7);

describe.each([
  { kind: 'container', ordinary: false },
  { kind: 'container', ordinary: true },
  { kind: 'process', ordinary: false },
] as const)('$kind machines (ordinary user: $ordinary)', ({ kind, ordinary }) => {
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

  it('can be created again after the agent was killed at any moment of their creation', async () => {
    const image = hostImages()[0]?.id ?? '';
    for (const moment of MOMENTS) {
      const spec = await machineSpec(image);
      await agent.driver.list();
      const creation = agent.driver.create(spec).catch(() => null);
      await wait(moment);
      await agent.kill();
      await creation;
      agent = folder.start(kind);
      await agent.driver.create(spec);
      expect(await agent.driver.status(spec.id)).toBe('running');
      await agent.driver.destroy(spec.id);
      expect(await agent.driver.list()).toEqual([]);
    }
    await agent.driver.close();
  });
});
