import { afterAll, describe, it } from 'vitest';
import { type Ground, openGround } from '#test/hostile/machines/ground.ts';

/** Cases by size, on machines of a host of their own; says why where there are none here. */
export async function describeGrowth(
  what: string,
  cases: (ground: Ground) => readonly (readonly [size: string, by: () => Promise<unknown>])[],
): Promise<void> {
  const ground = await openGround('container');
  if ('reason' in ground) {
    if (process.env.SVC_EXPECT_COMPUTE === 'container') throw new Error(`container: ${ground.reason}`);
    process.stderr.write(`no container machines grow: ${ground.reason}\n`);
    describe.skipIf(true)(`container (${ground.reason})`, () => it('is attacked', () => undefined));
    return;
  }
  describe(`a guest chooses the size, and ${what}`, () => {
    afterAll(() => ground.close());
    for (const [size, by] of cases(ground)) it(`of ${size}`, by);
  });
}
