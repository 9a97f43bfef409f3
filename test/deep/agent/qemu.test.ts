import { describeConformance } from '#test/lib/runtime/conformance.ts';
import { describeDiskContents } from '#test/lib/runtime/disk-suite.ts';
import { describeDisks } from '#test/lib/runtime/disks-conformance.ts';
import { describePower } from '#test/lib/runtime/power-suite.ts';
import { whereQemuWorks } from '#test/lib/runtime/support/qemu-works.ts';

await whereQemuWorks(() => {
  describeConformance({ kind: 'qemu', timeScale: 1, afterReopen: 'stopped' });
  describeDisks({ kind: 'qemu', timeScale: 1, afterReopen: 'stopped' });
  describePower('qemu');
  describeDiskContents('qemu');
});
