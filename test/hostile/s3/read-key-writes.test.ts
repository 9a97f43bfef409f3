import { expect, test } from 'vitest';
import { sha256 } from './support/sign.ts';
import { denied, stage } from './support/stage.ts';

const { attack } = stage();

test.each([
  ['PUT', '/mine/key', {}],
  ['PUT', '/mine/new', {}],
  ['PUT', '/mine/new', { 'x-amz-copy-source': 'mine/key' }],
  ['PUT', '/mine/key?tagging', {}],
  ['PUT', '/mine/key?partNumber=1&uploadId=a', {}],
  ['POST', '/mine/new?uploads', {}],
  ['POST', '/mine/new?uploadId=a', {}],
  ['DELETE', '/mine/key', {}],
  ['DELETE', '/mine/key?tagging', {}],
  ['DELETE', '/mine/key?versionId=null', {}],
])('a key that may read asks %s %s', async (method, target, headers) => {
  expect(await attack(target, { as: 'READ', method, body: '', headers })).toMatchObject(denied);
});

test('a key that may read deletes many at once', async () => {
  const body = '<Delete><Object><Key>key</Key></Object></Delete>';
  const headers = {
    'content-md5': 'unused',
    'x-amz-checksum-sha256': Buffer.from(sha256(body), 'hex').toString('base64'),
  };
  const { 'content-md5': _, ...checked } = headers;
  const seen = await attack('/mine?delete', { as: 'READ', method: 'POST', body, headers: checked });
  expect(seen.text).not.toContain('<Deleted>');
  expect(seen.code).toBe('AccessDenied');
});
