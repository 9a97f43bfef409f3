import { expect, test } from 'vitest';
import { denied, stage } from './support/stage.ts';

const { attack } = stage();
const anyone = JSON.stringify({
  Statement: { Effect: 'Allow', Principal: '*', Action: 's3:*', Resource: 'arn:aws:s3:::mine/*' },
});

test.each(['policy', 'acl', 'cors', 'lifecycle', 'versioning', 'tagging', 'publicAccessBlock', 'ownershipControls'])(
  'a key of a bucket changes its %s',
  async (what) => {
    expect(await attack(`/mine?${what}`, { method: 'PUT', body: anyone })).toMatchObject(denied);
    expect(await attack(`/theirs?${what}`, { method: 'PUT', body: anyone })).toMatchObject(denied);
  },
);

test.each(['policy', 'cors', 'lifecycle', 'tagging', 'publicAccessBlock'])(
  'a key of a bucket removes its %s',
  async (what) => {
    expect(await attack(`/mine?${what}`, { method: 'DELETE' })).toMatchObject(denied);
  },
);

test.each(['/fresh', '/MINE', '/..', '/mine%2Fkey', '/__proto__'])(
  'a key of a bucket makes the bucket %s',
  async (target) => {
    expect((await attack(target, { method: 'PUT' })).status).toBeGreaterThanOrEqual(400);
  },
);

test('a key of a bucket removes it, or lists others', async () => {
  expect(await attack('/mine', { method: 'DELETE' })).toMatchObject(denied);
  const { text } = await attack('/');
  expect(text).toContain('<Name>mine</Name>');
  expect(text).not.toContain('theirs');
});
