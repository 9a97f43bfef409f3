import { describeGrowth } from '#test/hostile/growth/cases.ts';
import { describeDiskGrowth } from '#test/hostile/growth/disks-suite.ts';
import { detachAmongMounts } from '#test/hostile/growth/mounts.ts';
import { countAmongProcesses } from '#test/hostile/growth/processes.ts';
import { followPortsAmongSockets } from '#test/hostile/growth/sockets.ts';
import { whereContainersWork } from '#test/lib/runtime/support/container-works.ts';

await describeGrowth('the host does what it always does', (ground) => [
  ['150,000 mounts', () => detachAmongMounts(ground, { mounts: 150_000, each: 1_500 })],
  ['100,000 sockets', () => followPortsAmongSockets(ground, 100_000)],
  ['2,000 processes', () => countAmongProcesses(ground, { processes: 2_000, mappings: 1_000 })],
]);

/** As many as have ended runtimes. They take hours to make and to remove on a slow disk. */
await whereContainersWork(() => describeDiskGrowth(400_000));
