import { describe, expect, it } from 'vitest';
import { aligned, axisLabels, placed, stacked, summary } from '#lib/web/parts/chart-data.ts';

const at = (minute: number) => `2026-11-23T00:0${minute}:00Z`;
const start = Date.parse(at(0)) / 1000;
const series = [
  {
    name: 'web-1',
    points: [
      { at: at(0), value: 1 },
      { at: at(1), value: 2 },
      { at: at(2), value: null },
    ],
  },
  { name: 'web-2', points: [{ at: at(2), value: 5 }] },
];

describe('the data of a chart', () => {
  it('stands at common moments in their order; a gap is null, and what a series has no point for is undefined', () => {
    expect(aligned(series)).toEqual({
      times: [start, start + 60, start + 120],
      values: [
        [1, 2, null],
        [undefined, undefined, 5],
      ],
    });
  });

  it('stands on each other as bars', () => {
    expect(
      stacked({
        times: [1, 2],
        values: [
          [1, null],
          [2, 3],
          [4, undefined],
        ],
      }).values,
    ).toEqual([
      [1, 0],
      [3, 3],
      [7, 3],
    ]);
  });

  it('is said in a sentence', () => {
    expect(summary([...series, { name: 'web-3', points: [] }], (value) => `${value} %`)).toBe(
      'web-1: 2 % now, from 1 % to 2 %; web-2: 5 % now, from 5 % to 5 %; web-3: no values',
    );
  });

  it('says nothing of the present of what is expected', () => {
    const [first] = series;
    expect(summary([{ name: 'projected', expected: true, points: first!.points }], (value) => `₹${value}`)).toBe(
      'projected: from ₹1 to ₹2',
    );
  });

  it('has what happened in its times at the step that it belongs to, in order, and in the newest at its beginning', () => {
    const times = [start, start + 60, start + 120];
    const mark = (second: number) => ({ at: new Date((start + second) * 1000).toISOString(), text: `${second}` });
    expect(placed([mark(179), mark(61), mark(0), mark(-1), mark(59), mark(180)], times)).toEqual([
      { text: '0', seconds: start, step: 0 },
      { text: '59', seconds: start + 59, step: 0 },
      { text: '61', seconds: start + 61, step: 1 },
      { text: '179', seconds: start + 120, step: 2 },
    ]);
    expect(placed([mark(0)], [])).toEqual([]);
  });

  it('has each label of its axis once, at the mark that it is true of', () => {
    const whole = (value: number) => `${value.toFixed(0)} B`;
    expect(axisLabels([0, 0.2, 0.4, 0.6, 0.8, 1], whole)).toEqual(['0 B', '', '', '', '', '1 B']);
    expect(axisLabels([0, 50, 100], whole)).toEqual(['0 B', '50 B', '100 B']);
  });
});
