import { startPlatform, type TestPlatform } from '#lib/testing/index.ts';
import { atMost, type Line } from '#test/bench/line.ts';
import { median, timed } from '#test/bench/statistics.ts';

const counts = [10, 1_000];
const repetitions = 5;
/** Launches at a time. */
const width = 8;

/** Saving, loading and emptying a platform of `simulated` with few and with many running instances. */
export async function benchStates(): Promise<Line[]> {
  await using svc = await startPlatform();
  const lines: Line[] = [];
  for (const count of counts) {
    await svc.reset();
    await fill(svc, count);
    lines.push(...(await benchAt(svc, count)));
  }
  return lines;
}

async function fill(svc: TestPlatform, count: number): Promise<void> {
  const client = await svc.client();
  let made = 0;
  const launch = async () => {
    while (made < count) {
      made += 1;
      const body = { name: `web-${made}`, instance_type_id: 's1-nano', image_id: 'debian-12' };
      await client.launchInstance({ body, wait: 20 });
    }
  };
  await Promise.all(Array.from({ length: width }, launch));
}

async function benchAt(svc: TestPlatform, count: number): Promise<Line[]> {
  const times: Record<'save' | 'load' | 'reset', number[]> = { save: [], load: [], reset: [] };
  for (let round = 0; round < repetitions; round++) {
    times.save.push(await timed(() => svc.save('bench')));
    times.reset.push(await timed(() => svc.reset()));
    times.load.push(await timed(() => svc.load('bench')));
  }
  const line = (what: keyof typeof times, bound: number) =>
    atMost(`${what} of ${count.toLocaleString('en')} instances, median of ${repetitions}`, bound, {
      value: median(times[what]),
      unit: 'ms',
    });
  return [line('save', 2_000), line('load', 2_000), line('reset', 100)];
}
