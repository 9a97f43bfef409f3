import { afterAll, beforeAll, expect, it } from 'vitest';
import { whereContainersWork } from '#test/lib/runtime/support/container-works.ts';
import { faultsIn, readBooks } from '#test/support/crash/books.ts';
import { crashRound, killPlatform } from '#test/support/crash/round.ts';
import { CrashSite, leftBehind, machinesOnDisk } from '#test/support/crash/site.ts';

/** Milliseconds from the requests to the SIGKILL: before any effect, during their workflows, after most of them. */
const MOMENTS = [25, 90, 220, 500];

await whereContainersWork(() => {
  let site: CrashSite;
  beforeAll(async () => {
    site = await CrashSite.open({ SVC_COMPUTE: 'container' });
    await Promise.all(['a', 'b', 'c'].map((name) => site.client.launch({ name })));
    const stopped = await site.client.launch({ name: 'd' });
    await site.client.operate(stopped.id, 'stop');
  });
  afterAll(async () => {
    await site?.stop();
    site?.remove();
  });

  it.each(MOMENTS)(
    'nothing is lost and nothing is done twice when everything is killed after %i ms',
    async (moment) => {
      await crashRound(site, moment);
    },
  );

  it.each(MOMENTS)('nor when the platform is killed after %i ms and its machines run on', async (moment) => {
    await crashRound(site, moment, killPlatform);
  });

  it('the books agree with the machines, and nothing is left when it is stopped', async () => {
    const machines = await site.settled();
    expect(await site.stop()).toBe(0);
    expect(faultsIn(await readBooks(site.dataDir))).toEqual([]);
    expect(machinesOnDisk(site.dataDir).sort()).toEqual(machines.map(({ id }) => id).sort());
    expect(leftBehind(site.dataDir, machines[0]?.public_ip)).toEqual([]);
  });
});
