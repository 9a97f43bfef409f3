import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyMark, costIn, type Mark, type Meter, perPaisa } from '#lib/model/billing/meter.ts';
import { istMonth, monthAfter, startOfMonth } from '#lib/model/platform/ist.ts';

const first = startOfMonth('2026-11').getTime() / 1000;
const prices = [0, 29_900, 36_000, 169_900, 649_900];

/** Changes of a resource's price, so many seconds apart. */
const life = fc.array(
  fc.record({
    after: fc.integer({ min: 0, max: 40 * 86_400 }),
    price: fc.constantFrom(...prices),
    minimum: fc.boolean(),
  }),
  { minLength: 1, maxLength: 12 },
);

/** What a month costs by the definition: each second at the price that it had, counted one stretch at a time. */
function byDefinition(marks: readonly Mark[], month: string, until: number): number {
  const [from, to] = [startOfMonth(month).getTime() / 1000, startOfMonth(monthAfter(month)).getTime() / 1000];
  let [accrued, top] = [0, 0];
  for (const [at, mark] of marks.entries()) {
    const end = Math.min(marks[at + 1]?.at ?? until, until, to);
    const seconds = Math.max(0, end - Math.max(mark.at, from));
    accrued += mark.price_paise * seconds;
    if (mark.at < to && (marks[at + 1]?.at ?? Number.POSITIVE_INFINITY) >= from && mark.at <= until)
      top = Math.max(top, mark.price_paise);
  }
  return Math.floor(Math.min(accrued, top * perPaisa) / perPaisa);
}

const marksOf = (steps: readonly { after: number; price: number; minimum: boolean }[]): Mark[] => {
  let at = first;
  return steps.map(({ after, price, minimum }, seq) => {
    at += after;
    return { resource: 'i-1', service: 'instances', price_paise: price, at, seq, minimum: minimum && price > 0 };
  });
};

test('a month costs the sum of its seconds, at most its highest price, wherever it is folded', async () => {
  await fc.assert(
    fc.property(life, fc.integer({ min: 0, max: 40 * 86_400 }), (steps, after) => {
      const marks = marksOf(steps.map((step) => ({ ...step, minimum: false })));
      const until = (marks.at(-1)?.at ?? first) + after;
      const month = istMonth(new Date(until * 1000));
      const meter = marks.reduce<Meter | undefined>(applyMark, undefined) as Meter;
      expect(costIn(meter, month, until)).toBe(byDefinition(marks, month, until));
    }),
    { numRuns: 1000, seed: 5 },
  );
});

test('with minutes that are charged at least, no second is charged twice, and no minute is left out', async () => {
  await fc.assert(
    fc.property(life, (steps) => {
      const marks = marksOf(steps.map((step) => ({ ...step, after: step.after % 90, minimum: true })));
      const end = (marks.at(-1)?.at ?? first) + 90;
      const stop: Mark = { ...(marks.at(-1) as Mark), seq: marks.length, price_paise: 0, at: end, minimum: false };
      const meter = [...marks, stop].reduce<Meter | undefined>(applyMark, undefined) as Meter;
      const most = Math.max(...marks.map(({ price_paise }) => price_paise));
      const length = Math.max(end, meter.since) - first;
      expect(meter.accrued).toBeLessThanOrEqual(most * length);
      if (marks[0]?.price_paise) expect(meter.accrued).toBeGreaterThanOrEqual(marks[0].price_paise * 60);
    }),
    { numRuns: 1000, seed: 5 },
  );
});

test('costs only grow within a month', async () => {
  await fc.assert(
    fc.property(life, fc.array(fc.integer({ min: 0, max: 2 * 86_400 }), { maxLength: 20 }), (steps, waits) => {
      const marks = marksOf(steps);
      const meter = marks.reduce<Meter | undefined>(applyMark, undefined) as Meter;
      let [at, before] = [meter.since, 0];
      for (const wait of waits) {
        const month = istMonth(new Date(at * 1000));
        at += wait;
        if (istMonth(new Date(at * 1000)) !== month) before = 0;
        const cost = costIn(meter, istMonth(new Date(at * 1000)), at);
        expect(cost).toBeGreaterThanOrEqual(before);
        before = cost;
      }
    }),
    { numRuns: 300, seed: 5 },
  );
});
