import { describeConformance } from './conformance.ts';
import { describeCopying } from './copying-suite.ts';
import { describeDiskContents } from './disk-suite.ts';
import { describeDisks } from './disks-conformance.ts';
import { describePower } from './power-suite.ts';
import { describeReach } from './reach-suite.ts';
import { describeSsh } from './ssh-suite.ts';
import { whereContainersWork } from './support/container-works.ts';

await whereContainersWork(() => {
  describeConformance({ kind: 'container', timeScale: 1, afterReopen: 'stopped' });
  describeDisks({ kind: 'container', timeScale: 1, afterReopen: 'stopped' });
  describeSsh('container');
  describeCopying('container');
  describePower('container');
  describeDiskContents('container');
  describeReach('container');
});
