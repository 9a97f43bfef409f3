import { describeConformance } from './conformance.ts';
import { describeSsh } from './ssh-suite.ts';

describeConformance({ kind: 'container', timeScale: 1, afterReopen: 'stopped' });
describeSsh('container');
