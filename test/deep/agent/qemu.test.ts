import { describeConformance } from '#test/lib/agent/conformance.ts';
import { describeDiskContents } from '#test/lib/agent/disk-suite.ts';
import { describeDisks } from '#test/lib/agent/disks-conformance.ts';
import { describePower } from '#test/lib/agent/power-suite.ts';
import { whereQemuWorks } from '#test/lib/agent/support/qemu-works.ts';

await whereQemuWorks(() => {
  describeConformance({ kind: 'qemu', timeScale: 1, afterReopen: 'stopped' });
  describeDisks({ kind: 'qemu', timeScale: 1, afterReopen: 'stopped' });
  describePower('qemu');
  describeDiskContents('qemu');
});
