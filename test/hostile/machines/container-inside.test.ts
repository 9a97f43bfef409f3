import { describeHostileMachines } from './suite.ts';

await describeHostileMachines('container', 'inside');
