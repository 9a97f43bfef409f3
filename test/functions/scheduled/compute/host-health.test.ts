import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { handler as events } from '#functions/compute/instances/events.ts';
import { handler as show } from '#functions/compute/instances/show.ts';
import { handler as health } from '#functions/scheduled/host-health.ts';
import { call, type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { testTable } from '#lib/testing/functions/table.ts';
import { launched, putInto, recordOf, up } from '#test/support/compute/instances.ts';
import { type StandInHost, silence, standInHost } from '#test/support/hosts/hosts.ts';
import { state } from '#test/support/table/state.ts';

let caller: SignedUp;
let host: StandInHost;
beforeEach(async () => {
  await testTable();
  caller = await signedUp();
  host = await standInHost();
});
afterEach(() => vi.useRealTimers());

test('a silent host: its running machines are shown as unreachable, once, with the reason', async () => {
  const running = await putInto(await launched(caller), up);
  const stopped = await putInto(await launched(caller), { ...up, status: 'stopped', ssh_ready: false });
  await silence(host.id);
  await health();
  const shown = await call(show, { bearer: caller.bearer, params: { id: running.id } });
  const reason = `host ${host.id} does not answer`;
  expect(shown.body).toMatchObject({ status: 'running', ssh_ready: false, status_reason: reason });
  expect(await recordOf(stopped)).toEqual(stopped);
  const told = await call(events, { bearer: caller.bearer, params: { id: running.id } });
  expect(told.body.events[0]).toMatchObject({ type: 'host', actor: 'system', message: reason, request_id: null });
  const before = await state();
  await health();
  expect(await state()).toEqual(before);
});

test('a live host is left alone', async () => {
  await putInto(await launched(caller), up);
  const before = await state();
  await health();
  expect(await state()).toEqual(before);
});

test('it says when to look again: when a host would be silent, and when it would be lost', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  await host.beat();
  const heard = Date.now();
  const running = await putInto(await launched(caller), up);
  const at = (seconds: number) => new Date(heard + seconds * 1000);
  vi.setSystemTime(at(59));
  expect(await health()).toEqual({ next_at: null, look_at: at(60).toISOString() });
  expect(await recordOf(running)).toMatchObject({ ssh_ready: true });
  vi.setSystemTime(at(60));
  expect(await health()).toEqual({ next_at: null });
  expect(await recordOf(running)).toMatchObject({ ssh_ready: false });
  for (let minute = 2; minute < 10; minute++) {
    vi.setSystemTime(at(minute * 60));
    expect(await health()).toEqual({ next_at: null, look_at: at(600).toISOString() });
  }
  expect(await recordOf(running)).toMatchObject({ status: 'running' });
  vi.setSystemTime(at(600));
  expect(await health()).toEqual({ next_at: null });
  expect(await recordOf(running)).toMatchObject({ status: 'error', status_reason: 'host lost' });
});
