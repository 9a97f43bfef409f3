import { describe, expect, it } from 'vitest';
import { mountsHere } from '#lib/agent/hosted/group-folders.ts';
import { hostImages } from '#lib/runtime/images.ts';
import { describeLimits } from './limits-suite.ts';
import { whereContainersWork } from './support/container-works.ts';
import { AgentFolder } from './support/driver-child.ts';
import { machineSpec } from './support/machine-spec.ts';

const { unified, byController } = mountsHere();
const hasGroups = unified !== null || byController.memory !== undefined;

await whereContainersWork(() => {
  describe.skipIf(process.getuid?.() !== 0 || !hasGroups)('control groups', () => {
    describeLimits('container');
    describeLimits('process');
  });

  // What a user's systemd delegates is not to be had where this runs.
  describe.skipIf(process.getuid?.() !== 0 || unified === null || byController.memory === undefined)(
    'a platform of an ordinary user without groups',
    () => {
      it('names no limits of memory and processors, and its machines work', async () => {
        const folder = await AgentFolder.open(true);
        const agent = folder.start('container');
        const words = await agent.driver.capabilities();
        expect(words).toContain('process_limit');
        expect(words).not.toContain('memory_limit');
        expect(words).not.toContain('cpu_limit');
        const spec = await machineSpec(hostImages()[0]?.id ?? '');
        expect(await agent.driver.create(spec)).toMatchObject({ ssh_ready: true });
        await agent.driver.close();
        await agent.kill();
        await folder.remove();
      });
    },
  );
});
