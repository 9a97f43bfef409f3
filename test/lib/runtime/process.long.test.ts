import { describeConformance } from './conformance.ts';
import { describeCopying } from './copying-suite.ts';
import { describeDiskContents } from './disk-suite.ts';
import { describeDisks } from './disks-conformance.ts';
import { describePower } from './power-suite.ts';
import { describeReach } from './reach-suite.ts';
import { describeSsh } from './ssh-suite.ts';

describeConformance({ kind: 'process', timeScale: 1, afterReopen: 'stopped' });
describeDisks({ kind: 'process', timeScale: 1, afterReopen: 'stopped' });
describeSsh('process');
describeCopying('process');
describePower('process');
describeDiskContents('process');
describeReach('process');
