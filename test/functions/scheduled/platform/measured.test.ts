import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { handler as health } from '#functions/scheduled/host-health.ts';
import { handler as invites } from '#functions/scheduled/invites.ts';
import { handler as rotateKeys } from '#functions/scheduled/keys.ts';
import { handler as reconcile } from '#functions/scheduled/reconcile.ts';
import { lostAfterMs } from '#lib/model/compute/host-call.ts';
import { keys } from '#lib/store/keys.ts';
import { putIntent } from '#lib/store/platform/outbox.ts';
import { transact } from '#lib/store/platform/write.ts';
import { signedUp } from '#lib/testing/functions/call.ts';
import { testTable } from '#lib/testing/functions/table.ts';
import { changeHost } from '#test/support/hosts/host-link.ts';
import { silence, standInHost } from '#test/support/hosts/hosts.ts';
import { partition } from '#test/support/table/state.ts';
import { type TestTime, testTime } from '#test/support/vitest/clock.ts';
import { measuredBy } from '#test/support/vitest/measured.ts';

let time: TestTime;
const now = (): number => time.now().getTime();

beforeEach(async () => {
  await testTable();
  // What is written later in a test still is of the last hour, as CloudWatch wants it.
  time = testTime(new Date(Date.now() - 3_500_000));
  vi.stubEnv('SVC_METRICS', 'svc-test');
  vi.stubEnv('SVC_SCHEDULES', 'invitesSchedule=3600,keysSchedule=86400');
});
afterEach(() => {
  vi.unstubAllEnvs();
});

const later = (seconds: number) => time.advance(seconds * 1000);

test('a host is counted while it is silent, and while it is lost; one that operators have fenced is not', async () => {
  const host = await standInHost();
  expect((await measuredBy(health)).numbers).toMatchObject({ HostsSilent: 0, HostsLost: 0 });
  await silence(host.id);
  const silent = await measuredBy(health);
  expect(silent.numbers).toMatchObject({ HostsSilent: 1, HostsLost: 0 });
  expect(silent.counted).toMatchObject({ HostsSilent: [host.id] });
  for (let waited = 0; waited < lostAfterMs; waited += 60_000) {
    later(60);
    await measuredBy(health);
  }
  const lost = await measuredBy(health);
  expect(lost.numbers).toMatchObject({ HostsSilent: 0, HostsLost: 1 });
  expect(lost.counted).toMatchObject({ HostsLost: [host.id] });
  await changeHost(host.id, { state: 'fenced' });
  expect((await measuredBy(health)).numbers).toMatchObject({ HostsSilent: 0, HostsLost: 0 });
});

test('after the control plane itself was away, no host counts as silent before it had time to be heard', async () => {
  const host = await standInHost();
  await measuredBy(health);
  later(600);
  expect((await measuredBy(health)).numbers).toMatchObject({ HostsSilent: 0 });
  later(60);
  expect((await measuredBy(health)).counted).toMatchObject({ HostsSilent: [host.id] });
});

test('a size is short where less than a tenth is left of what the hosts could have, by memory and by vCPUs', async () => {
  const [first, second] = [await standInHost({ ram_mib: 16_384, vcpus: 16 }), await standInHost({ ram_mib: 16_384 })];
  expect((await measuredBy(health)).numbers).toMatchObject({ ClassesShort: 0 });
  await changeHost(second.id, { state: 'draining' });
  expect((await measuredBy(health)).numbers).toMatchObject({ ClassesShort: 0 });
  await changeHost(first.id, { free_ram_mib: 4096 });
  const short = await measuredBy(health);
  expect(short.counted.ClassesShort).toEqual(['8192']);
  expect(short.numbers).toMatchObject({ ClassesShort: 1 });
  await changeHost(first.id, { free_ram_mib: 16_384, free_vcpus: 0 });
  expect((await measuredBy(health)).counted.ClassesShort).toContain('512');
});

test('a size of which the hosts could never have four is not short, and neither is anything without a host', async () => {
  expect((await measuredBy(health)).numbers).toMatchObject({ ClassesShort: 0 });
  const host = await standInHost({ ram_mib: 4096, vcpus: 4 });
  await changeHost(host.id, { free_ram_mib: 3584, free_vcpus: 3 });
  expect((await measuredBy(health)).numbers).toMatchObject({ ClassesShort: 0 });
  await changeHost(host.id, { free_ram_mib: 0 });
  expect((await measuredBy(health)).counted.ClassesShort).toEqual(['512', '1024']);
});

test('a schedule counts that has not come to its end in its time; the first look counts as an end', async () => {
  expect((await measuredBy(health)).numbers).toMatchObject({ SchedulesUnfinished: 0 });
  later(3600 + 301);
  const late = await measuredBy(health);
  expect(late.counted.SchedulesUnfinished).toEqual(['invitesSchedule']);
  expect(late.numbers).toMatchObject({ SchedulesUnfinished: 1 });
  await invites();
  expect((await measuredBy(health)).numbers).toMatchObject({ SchedulesUnfinished: 0 });
});

test('a schedule that writes nothing else notes its end, too', async () => {
  await signedUp();
  await rotateKeys();
  expect(await partition(keys.finishedSchedule('').pk)).toMatchObject([{ schedule: 'keysSchedule', at: now() }]);
});

test('of a schedule whose runs share the work each notes its own end', async () => {
  await signedUp();
  await reconcile({ run: 3, of: 8 });
  expect(await partition(keys.finishedSchedule('').pk)).toMatchObject([{ schedule: 'reconcileSchedule_3', at: now() }]);
  vi.stubEnv('SVC_SCHEDULES', 'keysSchedule=86400,reconcileSchedule*4=60');
  await measuredBy(health);
  later(400);
  await reconcile({ run: 2, of: 4 });
  const late = ['reconcileSchedule', 'reconcileSchedule_1', 'reconcileSchedule_3'];
  expect((await measuredBy(health)).counted.SchedulesUnfinished).toEqual(late);
});

test('by how much the workflow is overdue that should have started first', async () => {
  expect((await measuredBy(health)).numbers).toMatchObject({ OutboxAge: 0 });
  const intent = { operation: 'op-1', machine: 'launch', input: {} };
  await transact([putIntent(intent, now() - 360_000), putIntent({ ...intent, operation: 'op-2' }, now())]);
  expect((await measuredBy(health)).numbers).toMatchObject({ OutboxAge: 360 });
});

test('nothing is measured, noted or read where no alarm looks at it', async () => {
  vi.stubEnv('SVC_METRICS', '');
  vi.stubEnv('SVC_SCHEDULES', '');
  await standInHost();
  expect(await measuredBy(health)).toEqual({ numbers: {}, counted: {} });
  expect(await partition(keys.finishedSchedule('').pk)).toEqual([]);
});
