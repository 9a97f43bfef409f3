import { describeDiskGrowth } from '#test/hostile/growth/disks-suite.ts';
import { whereContainersWork } from '#test/lib/runtime/support/container-works.ts';

/** As many as have ended runtimes. They take seven minutes to make and to remove, and hours on a slow disk. */
await whereContainersWork(() => describeDiskGrowth(400_000));
