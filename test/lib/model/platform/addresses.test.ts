import { BlockList, isIP } from 'node:net';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isWithin, readAddress, readBlock } from '#lib/model/platform/addresses.ts';

test.each([
  ['0.0.0.0', { family: 4, value: 0n }],
  ['203.0.113.7', { family: 4, value: 0xcb007107n }],
  ['255.255.255.255', { family: 4, value: 0xffffffffn }],
  ['::', { family: 6, value: 0n }],
  ['::1', { family: 6, value: 1n }],
  ['1::', { family: 6, value: 1n << 112n }],
  ['2001:DB8::1', { family: 6, value: 0x20010db8000000000000000000000001n }],
  ['1:2:3:4:5:6:7:8', { family: 6, value: 0x00010002000300040005000600070008n }],
  ['64:ff9b::203.0.113.7', { family: 6, value: 0x0064ff9b0000000000000000cb007107n }],
  ['::ffff:203.0.113.7', { family: 4, value: 0xcb007107n }],
  ['::ffff:cb00:7107', { family: 4, value: 0xcb007107n }],
])('%s is read', (text, expected) => {
  expect(readAddress(text)).toEqual(expected);
});

const notAddresses = [
  '',
  ' ',
  '1.2.3',
  '1.2.3.4.5',
  '1.2.3.256',
  '01.2.3.4',
  '1.2.3.4 ',
  '1.2.3.-4',
  '0x7f.0.0.1',
  '2130706433',
  ':',
  ':::',
  '1::2::3',
  '1:2:3:4:5:6:7',
  '1:2:3:4:5:6:7:8:9',
  '1:2:3:4:5:6:7::8',
  '::12345',
  '::g',
  'fe80::1%eth0',
  '[::1]',
  '::1.2.3',
  '1.2.3.4::',
  '1:2:3:4:5:6:7:1.2.3.4',
];

test.each(notAddresses.map((text) => [text]))('%j is no address', (text) => {
  expect(readAddress(text)).toBeUndefined();
  expect(readBlock(text)).toBeUndefined();
});

test.each([
  ['1.2.3.4/33'],
  ['1.2.3.4/-1'],
  ['1.2.3.4/'],
  ['1.2.3.4/08'],
  ['1.2.3.4/8/8'],
  ['1.2.3.4/255.0.0.0'],
  ['::/129'],
  ['::ffff:1.2.3.4/96'],
])('%s is no block', (text) => {
  expect(readBlock(text)).toBeUndefined();
});

const v4 = fc.ipV4();
const v6 = fc.ipV6();

test('what is an address agrees with Node', () => {
  fc.assert(
    fc.property(
      fc.oneof(v4, v6, fc.string({ unit: fc.constantFrom('0', '1', 'f', ':', '.', '::'), maxLength: 12 })),
      (text) => {
        expect(readAddress(text) !== undefined).toBe(isIP(text) !== 0);
      },
    ),
    { numRuns: 2000 },
  );
});

test('who is of which block agrees with Node', () => {
  const near = <T extends string>(addresses: fc.Arbitrary<T>, width: number) =>
    fc.tuple(addresses, addresses, fc.integer({ min: 0, max: width }), fc.boolean());
  const cases = fc.oneof(
    near(v4, 32).map((parts) => ({ parts, family: 'ipv4' as const })),
    near(v6, 128).map((parts) => ({ parts, family: 'ipv6' as const })),
  );
  fc.assert(
    fc.property(cases, ({ parts: [base, other, bits, same], family }) => {
      const [block, address] = [readBlock(`${base}/${bits}`), readAddress(same ? base : other)];
      fc.pre(block !== undefined && address !== undefined && block.family === (family === 'ipv4' ? 4 : 6));
      const list = new BlockList();
      list.addSubnet(base, bits, family);
      expect(isWithin(address, block)).toBe(list.check(same ? base : other, family));
    }),
    { numRuns: 1000 },
  );
});
