import { handler as createVpc } from '#functions/compute/vpcs/create.ts';
import { handler as showVpc } from '#functions/compute/vpcs/show.ts';
import { type Caller, openWorld } from '#lib/testing/functions/world.ts';
import { atMost, info, type Line } from '#test/bench/line.ts';
import { median, timed } from '#test/bench/statistics.ts';

const rounds = 200;
const callers: readonly Caller[] = ['token', 'cookie', 'signature'];

/** Unit tests of single handlers in a process: the first world, and a test of each kind after that. */
export async function benchFunctions(): Promise<Line[]> {
  const began = performance.now();
  using world = await openWorld();
  const first = performance.now() - began;
  const made = await world.call(createVpc, { body: { name: 'shop' } });
  const reads: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const caller = callers[round % callers.length];
    reads.push(await timed(() => world.call(showVpc, { params: { id: made.body.id } }, caller)));
  }
  const refusals: number[] = [];
  for (let round = 0; round < rounds; round++)
    refusals.push(await timed(() => world.call(createVpc, { body: { name: '' } })));
  return [
    atMost(`a unit test of a handler that reads, after the first, median of ${rounds}`, 5, {
      value: median(reads),
      unit: 'ms',
    }),
    info('  of one that is refused', `${median(refusals).toFixed(1)} ms`),
    info('  the first world: table, keys, account', `${first.toFixed(0)} ms`),
  ];
}
