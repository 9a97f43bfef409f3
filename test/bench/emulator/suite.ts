import { createClient } from '#lib/client/client.ts';
import { startPlatform, type TestPlatform } from '#lib/testing/index.ts';
import { atMost, info, type Line } from '#test/bench/line.ts';
import { median, timed } from '#test/bench/statistics.ts';
import { callerOf } from '#test/journeys/testing/suite/caller.ts';
import { type Case, cases } from '#test/journeys/testing/suite/cases.ts';

/** The suite of the typed client, each of its tests from a reset, on one platform; without its start. */
export async function benchSuite(): Promise<Line[]> {
  await using svc = await startPlatform();
  const times = { reset: [] as number[], account: [] as number[], test: [] as number[] };
  const began = performance.now();
  for (const one of cases) await runOne(svc, one, times);
  const seconds = (performance.now() - began) / 1000;
  const parts = Object.entries(times).map(([name, all]) => `${name} ${median(all).toFixed(0)} ms`);
  return [
    atMost(`${cases.length} tests of the typed client, each from a reset`, 60, { value: seconds, unit: 's' }),
    info('  of one of them', parts.join(', ')),
  ];
}

async function runOne(svc: TestPlatform, { run }: Case, times: Record<'reset' | 'account' | 'test', number[]>) {
  times.reset.push(await timed(() => svc.reset()));
  const from = performance.now();
  const client = await svc.client('ravi@example.com');
  times.account.push(performance.now() - from);
  const anonymous = createClient({ baseUrl: svc.url });
  times.test.push(await timed(() => run(callerOf(client), callerOf(anonymous))));
}
