import { expect, test } from 'vitest';
import { sha256 } from './support/sign.ts';
import { type Attack, stage } from './support/stage.ts';

const { attack } = stage();
const put: Attack = { method: 'PUT', body: 'signed' };

test.each<[string, string, Attack, string]>([
  ['the method', '/mine/key', { sent: { method: 'DELETE' } }, 'SignatureDoesNotMatch'],
  ['the key', '/mine/key', { sent: { target: '/mine/out/b' } }, 'SignatureDoesNotMatch'],
  ['the bucket', '/mine/secret', { sent: { target: '/theirs/secret' } }, 'SignatureDoesNotMatch'],
  ['the query', '/mine/key', { sent: { target: '/mine/key?tagging' } }, 'SignatureDoesNotMatch'],
  [
    'an encoded plus sign to a blank',
    '/mine?list-type=2&prefix=a%2Bb',
    { sent: { target: '/mine?list-type=2&prefix=a+b' } },
    'SignatureDoesNotMatch',
  ],
  ['an encoded percent sign', '/mine/a%2541', { sent: { target: '/mine/a%41' } }, 'SignatureDoesNotMatch'],
  ['the body', '/mine/key', { ...put, sent: { body: 'forged' } }, 'XAmzContentSHA256Mismatch'],
  [
    'the body and its hash',
    '/mine/key',
    { ...put, sent: { body: 'forged', headers: { 'x-amz-content-sha256': sha256('forged') } } },
    'SignatureDoesNotMatch',
  ],
  [
    'the hash to none',
    '/mine/key',
    { ...put, sent: { body: 'forged', headers: { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' } } },
    'SignatureDoesNotMatch',
  ],
  ['the date', '/mine/key', { sent: { headers: { 'x-amz-date': '20990101T000000Z' } } }, 'SignatureDoesNotMatch'],
  ['the host', '/mine/key', { sent: { headers: { host: 's3.localhost' } } }, 'SignatureDoesNotMatch'],
  [
    'what is copied',
    '/mine/copy',
    {
      method: 'PUT',
      headers: { 'x-amz-copy-source': 'mine/key' },
      sent: { headers: { 'x-amz-copy-source': 'mine/out/b' } },
    },
    'SignatureDoesNotMatch',
  ],
  [
    'the headers by one that was not signed',
    '/mine/key',
    { ...put, sent: { headers: { 'x-amz-meta-a': 'b' } } },
    'AccessDenied',
  ],
  [
    'a write to a copy by one that was not signed',
    '/mine/key',
    { method: 'PUT', sent: { headers: { 'x-amz-copy-source': 'mine/out/b' } } },
    'AccessDenied',
  ],
])('somebody on the way changes %s', async (_, target, terms, code) => {
  const seen = await attack(target, terms);
  expect(seen.code).toBe(code);
  expect(seen.status).toBeGreaterThanOrEqual(400);
});
