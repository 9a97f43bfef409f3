import { afterEach, beforeEach, expect, test } from 'vitest';
import { handler as allocate } from '#functions/compute/elastic-ips/allocate.ts';
import { handler as createBalancer } from '#functions/compute/load-balancers/create.ts';
import { releaseElasticIp } from '#lib/domain/compute/elastic-ips/release.ts';
import { deleteLoadBalancer } from '#lib/domain/compute/load-balancers/delete.ts';
import { deleteSnapshot } from '#lib/domain/compute/snapshots/delete.ts';
import { deleteVolume } from '#lib/domain/compute/volumes/delete.ts';
import { updateVolume } from '#lib/domain/compute/volumes/update.ts';
import type { Service } from '#lib/model/billing/meter.ts';
import { getSnapshot } from '#lib/store/compute/snapshots.ts';
import { getVolume } from '#lib/store/compute/volumes.ts';
import { advanceClock, resetClock } from '#lib/testing/functions/clock.ts';
import { inside, metered, metersOf, spentOn, toNewMonth } from '#test/support/billing/metering.ts';
import { settledVolume } from '#test/support/compute/disks.ts';
import { openScriptedDiskPlatform, type ScriptedDiskPlatform } from '#test/support/hosts/scripted-disk-platform.ts';
import { eventually } from '#test/support/vitest/eventually.ts';

const hour = 3600;
let stage: ScriptedDiskPlatform;
beforeEach(async () => {
  toNewMonth();
  stage = await openScriptedDiskPlatform();
});
afterEach(async () => {
  resetClock();
  await stage.close();
});

const account = () => stage.caller.account_id;
const context = () => inside(account());
const gone = (find: () => Promise<unknown>) => eventually(async () => !(await find()));
/** Paise for so many seconds of something of a monthly price in paise. */
const cost = (monthly: number, seconds: number) => (monthly * seconds) / (730 * hour);

interface Kind {
  service: Service;
  /** Paise a month. */
  price: number;
  create(): Promise<string>;
  remove(id: string): Promise<unknown>;
}

const kinds: Kind[] = [
  {
    service: 'volumes',
    price: 500 * 600,
    create: async () => (await stage.volume({ size_gib: 500 })).id,
    remove: async (id) => {
      await deleteVolume(context(), { id });
      await gone(() => getVolume(account(), id));
    },
  },
  {
    service: 'snapshots',
    price: 10 * 300,
    create: async () => (await stage.snapshotOf((await stage.settledIn('running')).id)).id,
    remove: async (id) => {
      await deleteSnapshot(context(), { id });
      await gone(() => getSnapshot(account(), id));
    },
  },
  {
    service: 'elastic_ips',
    price: 14_900,
    create: async () => (await stage.ask(allocate, {}, {})).body.id,
    remove: (id) => releaseElasticIp(context(), { id }),
  },
  {
    service: 'load_balancers',
    price: 89_900,
    create: async () => {
      const listeners = [{ protocol: 'http', port: 8080 }];
      return (await stage.ask(createBalancer, {}, { name: 'front', listeners })).body.id;
    },
    remove: (id) => deleteLoadBalancer(context(), { id }),
  },
];

test.each(kinds)('$service cost from creation to deletion, and nothing after', async ({ service, price, ...kind }) => {
  expect(await metersOf(account(), service)).toEqual([]);
  const begun = Date.now();
  const id = await kind.create();
  expect(id).toMatch(/^[a-z]+-[0-9a-z]{26}$/);
  advanceClock(100 * hour);
  await metered();
  const after = await spentOn(account(), service);
  expect(after).toBeGreaterThanOrEqual(Math.floor(cost(price, 100 * hour)));
  await kind.remove(id);
  await metered();
  const all = await spentOn(account(), service);
  // biome-ignore lint/plugin: what passed meanwhile is metered, too
  const seconds = 100 * hour + Math.ceil((Date.now() - begun) / 1000) + 1;
  expect(all).toBeGreaterThanOrEqual(after);
  expect(all).toBeLessThanOrEqual(Math.ceil(cost(price, seconds)));
  advanceClock(200 * hour);
  await metered();
  expect(await spentOn(account(), service)).toBe(all);
  expect(await metersOf(account(), service)).toEqual([]);
});

test('a volume that grew costs its new size from then on', async () => {
  const { id } = await stage.volume({ size_gib: 100 });
  advanceClock(10 * hour);
  await updateVolume(context(), { id, size_gib: 200 });
  await settledVolume(stage.caller, id);
  advanceClock(20 * hour);
  await metered();
  const grown = cost(60_000, 10 * hour) + cost(120_000, 20 * hour);
  expect(Math.abs((await spentOn(account(), 'volumes')) - grown)).toBeLessThan(3);
});
