import { describe } from 'vitest';
import { mountsHere } from '#lib/agent/hosted/group-place.ts';
import { describeLimits } from './limits-suite.ts';
import { whereContainersWork } from './support/container-works.ts';

const { unified, byController } = mountsHere();
const hasGroups = unified !== null || byController.memory !== undefined;

await whereContainersWork(() => {
  describe.skipIf(process.getuid?.() !== 0 || !hasGroups)('control groups', () => {
    describeLimits('container');
    describeLimits('process');
  });
});
