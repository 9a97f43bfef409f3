import { expect, test } from 'vitest';
import {
  MOST_SOURCE_CHARACTERS,
  outsideAt,
  readSource,
  sourceName,
  sourceShown,
  writeSource,
} from '#lib/model/platform/source.ts';
import { insideAt } from '#test/support/compute/inside.ts';

test.each([outsideAt('127.0.0.1'), outsideAt('2001:db8::1'), insideAt('10.20.0.2'), insideAt('100.200.100.200')])(
  'a source is read as it was written: %j',
  (source) => {
    expect(readSource(writeSource(source))).toEqual(source);
    expect(writeSource(source).length).toBeLessThanOrEqual(MOST_SOURCE_CHARACTERS);
  },
);

test.each(['', ' ', '10.20.0', 'localhost', '10.20.0.2 ', ' 10.20.0.2', '10.20.0.2 482910337451'])(
  'no source is read from %j',
  (text) => expect(readSource(text)).toBeUndefined(),
);

test('machines with one address are two sources', () => {
  const [one, other] = [insideAt('10.20.0.2'), insideAt('10.20.0.2')];
  expect(sourceName(one)).toBe(one.inside?.instance_id);
  expect(sourceName(other)).not.toBe(sourceName(one));
  expect(sourceName(outsideAt('10.20.0.2'))).toBe('10.20.0.2');
  expect(sourceShown(one)).toEqual({ source_ip: '10.20.0.2', source_instance: one.inside?.instance_id });
  expect(sourceShown(outsideAt('10.20.0.2'))).toEqual({ source_ip: '10.20.0.2', source_instance: null });
});
