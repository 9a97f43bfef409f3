import { describeGrowth } from './cases.ts';
import { endlessLines } from './lines.ts';

await describeGrowth('a console and authorized_keys have one line', (ground) => [
  ['2,000 KiB', () => endlessLines(ground, 2_000)],
  ['8,000 KiB', () => endlessLines(ground, 8_000)],
  ['256 MiB', () => endlessLines(ground, 256 * 1024)],
]);
