import { expect, test } from 'vitest';
import type { Metrics } from '#lib/generated/client/schemas.ts';
import { marksOf, measured, periodOf, pointsOf } from '#lib/web/pages/compute/instances/measured.ts';

const at = (minute: number) => `2026-11-23T00:0${minute}:00.000Z`;
const metrics = {
  instance_id: 'i-1',
  from: '2026-11-23T00:00:30.000Z',
  to: '2026-11-23T00:04:10.000Z',
  step_seconds: 60,
  series: {
    cpu_percent: [
      [at(1), 12.5],
      [at(3), 0],
    ],
  },
} as unknown as Metrics;

test('a metric has a point for each step of its time, and a gap where a step has no sample', () => {
  expect(pointsOf(metrics, 'cpu_percent')).toEqual([
    { at: at(1), value: 12.5 },
    { at: at(2), value: null },
    { at: at(3), value: 0 },
    { at: at(4), value: null },
  ]);
  expect(pointsOf({ ...metrics, to: metrics.from }, 'cpu_percent')).toEqual([]);
});

test.each([
  ['30d', '30d'],
  ['2h', '1h'],
  [null, '1h'],
])('the period %s of an address is %s', (asked, period) => expect(periodOf(asked)).toBe(period));

test('the overview has processor, memory, network and disk, each with its unit', () => {
  const main = measured.filter((one) => one.main);
  expect(main.map(({ label, format }) => `${label} ${format(1536.25)}`)).toEqual([
    'CPU 1536.3 %',
    'Memory 1536.3 %',
    'Network 1.5 KiB/s',
    'Disk 1.5 KiB/s',
  ]);
});

test('events are marks in words', () => {
  const event = { at: at(1), from: 'running', to: 'running', actor: 'system', request_id: null, message: 'no room' };
  expect(marksOf([{ ...event, type: 'out_of_memory' }])).toEqual([{ at: at(1), text: 'out of memory' }]);
});
