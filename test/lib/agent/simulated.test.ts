import { describeConformance } from './conformance.ts';

describeConformance({ kind: 'simulated', timeScale: 0.001, afterReopen: 'running' });
