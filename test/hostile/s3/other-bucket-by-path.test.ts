import { expect, test } from 'vitest';
import { denied, stage } from './support/stage.ts';

const { attack } = stage();

test.each([
  ['GET', '/theirs/secret'],
  ['GET', '/theirs/secret?tagging'],
  ['GET', '/theirs/secret?attributes'],
  ['GET', '/theirs/secret?acl'],
  ['GET', '/theirs/secret?versionId=null'],
  ['GET', '/theirs?list-type=2'],
  ['GET', '/theirs?versions'],
  ['GET', '/theirs?uploads'],
  ['GET', '/theirs?location'],
  ['GET', '/theirs?policy'],
  ['GET', '/%74heirs/secret'],
  ['PUT', '/theirs/secret'],
  ['PUT', '/theirs/new'],
  ['PUT', '/theirs/secret?tagging'],
  ['PUT', '/theirs/secret?acl'],
  ['POST', '/theirs/new?uploads'],
  ['POST', '/theirs?delete'],
  ['DELETE', '/theirs/secret'],
  ['DELETE', '/theirs'],
])('a key of one bucket asks %s %s of another', async (method, target) => {
  expect(await attack(target, { method })).toMatchObject(denied);
});

test('a key of one bucket asks for the head of an object of another', async () => {
  expect(await attack('/theirs/secret', { method: 'HEAD' })).toMatchObject({ status: 403 });
});
