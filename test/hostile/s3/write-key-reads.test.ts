import { expect, test } from 'vitest';
import { denied, stage } from './support/stage.ts';

const { attack } = stage();

test.each([
  ['GET', '/mine/key', {}],
  ['GET', '/mine/key?versionId=null', {}],
  ['GET', '/mine/key?tagging', {}],
  ['GET', '/mine/key?attributes', { 'x-amz-object-attributes': 'ETag' }],
  ['GET', '/mine?list-type=2', {}],
  ['GET', '/mine?versions', {}],
  ['GET', '/mine?uploads', {}],
  ['PUT', '/mine/copy', { 'x-amz-copy-source': 'mine/key' }],
  ['PUT', '/mine/copy', { 'x-amz-copy-source': '/mine/key?versionId=null' }],
])('a key that may write asks %s %s', async (method, target, headers) => {
  expect(await attack(target, { as: 'WRITE', method, headers })).toMatchObject(denied);
});

test('a key that may write asks whether an object is there', async () => {
  expect(await attack('/mine/key', { as: 'WRITE', method: 'HEAD' })).toMatchObject({ status: 403 });
  expect(await attack('/mine/none', { as: 'WRITE', method: 'HEAD' })).toMatchObject({ status: 403 });
});
