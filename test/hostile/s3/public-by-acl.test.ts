import { expect, test } from 'vitest';
import { formRequest } from './support/forms.ts';
import { denied, stage } from './support/stage.ts';

const stand = stage();
const { attack, raw } = stand;
const acls = ['public-read', 'public-read-write', 'authenticated-read'] as const;

/** The owner of the bucket allows everything to everyone with its policy. */
const allowAll = () =>
  stand.s3.send('/mine?policy', {
    method: 'PUT',
    body: JSON.stringify({
      Statement: {
        Effect: 'Allow',
        Principal: { AWS: ['BOTH', 'WRITE', 'PART'] },
        Action: 's3:*',
        Resource: ['arn:aws:s3:::mine', 'arn:aws:s3:::mine/*'],
      },
    }),
  });

const isHidden = async () => expect(await attack('/mine/in/a', { anonymous: true })).toMatchObject(denied);

test.each(acls.flatMap((acl) => ['BOTH', 'WRITE', 'PART'].map((as) => [as, acl] as const)))(
  'the key %s makes an object %s, also under a policy that allows it everything',
  async (as, acl) => {
    const headers = { 'x-amz-acl': acl };
    for (const prepare of [async () => undefined, allowAll]) {
      await prepare();
      for (const [method, target, more] of [
        ['PUT', '/mine/in/a', {}],
        ['PUT', '/mine/in/a?acl', {}],
        ['POST', '/mine/in/a?uploads', {}],
        ['PUT', '/mine/in/a', { 'x-amz-copy-source': 'mine/in/a', 'x-amz-metadata-directive': 'REPLACE' }],
      ] as const) {
        expect(await attack(target, { as, method, headers: { ...headers, ...more } })).toMatchObject(denied);
      }
      await isHidden();
    }
  },
);

test.each(acls)('a form of a key makes an object %s', async (acl) => {
  const form = { key: 'in/a', fields: { acl }, conditions: [['starts-with', '$key', ''], { acl }] };
  expect(await raw(formRequest('/mine', form))).toMatchObject(denied);
  const header = {
    ...form,
    fields: { 'x-amz-acl': acl },
    conditions: [['starts-with', '$key', ''], { 'x-amz-acl': acl }],
  };
  expect(await raw(formRequest('/mine', header))).toMatchObject(denied);
  await isHidden();
});

test('a key copies a document that grants everyone what it likes', async () => {
  const group = 'http://acs.amazonaws.com/groups/global/AllUsers';
  const grant = `<Grant><Grantee><URI>${group}</URI></Grantee><Permission>FULL_CONTROL</Permission></Grant>`;
  const body = `<AccessControlPolicy><AccessControlList>${grant}</AccessControlList></AccessControlPolicy>`;
  expect(await attack('/mine/in/a?acl', { method: 'PUT', body })).toMatchObject(denied);
  expect(await attack('/mine?acl', { method: 'PUT', body })).toMatchObject(denied);
  await isHidden();
});

test('a key makes a bucket that is public', async () => {
  expect(await attack('/fresh', { method: 'PUT', headers: { 'x-amz-acl': 'public-read' } })).toMatchObject(denied);
});

test('a key of one bucket uses the public ACL of another', async () => {
  await stand.s3.send('/theirs?acl', { method: 'PUT', headers: { 'x-amz-acl': 'public-read-write' } });
  for (const [method, target] of [
    ['GET', '/theirs?list-type=2'],
    ['PUT', '/theirs/secret'],
    ['DELETE', '/theirs/secret'],
    ['GET', '/theirs/secret'],
  ] as const) {
    expect(await attack(target, { method })).toMatchObject(denied);
  }
});
