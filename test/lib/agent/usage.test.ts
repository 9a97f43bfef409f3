import { beforeEach, expect, test, vi } from 'vitest';
import type { HostLink } from '#lib/agent/link/link.ts';
import { UsageReporter } from '#lib/agent/usage.ts';
import { usageBetween } from '#lib/agent/usage-between.ts';
import type { UsagePace } from '#lib/agent/usage-moments.ts';
import type { MachineSample } from '#lib/runtime/driver-view.ts';
import { reserveHost } from '#lib/store/compute/hosts.ts';
import { type Level, levels, readPoints } from '#lib/store/compute/metrics.ts';
import { keys } from '#lib/store/keys.ts';
import { queryAll } from '#lib/store/platform/read.ts';
import { transact } from '#lib/store/platform/write.ts';
import { testTable } from '#lib/testing/functions/table.ts';
import { linkOf } from '#test/support/hosts/host-link.ts';
import { type StandInHost, standInHost } from '#test/support/hosts/hosts.ts';

const account = '100000000001';
const id = 'i-01kanx7m3v5q8w2c4d6f7g9h1j';
/** On the boundary of a quarter of an hour. */
const start = 1_800_000_000;

let host: StandInHost;
let link: HostLink;
let samples: MachineSample[];
let seconds: number;
beforeEach(async () => {
  await testTable();
  // Its batches are equally long, and written once they are over.
  host = await standInHost({ id: 'host-00000000' });
  link = await linkOf(host.id);
  await transact(reserveHost(host.id, 20_001, { ram_mib: 1, vcpus: 1 }, { account_id: account, instance_id: id }));
  seconds = 0;
  vi.useFakeTimers({ now: start * 1000, toFake: ['Date'] });
  return () => vi.useRealTimers();
});

const sample = (changes: Partial<MachineSample> = {}): MachineSample => ({
  id,
  boot: 'first',
  taken_ms: seconds * 1000,
  cpus: 2,
  ram_mib: 1024,
  cpu_seconds: seconds,
  ram_used_mib: 256,
  disk_gib: 10,
  disk_used_mib: 2560,
  net_rx_bytes: seconds * 100,
  net_tx_bytes: null,
  disk_read_bytes: 0,
  disk_write_bytes: seconds * 4096,
  ...changes,
});

const reporter = (pace: UsagePace = { step: 10, batch: 10 }, logged: string[] = []) =>
  new UsageReporter({
    link,
    driver: { samples: async () => samples },
    log: (text) => logged.push(text),
    pace,
  });

/** So many rounds, ten seconds apart. */
async function rounds(of: UsageReporter, count: number, next: () => MachineSample[] = () => [sample()]): Promise<void> {
  for (let round = 0; round < count; round += 1) {
    seconds += 10;
    vi.setSystemTime((start + seconds) * 1000);
    samples = next();
    await of.beat();
  }
}

const stored = (level: Level = levels[0]) =>
  readPoints(account, id, { level, from: start - 3600, to: start + 9 * 3600 });
const times = async () => (await stored()).map(({ at }) => at - start);

/** When the quarters of an hour begin that are rolled up. */
async function quarters(): Promise<number[]> {
  const { pk } = keys.metrics(account, id, 900, 0);
  const items = await queryAll({ pk, begins: '900#' });
  return items.flatMap(({ sk, ...item }) => {
    const slots = Object.keys(item).filter((name) => /^\d+$/.test(name));
    return slots.map((slot) => Number(sk.split('#')[1]) + Number(slot) * 900 - start);
  });
}

test('what was used between two samples, by the plan’s size', () => {
  const before = sample();
  seconds = 10;
  expect(usageBetween(before, sample())).toEqual({
    cpu_percent: 50,
    ram_percent: 25,
    ram_used_mib: 256,
    net_rx_bytes_per_second: 100,
    net_tx_bytes_per_second: null,
    disk_read_bytes_per_second: 0,
    disk_write_bytes_per_second: 4096,
    disk_used_percent: 25,
  });
  expect(usageBetween(before, sample({ cpu_seconds: 1000 }))?.cpu_percent).toBe(100);
  expect(usageBetween(before, sample({ boot: 'second' }))).toBeNull();
  expect(usageBetween(before, sample({ taken_ms: 30_000 }))).toBeNull();
});

test('each stretch of ten seconds is stored once, by its beginning', async () => {
  const agent = reporter();
  await rounds(agent, 4);
  expect(await times()).toEqual([10, 20, 30]);
  await agent.beat();
  expect(await times()).toEqual([10, 20, 30]);
  expect((await stored())[0]?.usage.cpu_percent).toBe(50);
});

test('a machine that was off leaves a gap, and one that boots again begins anew', async () => {
  const agent = reporter();
  await rounds(agent, 2);
  await rounds(agent, 2, () => []);
  await rounds(agent, 2, () => [sample({ boot: 'second', cpu_seconds: 0 })]);
  expect(await times()).toEqual([10, 50]);
  expect((await stored())[1]?.usage.cpu_percent).toBe(0);
});

test('an agent that starts again doubles nothing and takes no counter for usage', async () => {
  await rounds(reporter(), 3);
  const again = reporter();
  await again.beat();
  await rounds(again, 2, () => [sample({ boot: 'second', cpu_seconds: 5 })]);
  expect(await times()).toEqual([10, 20, 40]);
  expect((await stored()).map(({ usage }) => usage.cpu_percent)).toEqual([50, 50, 0]);
});

test('samples wait for a batch; what waits is written at the end, and once the machine is off', async () => {
  const agent = reporter({ step: 10, batch: 60 });
  await rounds(agent, 5);
  expect(await times()).toEqual([]);
  await rounds(agent, 2);
  expect(await times()).toEqual([10, 20, 30, 40, 50]);
  await rounds(agent, 1);
  await agent.close();
  expect(await times()).toHaveLength(7);
  const other = reporter({ step: 10, batch: 60 });
  await rounds(other, 3);
  await rounds(other, 1, () => []);
  expect(await times()).toHaveLength(9);
});

test('quarters of an hour are rolled up once three hours are over, also by a later start', async () => {
  const first = reporter();
  await rounds(first, 12 * 15);
  expect(await quarters()).toEqual([]);
  // A span ends an hour after `start`, and each machine has its own moment within two minutes.
  await rounds(first, 12 * 17);
  expect(await quarters()).toEqual([0, 900, 1800, 2700]);
  // It crashed, and its successor starts in the next span.
  await rounds(first, 90);
  seconds += 3 * 3600;
  await rounds(reporter(), 20);
  expect(await quarters()).toEqual([0, 900, 1800, 2700, 3600, 4500]);
  expect((await stored(levels[2])).map(({ usage }) => usage.cpu_percent)).toContain(50);
});

test('what cannot be written is written later', async () => {
  const logged: string[] = [];
  const agent = reporter(undefined, logged);
  await rounds(agent, 1);
  const table = process.env.SVC_TABLE;
  process.env.SVC_TABLE = 'none-such';
  await rounds(agent, 2);
  process.env.SVC_TABLE = table;
  expect(logged.length).toBeGreaterThan(0);
  await rounds(agent, 1);
  expect(await times()).toEqual([10, 20, 30]);
});

test('a machine that the table does not place here is not written', async () => {
  const agent = reporter();
  await rounds(agent, 3, () => [sample({ id: 'i-01kanx7m3v5q8w2c4d6f7g9h2k' })]);
  expect(await times()).toEqual([]);
});
