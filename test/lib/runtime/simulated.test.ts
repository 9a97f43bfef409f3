import { describeConformance } from './conformance.ts';
import { describeDisks } from './disks-conformance.ts';

describeConformance({ kind: 'simulated', timeScale: 0.001, afterReopen: 'running' });
describeDisks({ kind: 'simulated', timeScale: 0.001, afterReopen: 'running' });
