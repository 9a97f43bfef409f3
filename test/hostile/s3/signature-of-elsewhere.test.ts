import { expect, test } from 'vitest';
import { type Attack, stage } from './support/stage.ts';

const { attack } = stage();

test.each<[string, Attack, string]>([
  ['another region', { region: 'us-east-1' }, 'AuthorizationHeaderMalformed'],
  ['no region', { region: '' }, 'AuthorizationHeaderMalformed'],
  ['another service', { service: 'svc' }, 'AuthorizationHeaderMalformed'],
  ['another day than its time', { day: '20200101' }, 'SignatureDoesNotMatch'],
  ['a quarter of an hour ago', { at: -960 }, 'RequestTimeTooSkewed'],
  ['a quarter of an hour to come', { at: 960 }, 'RequestTimeTooSkewed'],
  ['another secret', { secret: 'VICTIM-secret' }, 'SignatureDoesNotMatch'],
  ['an empty secret', { secret: '' }, 'SignatureDoesNotMatch'],
  ['the platform’s key', { keyId: 'OWNER' }, 'SignatureDoesNotMatch'],
  ['the victim’s key', { keyId: 'VICTIM' }, 'SignatureDoesNotMatch'],
  ['a key that there is not', { keyId: 'NOBODY' }, 'InvalidAccessKeyId'],
  ['a key of a name that objects have', { keyId: '__proto__' }, 'InvalidAccessKeyId'],
  ['a key with a scope in it', { keyId: 'OWNER/20261121' }, 'InvalidAccessKeyId'],
])('a request is signed for %s', async (_, terms, code) => {
  expect((await attack('/mine/key', terms)).code).toBe(code);
  expect((await attack('/mine/key', { method: 'PUT', body: 'x', ...terms })).code).toBe(code);
});

const authorization = (value: string): Attack => ({ anonymous: true, headers: { authorization: value } });

test.each([
  'AWS BOTH:c2lnbmF0dXJl',
  'AWS4-ECDSA-P256-SHA256 Credential=BOTH/20261121/s3/aws4_request,SignedHeaders=host,Signature=00',
  'AWS4-HMAC-SHA256 Credential=BOTH',
  'AWS4-HMAC-SHA256',
  'Bearer eyJhbGciOiJub25lIn0.e30.',
  'Basic Qk9USDpCT1RILXNlY3JldA==',
])('a request is signed by %s', async (value) => {
  expect((await attack('/mine/key', authorization(value))).status).toBe(400);
});
