import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { UsageReporter } from '#lib/agent/usage.ts';
import { batchEnd } from '#lib/agent/usage-moments.ts';
import { usagePace } from '#lib/domain/compute/metrics/pace.ts';
import { reserveHost } from '#lib/store/compute/hosts.ts';
import { levels, readPoints } from '#lib/store/compute/metrics.ts';
import { transact } from '#lib/store/platform/write.ts';
import { testTable } from '#lib/testing/functions/table.ts';
import { linkOf } from '#test/support/hosts/host-link.ts';
import { type StandInHost, standInHost } from '#test/support/hosts/hosts.ts';
import { writeUnits } from '#test/support/table/write-units.ts';

/* Budget of docs/architecture.md: what the metrics of a machine of a deployment cost. */

const account = '100000000001';
const machines = ['0', 'b', 'w'].map((last) => `i-01kanx7m3v5q8w2c4d6f7g9h1${last}`);
/** The beginning of an item of quarters of an hour, which has fifteen hours. */
const start = 54_000 * 33_334;

let now: number;
let reporter: UsageReporter;
beforeEach(() => testTable());
afterEach(() => vi.useRealTimers());

/** Starts an agent of a host. */
async function agentOf(host: StandInHost): Promise<void> {
  const link = await linkOf(host.id);
  for (const [at, instance_id] of machines.entries()) {
    await transact(reserveHost(host.id, 20_001 + at, { ram_mib: 1, vcpus: 1 }, { account_id: account, instance_id }));
  }
  vi.useFakeTimers({ now: start * 1000, toFake: ['Date'] });
  now = start;
  const { step, samples: batch } = usagePace();
  const log = (text: string) => expect.fail(text);
  reporter = new UsageReporter({
    link,
    driver: { samples: async () => machines.map(sampleOf) },
    log,
    pace: { step, batch },
  });
}

/** Hosts by the seconds that the first five minutes of an item last. */
const hosts: readonly (readonly [first: number, id: string])[] = [
  [240, 'host-00000002'],
  [300, 'host-00000000'],
  [360, 'host-00000001'],
];

const sampleOf = (id: string) => ({
  ...{ id, boot: 'first', taken_ms: (now - start) * 1000, cpus: 2, ram_mib: 1024, disk_gib: 10 },
  ...{ cpu_seconds: now - start, ram_used_mib: 256, disk_used_mib: 2560 },
  ...{ net_rx_bytes: now * 100, net_tx_bytes: now, disk_read_bytes: now, disk_write_bytes: now * 4096 },
});

async function run(hours: number): Promise<void> {
  for (const end = now + hours * 3600; now < end; ) {
    now += 10;
    vi.setSystemTime(now * 1000);
    await reporter.beat();
  }
}

test.each(hosts)(
  'a machine of a deployment costs at most 13 write units an hour, and its points are six minutes late: %i s first',
  async (_, id) => {
    await agentOf(await standInHost({ id }));
    // The roll-ups of a span follow within an hour, so that fifteen hours from here on have five.
    await run(4 / 3);
    const units = await writeUnits(() => run(15));
    const perHour = units / 15 / machines.length;
    expect(perHour).toBeGreaterThan(12);
    expect(perHour).toBeLessThanOrEqual(13);
    for (const id of machines) {
      const read = (at: 1 | 2, from: number) => readPoints(account, id, { level: levels[at], from, to: now });
      const minutes = (await read(1, start)).map(({ at }) => at);
      expect(minutes).toEqual(Array.from({ length: minutes.length }, (_, index) => start + index * 60));
      // A minute is over before it is late.
      expect(now - (start + minutes.length * 60)).toBeLessThan(60 + 360);
      expect((await read(2, start)).map(({ usage }) => usage.cpu_percent)).toEqual(
        Array(Math.ceil(minutes.length / 15)).fill(50),
      );
    }
  },
);

test.each(hosts)('many machines are not written at the same moment: %i s first', async (first, id) => {
  await agentOf(await standInHost({ id }));
  await run(first / 3600);
  const written: number[] = [];
  for (let beat = 0; beat < 6; beat += 1) written.push(await writeUnits(() => run(1 / 360)));
  expect(written.reduce((sum, units) => sum + units)).toBe(machines.length);
  expect(Math.max(...written)).toBeLessThan(machines.length);
});

/** Of many machines on as many hosts, the batches that are to be written in each minute of an item, and their ends. */
function moments(): { minutes: Map<number, number>; ends: number[]; late: number } {
  const minutes = new Map<number, number>();
  const ends = new Set<number>();
  let late = 0;
  for (let number = 0; number < 300; number += 1) {
    const place = { host: `host-${number}`, id: `i-${number * 7919}` };
    const end = (at: number) => batchEnd(at, { step: 60, batch: 300 }, place);
    for (let at = start + 1200, last = end(at - 10); at < start + 1800; at += 10) {
      const next = end(at);
      if (next === last) continue;
      ends.add(last % 600).add(next % 600);
      late = Math.max(late, at - last);
      const minute = Math.floor((at % 600) / 60);
      minutes.set(minute, (minutes.get(minute) ?? 0) + 1);
      last = next;
    }
  }
  return { minutes, ends: [...ends].sort((a, b) => a - b), late };
}

test('many hosts write in six minutes of ten, as much in each, and no batch is in two items', () => {
  const { minutes, ends, late } = moments();
  const count = 600 / 6;
  expect([...minutes.keys()].sort()).toEqual([0, 1, 2, 4, 5, 6]);
  expect(Math.max(...minutes.values())).toBeLessThan(1.25 * count);
  expect(ends).toEqual([0, 240, 300, 360]);
  expect(late).toBeLessThan(60 + 360);
});

test('what is a few samples long is written at once by all', () => {
  const end = (at: number, host: string) => batchEnd(at, { step: 10, batch: 10 }, { host, id: 'i-1' });
  for (const [, host] of hosts)
    expect([start, start + 9, start + 10].map((at) => end(at, host))).toEqual([start, start, start + 10]);
});
