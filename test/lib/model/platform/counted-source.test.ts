import { expect, test } from 'vitest';
import { countedSource } from '#lib/model/platform/addresses.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:cb00:7107', '203.0.113.7'],
  ['127.0.0.1', '127.0.0.0/8'],
  ['127.255.255.254', '127.0.0.0/8'],
  ['::ffff:127.0.0.2', '127.0.0.0/8'],
  ['128.0.0.1', '128.0.0.1'],
  ['2001:db8:1:2::1', '20010db800010002/64'],
  ['2001:db8:1:2:ffff:ffff:ffff:ffff', '20010db800010002/64'],
  ['2001:db8:1:3::1', '20010db800010003/64'],
  ['::1', '0/64'],
  ['', ''],
  ['i-01kanx7m3v5q8w2c4d6f7g9h1j', 'i-01kanx7m3v5q8w2c4d6f7g9h1j'],
])('%s counts as %s', (text, source) => {
  expect(countedSource(text)).toBe(source);
});
