import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faultsIn, readBooks } from '#test/support/crash/books.ts';
import { type Blow, crashRound, killEverything, killPlatform } from '#test/support/crash/round.ts';
import { CrashSite, machinesOnDisk } from '#test/support/crash/site.ts';
import { killPart, type Part, partOf } from '#test/support/platform/parts.ts';
import { eventually } from '#test/support/vitest/eventually.ts';

/** Milliseconds from the requests to the blow, denser where the workflows are under way. */
const MOMENTS = Array.from({ length: 24 }, (_, i) => Math.round(4 + i * 6 + i ** 2 * 0.9));

/** Kills one part alone; its supervisor starts it again. */
const killOnly =
  (part: Part): Blow =>
  async ({ platform }) => {
    const before = await eventually(() => partOf(platform, part));
    killPart(platform, part);
    await eventually(() => {
      const now = partOf(platform, part);
      return now !== undefined && now !== before;
    });
  };

describe.each([
  { what: 'everything', compute: 'container', blow: killEverything, every: 1 },
  { what: 'everything', compute: 'process', blow: killEverything, every: 2 },
  { what: 'the platform but no machine', compute: 'container', blow: killPlatform, every: 1 },
  // An agent that dies again and again is started ever more slowly.
  { what: 'the agent', compute: 'container', blow: killOnly('agent'), every: 2 },
  { what: 'the agent', compute: 'process', blow: killOnly('agent'), every: 4 },
  { what: 'the database', compute: 'container', blow: killOnly('database'), every: 1 },
])('$what killed, $compute machines', ({ compute, blow, every }) => {
  let site: CrashSite;
  beforeAll(async () => {
    site = await CrashSite.open({ SVC_COMPUTE: compute });
    await Promise.all(['a', 'b', 'c'].map((name) => site.client.launch({ name })));
    const stopped = await site.client.launch({ name: 'd' });
    await site.client.operate(stopped.id, 'stop');
  });
  afterAll(async () => {
    await site?.stop();
    site?.remove();
  });

  it.each(MOMENTS.filter((_, i) => i % every === 0))('%i ms after everything was asked for', async (moment) => {
    await crashRound(site, moment, blow);
  });

  it('the books agree with the machines', async () => {
    const machines = await site.settled();
    expect(await site.stop()).toBe(0);
    expect(faultsIn(await readBooks(site.dataDir))).toEqual([]);
    if (compute === 'container') {
      expect(machinesOnDisk(site.dataDir).sort()).toEqual(machines.map(({ id }) => id).sort());
    }
  });
});
