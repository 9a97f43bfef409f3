import { expect, test } from 'vitest';
import { seriesRows } from '#lib/cli/output/series.ts';

test('series are one row for each time, with a gap where a series has no value', () => {
  const series = {
    cpu: [
      ['10:01', 2],
      ['10:00', 1],
    ],
    ram: [['10:01', 7]],
  };
  expect(seriesRows({ id: 'i-1', series })).toEqual([
    { time: '10:00', cpu: 1 },
    { time: '10:01', cpu: 2, ram: 7 },
  ]);
});

test.each([[undefined], [null], ['text'], [{ id: 'i-1' }], [{ series: [] }], [{ series: { cpu: [1, 2] } }]])(
  '%j has none',
  (body) => expect(seriesRows(body)).toBeUndefined(),
);
