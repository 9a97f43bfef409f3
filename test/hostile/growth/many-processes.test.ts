import { describeGrowth } from './cases.ts';
import { countAmongProcesses } from './processes.ts';

await describeGrowth('machines are metered among many processes', (ground) => [
  ['200 with 10 mappings each', () => countAmongProcesses(ground, { processes: 200, mappings: 10 })],
  ['800 with 10 mappings each', () => countAmongProcesses(ground, { processes: 800, mappings: 10 })],
]);
