import { expect, test } from 'vitest';
import type { ObjectKey } from '#lib/local/s3/auth/keys.ts';
import { formRequest } from './support/forms.ts';
import { stage } from './support/stage.ts';

const stand = stage();

test('a form is sent after its policy has ended', async () => {
  const seen = await stand.raw(formRequest('/mine', { key: 'in/new', expires: -1 }));
  expect(seen).toMatchObject({ status: 403, code: 'AccessDenied' });
});

test('a form that was taken is sent once more after its key has gone', async () => {
  const request = formRequest('/mine', { key: 'in/new' });
  stand.makes('mine/in/new');
  expect((await stand.raw(request)).status).toBe(204);
  stand.s3.keys.delete('BOTH');
  expect(await stand.raw(request)).toMatchObject({ status: 403, code: 'InvalidAccessKeyId' });
});

test('a form is sent after its key may only read', async () => {
  const request = formRequest('/mine', { key: 'in/new' });
  stand.s3.keys.set('BOTH', { ...(stand.s3.keys.get('BOTH') as ObjectKey), permission: 'read' });
  expect(await stand.raw(request)).toMatchObject({ status: 403, code: 'AccessDenied' });
});

test.each(['tomorrow', '', '0000-00-00', 'Infinity'])('a policy ends %j', async (expiration) => {
  const alter = (all: Record<string, string>) => ({
    ...all,
    policy: Buffer.from(JSON.stringify({ expiration, conditions: [] })).toString('base64'),
  });
  const seen = await stand.raw(formRequest('/mine', { key: 'in/new', alter }));
  expect(seen).toMatchObject({ status: 403, code: 'SignatureDoesNotMatch' });
});
