import { expect, test } from 'vitest';
import { PlatformClock } from '#lib/client/platform-clock.ts';
import type { Fetch, TransportReply } from '#lib/client/transport.ts';

/** A platform whose replies have these headers, and a clock that has read one of them. */
async function heard(clock: PlatformClock, headers: Record<string, string>): Promise<void> {
  const reply: TransportReply = {
    status: 200,
    headers: { get: (name) => headers[name] ?? null },
    text: async () => '',
  };
  const send: Fetch = async () => reply;
  const request = { method: 'GET', headers: {}, signal: new AbortController().signal, credentials: 'omit' as const };
  expect(await clock.listening(send)('http://platform', request)).toBe(reply);
}

const device = Date.parse('2026-11-28T10:00:00.400Z');
const date = (ahead: number) => new Date(device + ahead * 1000).toUTCString();
const clockOf = (changed?: () => void) => new PlatformClock(changed, () => device);
const seconds = (clock: PlatformClock) => Math.round((clock.now() - device) / 1000);

test('before it heard of another clock it is that of the device', async () => {
  const clock = clockOf();
  expect([clock.now(5000), clock.ahead]).toEqual([5000, 0]);
  for (const headers of [{}, { date: 'yesterday' }, { date: date(0) }] as Record<string, string>[]) {
    await heard(clock, headers);
    expect([clock.now(5000), clock.ahead]).toEqual([5000, 0]);
  }
});

test('a clock that was moved is ahead by as much, until it is set back', async () => {
  let changes = 0;
  const clock = clockOf(() => changes++);
  for (let replies = 0; replies < 3; replies++) await heard(clock, { date: date(0), 'x-clock-ahead': '86400' });
  expect([clock.now(5000), clock.ahead, changes]).toEqual([86_405_000, 86_400, 1]);
  await heard(clock, { date: date(0) });
  expect([clock.now(5000), clock.ahead, changes]).toEqual([5000, 0, 2]);
});

test.each([-7200, -5, 5, 7200])('a device whose clock is wrong by %i s shows the platform’s', async (wrong) => {
  const clock = clockOf();
  await heard(clock, { date: date(wrong) });
  expect(seconds(clock)).toBe(wrong);
  expect(clock.ahead).toBe(0);
  await heard(clock, { date: date(wrong), 'x-clock-ahead': '3600' });
  expect(seconds(clock)).toBe(wrong + 3600);
});
