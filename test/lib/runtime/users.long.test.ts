import { describe, it } from 'vitest';
import { tryRange } from '#lib/agent/hosted/id-range.ts';
import { lackLine } from '#lib/agent/hosted/sub-ids.ts';
import { describeOwnRange } from './own-range-suite.ts';
import { describePackages } from './packages-suite.ts';
import { whereContainersWork } from './support/container-works.ts';
import { describeUsers } from './users-suite.ts';

const range = await tryRange(process.getuid?.() === 0 ? 1_900_000_000 : null);
await whereContainersWork(() => {
  if ('missing' in range) {
    process.stderr.write(`machines have one user here: ${lackLine(range)}\n`);
    describe.skipIf(true)(`users of machines (${range.missing})`, () => it('are there', () => undefined));
  } else {
    describeUsers();
    describePackages();
  }
  describeOwnRange();
});
