import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { signedHeader, signedQuery, type Terms } from './by-hand.ts';
import { refusal, unmatched } from './refusal.ts';

const scope = 'Credential: must be <access key id>/<YYYYMMDD>/in-mum/svc/aws4_request';
const hash = (text: string) => createHash('sha256').update(text).digest('hex');

describe('a header form that is not well made', () => {
  test.each<[string, Terms, string]>([
    ['another algorithm', { algorithm: 'AWS4-HMAC-SHA512' }, 'algorithm: must be AWS4-HMAC-SHA256'],
    ['the algorithm in lower case', { algorithm: 'aws4-hmac-sha256' }, 'algorithm: must be AWS4-HMAC-SHA256'],
    ['another region', { scope: 'us-east-1/svc/aws4_request' }, scope],
    ['another service', { scope: 'in-mum/s3/aws4_request' }, scope],
    ['another terminator', { scope: 'in-mum/svc/aws4' }, scope],
    ['a longer scope', { scope: 'in-mum/svc/aws4_request/x' }, scope],
    ['no key id', { keyId: '' }, scope],
    ['a key id with a stroke', { keyId: 'SVC/A' }, scope],
    ['an overlong key id', { keyId: 'A'.repeat(65) }, scope],
    ['a scope of another day', { date: '20261120' }, 'Credential: its date must be that of X-Amz-Date'],
    [
      'a date of another shape',
      { timestamp: '2026-11-21T04:10:00Z', date: '20261121' },
      'X-Amz-Date: must be sent, as YYYYMMDD"T"HHMMSS"Z" in UTC',
    ],
    [
      'a date that there is not',
      { timestamp: '20261321T041000Z' },
      'X-Amz-Date: must be sent, as YYYYMMDD"T"HHMMSS"Z" in UTC',
    ],
    ['host unsigned', { signed: 'x-amz-date' }, 'SignedHeaders: host must be signed'],
    ['the date unsigned', { signed: 'host' }, 'SignedHeaders: x-amz-date must be signed'],
    [
      'an x-amz header unsigned',
      { headers: { 'x-amz-meta-a': '1' }, signed: 'host;x-amz-date' },
      'SignedHeaders: x-amz-meta-a must be signed',
    ],
    [
      'a header signed that was not sent',
      { signed: 'host;range;x-amz-date' },
      'SignedHeaders: range was signed but not sent',
    ],
    [
      'a name of every object',
      { signed: 'constructor;host;x-amz-date' },
      'SignedHeaders: constructor was signed but not sent',
    ],
    [
      'a header signed twice',
      { signed: 'host;host;x-amz-date' },
      'SignedHeaders: must be distinct header names in lower case, joined by ;',
    ],
    [
      'a header in capitals',
      { signed: 'Host;host;x-amz-date' },
      'SignedHeaders: must be distinct header names in lower case, joined by ;',
    ],
    [
      'no body hash',
      { headers: { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' }, payload: 'UNSIGNED-PAYLOAD' },
      'X-Amz-Content-Sha256: the body must be signed; UNSIGNED-PAYLOAD and STREAMING-… are not accepted',
    ],
    [
      'a streamed body',
      { headers: { 'x-amz-content-sha256': 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD' } },
      'X-Amz-Content-Sha256: the body must be signed; UNSIGNED-PAYLOAD and STREAMING-… are not accepted',
    ],
    [
      'the hash of another body',
      { headers: { 'x-amz-content-sha256': hash('x') }, payload: hash('x') },
      'X-Amz-Content-Sha256: is not the SHA-256 of the body that came',
    ],
    ['a body that was signed as another', { body: 'a', payload: hash('b') }, unmatched],
  ])('%s', (_title, terms, message) => {
    expect(refusal(signedHeader(terms))).toBe(`invalid_signature: ${message}`);
  });

  test.each([
    ['a part twice', (text: string) => `${text}, Signature=${'0'.repeat(64)}`],
    ['an unknown part', (text: string) => `${text}, Extra=1`],
    ['no part at all', () => 'AWS4-HMAC-SHA256'],
  ])('%s', (_title, change) => {
    const { headers, ...rest } = signedHeader();
    const request = { ...rest, headers: { ...headers, authorization: change(headers.authorization as string) } };
    expect(refusal(request)).toMatch(/^invalid_signature: Authorization: must hold Credential, SignedHeaders and/);
  });

  test('a signature of another shape', () => {
    for (const proof of ['', '0'.repeat(63), '0'.repeat(65), 'G'.repeat(64), 'A'.repeat(64)]) {
      const { headers, ...rest } = signedHeader();
      const authorization = (headers.authorization as string).replace(/Signature=.*/, `Signature=${proof}`);
      const found = refusal({ ...rest, headers: { ...headers, authorization } });
      expect(found).toBe('invalid_signature: Signature: must be 64 lower-case hex digits');
    }
  });
});

describe('a query form that is not well made', () => {
  const expiry = 'X-Amz-Expires: must be 1 to 604800 seconds';
  test.each<[string, Terms, string]>([
    ['no lifetime', { expires: '' }, expiry],
    ['no time at all', { expires: '0' }, expiry],
    ['too long a life', { expires: '604801' }, expiry],
    ['a lifetime in figures of another kind', { expires: '1e2' }, expiry],
    ['a negative lifetime', { expires: '-1' }, expiry],
    ['an x-amz header unsigned', { headers: { 'x-amz-a': '1' } }, 'SignedHeaders: x-amz-a must be signed'],
  ])('%s', (_title, terms, message) => {
    expect(refusal(signedQuery(terms))).toBe(`invalid_signature: ${message}`);
  });

  test('a part twice, or a parameter that was added to it', () => {
    const request = signedQuery();
    const added = (pair: string) => refusal({ ...request, rawQuery: `${request.rawQuery}&${pair}` });
    expect(added('X-Amz-Expires=900')).toBe('invalid_signature: X-Amz-Expires: is given twice');
    expect(added('X-Amz-Other=1')).toContain(unmatched);
    expect(added('limit=1')).toContain(unmatched);
  });
});
