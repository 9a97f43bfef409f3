import { describeGrowth } from './cases.ts';
import { followPortsAmongSockets } from './sockets.ts';

await describeGrowth('ports are followed among many sockets', (ground) => [
  ['2,000', () => followPortsAmongSockets(ground, 2_000)],
  ['8,000', () => followPortsAmongSockets(ground, 8_000)],
]);
