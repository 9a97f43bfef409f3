import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseSignature } from '#lib/standards/sigv4/parse.ts';
import { verifySignature } from '#lib/standards/sigv4/verify.ts';
import { costOf } from '#test/support/vitest/cost.ts';
import { now, signedHeader, signedQuery, stamp } from './by-hand.ts';
import { credentials } from './drafts.ts';
import { refusal, unmatched } from './refusal.ts';

test('both forms hold as signed', () => {
  expect(refusal(signedHeader())).toBeUndefined();
  expect(refusal(signedHeader({ method: 'POST', body: '{"a":1}' }))).toBeUndefined();
  expect(refusal(signedQuery())).toBeUndefined();
  expect(refusal(signedQuery({ method: 'HEAD' }))).toBeUndefined();
});

test('a request without a signature, or with another kind of credentials, is nobody’s business here', () => {
  const { headers, ...rest } = signedHeader();
  const { authorization: _, ...bare } = headers;
  expect(parseSignature({ ...rest, headers: bare })).toBeUndefined();
  expect(parseSignature({ ...signedQuery(), headers: { ...bare, authorization: 'Bearer eyJ' } })).toBeUndefined();
});

test('what is read before anything is looked up', () => {
  expect(parseSignature(signedQuery())).toMatchObject({
    form: 'query',
    accessKeyId: credentials.keyId,
    date: '20261121',
    timestamp: '20261121T041000Z',
    signedAt: now,
    expiresSeconds: 300,
    signedHeaders: ['host'],
  });
});

test('a wrong secret and a key that there is not are refused in the same words', () => {
  const wrong = refusal(signedHeader(), 'wrong');
  expect(wrong).toBe(`invalid_signature: ${unmatched}`);
  const request = signedHeader({ secret: 'nobody', keyId: 'SVCNOBODY' });
  expect(() => verifySignature(parseSignature(request)!, request, undefined, now)).toThrow(unmatched);
});

test('a rotated secret is what counts at once, in both directions', () => {
  const first = signedHeader({ secret: 'first' });
  const second = signedHeader({ secret: 'second' });
  expect(refusal(first, 'first')).toBeUndefined();
  expect(refusal(first, 'second')).toContain(unmatched);
  expect(refusal(second, 'second')).toBeUndefined();
  expect(refusal(second, 'first')).toContain(unmatched);
});

describe('time, by the real clock', () => {
  test.each([
    [-300, undefined],
    [300, undefined],
    [
      -301,
      'signature_expired: X-Amz-Date: 20261121T040459Z is more than 5 minutes ago; the time here is 20261121T041000Z',
    ],
    [
      301,
      'signature_expired: X-Amz-Date: 20261121T041501Z is more than 5 minutes ahead; the time here is 20261121T041000Z',
    ],
  ])('the header form, signed %i seconds from now', (seconds, expected) => {
    expect(refusal(signedHeader({ timestamp: stamp(seconds) }))).toBe(expected);
  });

  test.each([
    [-900, '900', undefined],
    [-60, '60', undefined],
    [-61, '60', 'X-Amz-Date: 20261121T040859Z is more than 60 seconds ago; the time here is 20261121T041000Z'],
    [-900, '3600', undefined],
    [-901, '3600', 'X-Amz-Date: 20261121T035459Z is more than 900 seconds ago; the time here is 20261121T041000Z'],
    [301, '900', 'X-Amz-Date: 20261121T041501Z is more than 5 minutes ahead; the time here is 20261121T041000Z'],
  ])('the query form, signed %i seconds from now for %s', (seconds, expires, expected) => {
    const found = refusal(signedQuery({ timestamp: stamp(seconds), expires }));
    expect(found).toBe(expected && `signature_expired: ${expected}`);
  });

  test('a key that there is not is no reason to look at the clock otherwise', () => {
    const request = signedHeader({ timestamp: stamp(-301) });
    const parsed = parseSignature(request)!;
    const verify = (secret?: string) => () => verifySignature(parsed, request, secret, now);
    expect(verify(undefined)).toThrow(expect.objectContaining({ code: 'signature_expired' }));
    expect(verify('wrong')).toThrow(expect.objectContaining({ code: 'signature_expired' }));
  });
});

describe('whatever comes', () => {
  const texts = fc.oneof(fc.string({ unit: 'binary-ascii', maxLength: 300 }), fc.string({ maxLength: 300 }));
  const fragments = fc.constantFrom(
    'ሴ',
    '\ud83d',
    '\0',
    'AWS4-HMAC-SHA256 ',
    'Credential=',
    'SignedHeaders=host',
    ',',
    '/',
    ';',
    '%',
    '&',
    '=',
  );
  const mixed = fc.array(fc.oneof(texts, fragments), { maxLength: 12 }).map((parts) => parts.join(''));

  test('is refused with 401 or not taken for a signature, and nothing else', () => {
    fc.assert(
      fc.property(mixed, mixed, mixed, (authorization, query, path) => {
        const headers = { host: 'x', 'x-amz-date': stamp(), authorization: `AWS4-HMAC-SHA256 ${authorization}` };
        refusal({ ...signedHeader(), headers, path, rawQuery: query });
        const byQuery = { ...signedQuery(), path, rawQuery: `X-Amz-Signature=${query}` };
        refusal(byQuery);
      }),
    );
  });

  test('takes no longer than its length allows', () => {
    const long = 'a'.repeat(4000);
    const blanks = ' '.repeat(4000);
    const requests = [
      signedHeader({ headers: { 'x-amz-blanks': `a${blanks}b${blanks}` } }),
      { ...signedHeader(), rawQuery: '&='.repeat(4000), path: '/../'.repeat(2000) },
      { ...signedQuery(), rawQuery: `X-Amz-Signature=${'%'.repeat(8000)}` },
      signedHeader({ keyId: long }),
    ];
    const cost = costOf(() => {
      for (const request of requests) refusal(request);
    });
    expect(cost).toBeLessThan(1000);
    expect(refusal({ ...signedQuery(), rawQuery: `X-Amz-Signature=${'a'.repeat(9000)}` })).toContain(
      'query: is longer',
    );
    const { headers, ...rest } = signedHeader();
    const authorization = `AWS4-HMAC-SHA256 ${'a'.repeat(5000)}`;
    expect(refusal({ ...rest, headers: { ...headers, authorization } })).toContain('Authorization: is too long');
  });
});
