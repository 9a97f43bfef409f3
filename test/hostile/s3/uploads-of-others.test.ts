import { expect, test } from 'vitest';
import { stage } from './support/stage.ts';

const { attack } = stage();

test.each([
  ['PUT', 'partNumber=1&'],
  ['GET', ''],
  ['POST', ''],
  ['DELETE', ''],
])('%s goes on with an upload of another bucket', async (method, part) => {
  const begun = await attack('/theirs/up?uploads', { as: 'VICTIM', method: 'POST' });
  const id = /<UploadId>([^<]+)</.exec(begun.text)?.[1];
  expect(id).toBeTruthy();
  const body = method === 'PUT' ? 'x' : '';
  const elsewhere = await attack(`/mine/up?${part}uploadId=${id}`, { method, body });
  expect(elsewhere).toMatchObject({ status: 404, code: 'NoSuchUpload' });
  expect(await attack(`/theirs/up?${part}uploadId=${id}`, { method, body })).toMatchObject({ code: 'AccessDenied' });
  const there = await attack(`/theirs/up?uploadId=${id}`, { as: 'VICTIM' });
  expect(there.status).toBe(200);
  expect(there.text).not.toContain('<Part>');
});

test.each(['..', '%2e%2e%2f', '%00', '__proto__', 'a'.repeat(4000)])('an upload is called %s', async (id) => {
  expect(await attack(`/mine/up?uploadId=${id}`)).toMatchObject({ status: 404, code: 'NoSuchUpload' });
});
