import { X509Certificate } from 'node:crypto';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { selfSigned } from '#lib/terraform/protocol/certificate.ts';
import { decode, encode } from '#lib/terraform/protocol/msgpack.ts';
import { unknown, type Value, values } from '#lib/terraform/protocol/value.ts';

const bytes = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex');

test.each([
  ['d4 00 00', unknown],
  ['c7 03 0c 81 01 c2', unknown],
  ['c0', null],
  ['cd 01 00', 256],
  ['d1 ff 00', -256],
  ['cb 3f f8 00 00 00 00 00 00', 1.5],
  ['cf ff ff ff ff ff ff ff ff', 18_446_744_073_709_551_615n],
  ['d9 02 68 69', 'hi'],
  ['92 c3 d4 00 00', [true, unknown]],
])('what Terraform sends is read: %s', (hex, value) => {
  expect(decode(bytes(hex))).toEqual(value);
});

test.each([
  ['d4 05 00', 'msgpack: extension 5 is unknown'],
  ['a2 68', 'msgpack: the value is cut off'],
  ['c0 c0', 'msgpack: there are bytes after the value'],
  ['81 c0 c0', 'msgpack: a key is no text'],
  ['c1', 'msgpack: 0xc1 is unknown'],
])('what is no value is refused: %s', (hex, message) => {
  expect(() => decode(bytes(hex))).toThrow(message);
});

test('an unknown value is sent without what is known of it', () => {
  expect(encode([unknown]).toString('hex')).toBe('dd00000001d40000');
});

test('a key __proto__ is a key like any other', () => {
  const value = values([['__proto__', 'x']]);
  expect(Object.entries(decode(encode(value)) as object)).toEqual([['__proto__', 'x']]);
});

test('every value comes back as it was', async () => {
  const { value } = fc.letrec<{ value: Value }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom(null, true, false, unknown),
      fc.string({ unit: 'binary' }),
      fc.maxSafeInteger(),
      fc.double({ noNaN: true }).filter((number) => !Object.is(number, -0)),
      fc.array(tie('value')),
      fc.array(fc.tuple(fc.string(), tie('value'))).map((pairs) => values(pairs)),
    ),
  }));
  await fc.assert(
    fc.asyncProperty(value, async (one) => {
      expect(decode(encode(one))).toEqual(one);
    }),
  );
});

test('the certificate is for localhost, signed by itself, and for servers and clients', () => {
  const made = selfSigned(new Date());
  const certificate = new X509Certificate(made.der);
  expect(certificate.verify(certificate.publicKey)).toBe(true);
  expect([certificate.subjectAltName, certificate.ca]).toEqual(['DNS:localhost', true]);
  expect(certificate.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1', '1.3.6.1.5.5.7.3.2']);
});
