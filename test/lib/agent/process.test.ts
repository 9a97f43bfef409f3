import { describeConformance } from './conformance.ts';
import { describeSsh } from './ssh-suite.ts';

describeConformance({ kind: 'process', timeScale: 1, afterReopen: 'stopped' });
describeSsh('process');
