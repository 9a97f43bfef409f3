import { expect, test } from 'vitest';
import { sha256 } from './support/sign.ts';
import { denied, stage } from './support/stage.ts';

const { attack } = stage();

test('a key of a prefix deletes many, of which some stand outside', async () => {
  const body =
    '<Delete><Object><Key>out/b</Key></Object><Object><Key> in/a</Key></Object><Object><Key>in/../key</Key></Object></Delete>';
  const headers = { 'x-amz-checksum-sha256': Buffer.from(sha256(body), 'hex').toString('base64') };
  const seen = await attack('/mine?delete', { as: 'PART', method: 'POST', body, headers });
  expect(seen.text.match(/<Code>AccessDenied<\/Code>/g)).toHaveLength(2);
  expect(seen.text).toContain('<Deleted><Key>in/../key</Key></Deleted>');
});

test.each(['mine/out/b', '/mine/out/b', 'mine%2Fout%2Fb', 'mine/out/b?versionId=null', 'mine/key'])(
  'a key of a prefix copies %s into it',
  async (source) => {
    const headers = { 'x-amz-copy-source': source };
    expect(await attack('/mine/in/copy', { as: 'PART', method: 'PUT', headers })).toMatchObject(denied);
  },
);

test('a key of a prefix goes on with an upload outside', async () => {
  const begun = await attack('/mine/out/b?uploads', { method: 'POST' });
  const id = /<UploadId>([^<]+)</.exec(begun.text)?.[1] ?? '';
  expect(id).not.toBe('');
  for (const method of ['GET', 'POST', 'DELETE']) {
    expect(await attack(`/mine/out/b?uploadId=${id}`, { as: 'PART', method })).toMatchObject(denied);
    const inside = await attack(`/mine/in/b?uploadId=${id}`, { as: 'PART', method, body: '' });
    expect(inside).toMatchObject({ status: 404, code: 'NoSuchUpload' });
  }
});
