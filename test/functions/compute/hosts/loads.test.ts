import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { HostLink } from '#lib/agent/link/link.ts';
import { averageOf } from '#lib/domain/compute/metrics/averages.ts';
import { recordSamples } from '#lib/domain/compute/metrics/record.ts';
import type { InstanceRecord } from '#lib/store/compute/instances.ts';
import { keys } from '#lib/store/keys.ts';
import { get } from '#lib/store/platform/read.ts';
import { type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { aligned, civilSeconds, usage } from '#test/support/billing/usage.ts';
import { launched, putInto, recordOf, up } from '#test/support/compute/instances.ts';
import { changeHost, linkOf } from '#test/support/hosts/host-link.ts';
import { type StandInHost, standInHost } from '#test/support/hosts/hosts.ts';
import { tableCalls } from '#test/support/table/table-calls.ts';
import { writeUnits } from '#test/support/table/write-units.ts';

let user: SignedUp;
let host: StandInHost;
let link: HostLink;
let record: InstanceRecord;
/** The last whole minute. */
let minute: number;
beforeEach(async () => {
  user = await signedUp();
  host = await standInHost();
  link = await linkOf(host.id);
  const instance = await launched(user);
  await putInto(instance, { ...up, host_id: host.id });
  record = await recordOf(instance);
  minute = aligned(civilSeconds(), 60) - 60;
});

const loadOf = (id: string, ...cpu: (number | null)[]) => ({
  instance_id: id,
  minutes: cpu.map((share, index) => ({ at: minute - 60 * (cpu.length - 1 - index), cpu: share, ram: 12.5 })),
});
const beat = (...loads: ReturnType<typeof loadOf>[]) =>
  link.call('beatHost', { jobs: [], ...(loads.length > 0 && { loads }) });
const item = () => get(keys.hostLoads(host.id));

describe('fresh values for autoscaling, where points are stored late', () => {
  test('a host is asked once autoscaling wants to know, and answers with its heartbeats', async () => {
    expect((await beat()).loads_wanted).toBe(false);
    expect(await averageOf(record, 'cpu', 60)).toBeNull();
    expect((await beat()).loads_wanted).toBe(true);
    await beat(loadOf(record.id, 20, 40));
    expect(await averageOf(record, 'cpu', 60)).toBe(40);
    expect(await averageOf(record, 'cpu', 120)).toBe(30);
    expect(await averageOf(record, 'ram', 60)).toBe(12.5);
    expect(await averageOf(record, 'cpu', 300)).toBeNull();
    await beat(loadOf(record.id, 20, null, 40));
    expect(await averageOf(record, 'cpu', 120)).toBe(30);
  });

  test('stored points count for the minutes before, and once', async () => {
    await averageOf(record, 'cpu', 300);
    const stored = [4, 3, 2].map((ago) => ({ at: minute - ago * 60, usage: usage(80) }));
    await recordSamples(record.account_id, record.id, stored);
    await beat(loadOf(record.id, 10, 20, 20));
    expect(await averageOf(record, 'cpu', 300)).toBe((3 * 80 + 2 * 20) / 5);
  });

  test('what nobody asks for is not stored, and costs no write', async () => {
    await averageOf(record, 'cpu', 60);
    expect(await writeUnits(() => beat(loadOf(record.id, 50), loadOf('i-other', 50)))).toBe(2);
    expect(Object.keys((await item())?.loads ?? {})).toEqual([record.id]);
    expect(await writeUnits(() => beat())).toBe(1);
  });

  test('a machine that autoscaling asks for no more is forgotten after six hours', async () => {
    const began = Date.now();
    vi.useFakeTimers({ now: began, toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    await averageOf(record, 'cpu', 60);
    vi.setSystemTime(began + 2 * 3600_000);
    const { calls } = await tableCalls(() => averageOf(record, 'cpu', 60));
    expect(calls.toSorted()).toEqual(['GetItem', 'Query']);
    vi.setSystemTime(began + 6 * 3600_000 + 1000);
    expect((await beat(loadOf(record.id, 50))).loads_wanted).toBe(false);
    expect(await item()).toEqual({ pk: `HOST#${host.id}`, sk: 'LOADS', loads: {}, ttl: expect.any(Number) });
  });

  test('of a host that was removed nothing is asked', async () => {
    expect(await averageOf({ ...record, host_id: 'host-none' }, 'cpu', 60)).toBeNull();
    expect(await get(keys.hostLoads('host-none'))).toBeUndefined();
    expect(await get(keys.host('host-none'))).toBeUndefined();
  });
});

describe('refusals', () => {
  test.each([
    ['a moment within a minute', [{ at: 61, cpu: 1, ram: 1 }]],
    [
      'minutes that are not in order',
      [
        { at: 120, cpu: 1, ram: 1 },
        { at: 60, cpu: 1, ram: 1 },
      ],
    ],
    [
      'minutes far apart',
      [
        { at: 60, cpu: 1, ram: 1 },
        { at: 6000, cpu: 1, ram: 1 },
      ],
    ],
    ['more than all of a machine', [{ at: 60, cpu: 101, ram: 1 }]],
  ])('%s', async (_, minutes) => {
    const call = link.call('beatHost', { jobs: [], loads: [{ instance_id: record.id, minutes }] });
    await expect(call).rejects.toMatchObject({ code: 'validation_failed' });
  });

  test('a control plane that asks no more', async () => {
    await changeHost(host.id, { loads_until: 1 });
    expect((await beat(loadOf(record.id, 50))).loads_wanted).toBe(false);
    expect(await item()).toBeUndefined();
  });
});
