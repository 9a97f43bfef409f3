import { meter } from '#lib/domain/billing/metering/meter-all.ts';
import { openWalletWithCredit } from '#lib/domain/billing/wallets/post.ts';
import { stopAll } from '#lib/domain/compute/instances/stop-all.ts';
import type { Mark } from '#lib/model/billing/meter.ts';
import { dueMetering } from '#lib/store/billing/due-accounts.ts';
import { putMark } from '#lib/store/billing/marks.ts';
import { queryAll } from '#lib/store/platform/read.ts';
import { transact } from '#lib/store/platform/write.ts';
import { advanceClock } from '#lib/testing/functions/clock.ts';
import { testTable } from '#lib/testing/functions/table.ts';
import { atMost, type Line } from './line.ts';

const accounts = 1000;
const instances = 10;
const mib = 2 ** 20;

/** Accounts whose machines have all run since a while ago. */
async function populate(): Promise<void> {
  const since = Math.floor(Date.now() / 1000) - 60;
  for (let at = 0; at < accounts; at += 8) {
    await Promise.all(Array.from({ length: Math.min(8, accounts - at) }, (_, index) => openAccount(at + index, since)));
  }
}

async function openAccount(number: number, at: number): Promise<void> {
  const account = String(100_000_000_000 + number);
  const marks = Array.from({ length: instances }, (_, index): Mark => {
    const resource = `i-${account}-${index}`;
    return { resource, service: 'instances', price_paise: 29_900, at, seq: 1, minimum: true };
  });
  await transact([
    ...openWalletWithCredit(account, new Date(at * 1000)),
    ...marks.map((mark) => putMark(account, mark)),
  ]);
}

/**
 * The hourly scheduled task over 10,000 running instances of 1,000 accounts: the first run, which counts their launches
 * in, and a later one.
 */
export async function benchMetering(): Promise<Line[]> {
  await testTable();
  await populate();
  const first = await timed();
  advanceClock(3600);
  const hourly = await timed();
  const left = await queryAll(dueMetering(new Date().toISOString()));
  const what = `${accounts * instances} running instances of ${accounts} accounts`;
  return [
    atMost(`metering: ${what}, just launched`, 60, { value: first.seconds, unit: 's' }),
    atMost(`metering: ${what}, an hour later`, 60, { value: hourly.seconds, unit: 's' }),
    atMost('metering: heap that the hourly tick adds', 64, { value: hourly.heap, unit: 'MiB' }),
    atMost('metering: accounts still due after it', 0, { value: left.length, unit: 'accounts' }),
  ];
}

async function timed(): Promise<{ seconds: number; heap: number }> {
  globalThis.gc?.();
  const before = process.memoryUsage().heapUsed;
  const began = performance.now();
  // A call ends after 20 s, and the next one continues.
  const now = new Date().toISOString();
  do await meter(stopAll);
  while ((await queryAll(dueMetering(now))).length > 0);
  const seconds = (performance.now() - began) / 1000;
  globalThis.gc?.();
  return { seconds, heap: Math.max(0, (process.memoryUsage().heapUsed - before) / mib) };
}
