import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import * as model from '#lib/model/platform/addresses.ts';
import {
  addressSet,
  familyOf,
  hexOctetsOf,
  ipv4Blocks,
  parseBlock,
  plainAddress,
  prefixOf,
  readBlock,
} from '#lib/runtime/forwarder/blocks.ts';

describe('readBlock', () => {
  it.each([
    ['10.20.0.0/20', { address: '10.20.0.0', prefix: 20, family: 'ipv4' }],
    ['0.0.0.0/0', { address: '0.0.0.0', prefix: 0, family: 'ipv4' }],
    ['2001:db8::/32', { address: '2001:db8::', prefix: 32, family: 'ipv6' }],
  ] as const)('reads %s', (text, block) => {
    expect(readBlock(text)).toEqual(block);
    expect(parseBlock(text)).toEqual(block);
  });

  it.each([
    '',
    '10.0.0.0',
    '10.0.0.0/',
    '10.0.0.0/33',
    '10.0.0.0/08',
    '010.0.0.0/8',
    '10.0/8',
    '::/129',
    '10.0.0.0/8/8',
  ])('refuses %j', (text) => {
    expect(readBlock(text)).toBeNull();
    expect(() => parseBlock(text)).toThrow(`not a block of addresses: ${text}`);
  });
});

test('the IPv4 blocks of a list are its blocks without those of IPv6', () => {
  expect(ipv4Blocks(['::/0', '10.0.0.0/8', 'x']).map(({ address }) => address)).toEqual(['10.0.0.0']);
});

test('an address of a socket for both families is the IPv4 one', () => {
  expect(plainAddress('::ffff:10.1.2.3')).toBe('10.1.2.3');
  expect(plainAddress('::ffff:a01:203')).toBe('::ffff:a01:203');
  expect(plainAddress('2001:db8::1')).toBe('2001:db8::1');
});

test('bytes and prefix lengths are those that are written', () => {
  expect(hexOctetsOf('10.0.255.7')).toEqual(['0a', '00', 'ff', '07']);
  expect([prefixOf('10.0.0.0/28'), prefixOf('10.0.0.0')]).toEqual(['28', '']);
});

/* Two implementations, one meaning: the agent's stands on Node's BlockList, the control plane's is ours. */
test('an address is within a block for the agent where it is for the control plane', () => {
  const block = fc.tuple(fc.ipV4(), fc.nat(32)).map(([address, bits]) => `${address}/${bits}`);
  const wide = fc.tuple(fc.ipV6(), fc.nat(128)).map(([address, bits]) => `${address}/${bits}`);
  // Beside any address those of the block itself, so that both answers come about.
  const near = (text: string) => fc.oneof(fc.ipV4(), fc.ipV6(), fc.constant(text.split('/')[0] ?? ''));
  fc.assert(
    fc.property(
      fc.oneof(block, wide).chain((text) => fc.tuple(fc.constant(text), near(text))),
      ([text, address]) => {
        const [theirs, ours] = [model.readAddress(address), model.readBlock(text)];
        // The control plane reads ::ffff:1.2.3.4 as an IPv4 address; here its caller does, by plainAddress.
        fc.pre(theirs !== undefined && ours !== undefined && familyOf(address) === `ipv${theirs.family}`);
        expect(addressSet([parseBlock(text)]).has(address)).toBe(model.isWithin(theirs, ours));
      },
    ),
    { numRuns: 2000 },
  );
});
