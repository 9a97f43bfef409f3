import { expect, test } from 'vitest';
import { isTransient, toneOf } from '#lib/web/api/statuses.ts';

test('a status of the schemas is marked by what it is for who sees it', () => {
  expect([toneOf('running'), toneOf('error'), toneOf('withheld'), toneOf('stopped')]).toEqual([
    'good',
    'bad',
    'warn',
    'still',
  ]);
  expect([toneOf('stopping'), isTransient('stopping'), isTransient('stopped')]).toEqual(['moving', true, false]);
});

test('what is not a status of the schemas is on its way nowhere, and does not compile', () => {
  // @ts-expect-error: no schema has it.
  expect(toneOf('melting')).toBeUndefined();
  expect([isTransient('melting'), isTransient('constructor')]).toEqual([false, false]);
});
