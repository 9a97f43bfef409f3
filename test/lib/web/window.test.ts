import { describe, expect, it } from 'vitest';
import { stretchesOf, windowOf } from '#lib/web/parts/window.ts';

const list = { screen: 800, height: 40, count: 1000 };
const rowsOnScreen = list.screen / list.height;

describe('the window of a long list', () => {
  it.each([200, 0, -13, -4000, -20_001, -39_200])(
    'has every row on the screen and less than three screens, with the top at %i',
    (top) => {
      const [from, to] = windowOf({ ...list, top });
      const first = Math.max(0, Math.floor(-top / list.height));
      const last = Math.min(list.count, Math.ceil((list.screen - top) / list.height));
      expect(from).toBeLessThanOrEqual(first);
      expect(to).toBeGreaterThanOrEqual(last);
      expect(to - from).toBeLessThan(3 * rowsOnScreen);
    },
  );

  it.each([
    ['far below the screen', 90_000],
    ['far above it', -90_000],
  ])('is empty where the list is %s', (_where, top) => {
    const [from, to] = windowOf({ ...list, top });
    expect(from).toBe(to);
  });

  it('moves by whole steps: a few pixels change nothing', () => {
    expect(windowOf({ ...list, top: -4000 })).toEqual(windowOf({ ...list, top: -4030 }));
  });
});

describe('the stretches of a long list', () => {
  const shape = (...args: Parameters<typeof stretchesOf>) =>
    stretchesOf(...args).map(({ from, to, isDrawn }) => `${from}-${to}${isDrawn ? '' : ' gap'}`);

  it('are the window and the gaps around it', () => {
    expect(shape(100, [40, 60])).toEqual(['0-40 gap', '40-60', '60-100 gap']);
    expect(shape(100, [0, 60])).toEqual(['0-60', '60-100 gap']);
    expect(shape(100, [80, 100])).toEqual(['0-80 gap', '80-100']);
  });

  it('keep a row that is elsewhere, once', () => {
    expect(shape(100, [40, 60], 3)).toEqual(['0-3 gap', '3-4', '4-40 gap', '40-60', '60-100 gap']);
    expect(shape(100, [40, 60], 60)).toEqual(['0-40 gap', '40-60', '60-61', '61-100 gap']);
    expect(shape(100, [40, 60], 45)).toEqual(['0-40 gap', '40-60', '60-100 gap']);
  });

  it('end with the list, also where it has become shorter', () => {
    expect(shape(5, [0, 60], 70)).toEqual(['0-5']);
    expect(shape(30, [40, 60])).toEqual(['0-30 gap']);
  });
});
