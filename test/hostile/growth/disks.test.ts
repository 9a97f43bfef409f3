import { whereContainersWork } from '#test/lib/runtime/support/container-works.ts';
import { describeDiskGrowth } from './disks-suite.ts';

await whereContainersWork(() => {
  describeDiskGrowth(2000);
  describeDiskGrowth(8000);
});
