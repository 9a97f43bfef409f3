import { expect, test } from 'vitest';
import { type Form, formRequest } from './support/forms.ts';
import { stage } from './support/stage.ts';

const { raw, makes } = stage();
const send = (form: Form, to = '/mine') => raw(formRequest(to, form));

test('a form is taken as it was signed', async () => {
  makes('mine/in/new');
  expect((await send({ key: 'in/new' })).status).toBe(204);
});

const json = (change: (policy: { expiration: string; conditions: unknown[] }) => object) => (text: string) =>
  Buffer.from(JSON.stringify(change(JSON.parse(Buffer.from(text, 'base64').toString())))).toString('base64');
const policy =
  (alter: (text: string) => string): NonNullable<Form['alter']> =>
  (fields) => ({ ...fields, policy: alter(fields.policy ?? '') });

test.each<[string, Form, string]>([
  [
    'conditions that allow more',
    { key: 'out/b', alter: policy(json((all) => ({ ...all, conditions: [] }))) },
    'SignatureDoesNotMatch',
  ],
  [
    'a later end',
    { key: 'in/new', expires: -60, alter: policy(json((all) => ({ ...all, expiration: '2099-01-01T00:00:00Z' }))) },
    'SignatureDoesNotMatch',
  ],
  ['a policy with blanks', { key: 'in/new', alter: policy((text) => `${text}\n`) }, 'SignatureDoesNotMatch'],
  [
    'another access key',
    {
      key: 'in/new',
      alter: (all) => ({ ...all, 'x-amz-credential': String(all['x-amz-credential']).replace('BOTH', 'VICTIM') }),
    },
    'SignatureDoesNotMatch',
  ],
  ['no policy', { key: 'in/new', alter: ({ policy: _, ...all }) => all }, 'AccessDenied'],
  ['no signature', { key: 'in/new', alter: ({ 'x-amz-signature': _, ...all }) => all }, 'SignatureDoesNotMatch'],
  ['no algorithm', { key: 'in/new', alter: ({ 'x-amz-algorithm': _, ...all }) => all }, 'InvalidArgument'],
  ['a field that the policy does not name', { key: 'in/new', fields: { 'x-amz-meta-a': 'b' } }, 'AccessDenied'],
  ['an ACL', { key: 'in/new', fields: { acl: 'public-read' } }, 'AccessDenied'],
  ['another key', { key: 'out/b' }, 'AccessDenied'],
  ['a key above the prefix', { key: '../in/new' }, 'AccessDenied'],
  ['the key twice, in capitals', { key: 'in/new', fields: { KEY: 'out/b' } }, 'AccessDenied'],
])('a form is given %s', async (_, form, code) => {
  const seen = await send(form);
  expect(seen.code).toBe(code);
  expect(seen.status).toBeGreaterThanOrEqual(400);
});

test.each<[string, Form, string]>([
  ['another bucket', { key: 'in/new', bucket: 'mine' }, '/theirs'],
  ['another bucket that the policy names', { key: 'in/new', bucket: 'theirs' }, '/theirs'],
  ['its own bucket for the other’s policy', { key: 'in/new', bucket: 'theirs' }, '/mine'],
])('a form is sent to %s', async (_, form, to) => {
  expect((await send(form, to)).code).toBe('AccessDenied');
});

test.each(['${filename}', 'out/b', 'IN/${filename}'])('a key of a prefix signs a form for %s', async (key) => {
  const form = { key, keyId: 'PART', fileName: 'in/b', conditions: [['starts-with', '$key', '']] };
  expect((await send(form)).code).toBe('AccessDenied');
});

test('a key of a prefix signs a form that climbs out of it, to a name like any other', async () => {
  makes('mine/in/../out/b');
  const form = {
    key: 'in/../out/${filename}',
    keyId: 'PART',
    fileName: 'b',
    conditions: [['starts-with', '$key', '']],
  };
  expect((await send(form)).status).toBe(204);
});

test.each([
  ['$&', 'in/$&'],
  ['$`', 'in/$`'],
  ["$'", "in/$'"],
  ['$$', 'in/$$'],
  ['$1', 'in/$1'],
])('a file is called %s, which names no part of the key', async (fileName, key) => {
  makes(`mine/${key}`);
  const seen = await send({
    key: 'in/${filename}',
    fileName,
    fields: { success_action_status: '201' },
    conditions: [['starts-with', '$key', 'in/'], { success_action_status: '201' }],
  });
  expect(seen.status).toBe(201);
  expect(seen.text).toContain(`<Key>${key.replaceAll('&', () => '&amp;').replaceAll("'", () => '&apos;')}</Key>`);
});
