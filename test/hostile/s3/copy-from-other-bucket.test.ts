import { expect, test } from 'vitest';
import { stage } from './support/stage.ts';

const { attack } = stage();

test.each([
  ['theirs/secret', 'AccessDenied'],
  ['/theirs/secret', 'AccessDenied'],
  ['theirs%2Fsecret', 'AccessDenied'],
  ['%74heirs/secret', 'AccessDenied'],
  ['theirs/secret?versionId=null', 'AccessDenied'],
  ['mine/key/../../theirs/secret', 'NoSuchKey'],
  ['mine/../theirs/secret', 'NoSuchKey'],
  ['//theirs/secret', 'InvalidArgument'],
  ['arn:aws:s3:::theirs/secret', 'AccessDenied'],
  ['theirs', 'InvalidArgument'],
  ['%ff/secret', 'InvalidArgument'],
])('%s is copied', async (source, code) => {
  const headers = { 'x-amz-copy-source': source };
  expect((await attack('/mine/copy', { method: 'PUT', headers })).code).toBe(code);
});

test('a part is copied from another bucket', async () => {
  const begun = await attack('/mine/copy?uploads', { method: 'POST' });
  const id = /<UploadId>([^<]+)</.exec(begun.text)?.[1];
  const headers = { 'x-amz-copy-source': 'theirs/secret', 'x-amz-copy-source-range': 'bytes=0-3' };
  const seen = await attack(`/mine/copy?partNumber=1&uploadId=${id}`, { method: 'PUT', headers });
  expect(seen.code).toBe('AccessDenied');
});
