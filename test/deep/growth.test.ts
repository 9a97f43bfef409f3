import { describeDiskGrowth } from '#test/hostile/growth/disks-suite.ts';
import { whereContainersWork } from '#test/lib/runtime/support/container-works.ts';

/** As many as have ended runtimes. They take hours to make and to remove on a slow disk. */
await whereContainersWork(() => describeDiskGrowth(400_000));
