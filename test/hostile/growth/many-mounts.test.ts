import { describeGrowth } from './cases.ts';
import { detachAmongMounts } from './mounts.ts';

await describeGrowth('a volume is detached among many mounts in many processes', (ground) => [
  ['2,000', () => detachAmongMounts(ground, { mounts: 2_000, each: 50 })],
  ['8,000', () => detachAmongMounts(ground, { mounts: 8_000, each: 100 })],
]);
