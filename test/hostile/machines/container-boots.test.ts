import { describeHostileMachines } from './suite.ts';

await describeHostileMachines('container', 'boots');
