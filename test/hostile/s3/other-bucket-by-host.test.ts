import { expect, test } from 'vitest';
import { denied, stage } from './support/stage.ts';

const { attack } = stage();

test.each(['theirs.localhost', 'theirs.s3.localhost', 'THEIRS.LOCALHOST', 'theirs.localhost:9000'])(
  'a key of one bucket names another as the host %s',
  async (host) => {
    expect(await attack('/secret', { headers: { host } })).toMatchObject(denied);
    expect(await attack('/secret', { method: 'PUT', body: 'x', headers: { host } })).toMatchObject(denied);
  },
);

test('a host that was signed is changed for another bucket’s', async () => {
  const sent = { headers: { host: 'theirs.localhost' } };
  expect(await attack('/key', { headers: { host: 'mine.localhost' }, sent })).toMatchObject({
    code: 'SignatureDoesNotMatch',
  });
});

test('another bucket stands in the path below the own one’s host', async () => {
  const headers = { host: 'mine.localhost' };
  expect(await attack('/theirs/secret', { headers })).toMatchObject({ status: 404, code: 'NoSuchKey' });
});

test('another bucket stands in an absolute target, whose host is the one that must be signed', async () => {
  const target = 'http://theirs.localhost/secret';
  const seen = await attack(target, { headers: { host: 'mine.localhost' } });
  expect(seen).toMatchObject({ status: 403, code: 'SignatureDoesNotMatch' });
});

test('a second Host header names another bucket', async () => {
  const seen = await attack('/secret', { headers: { host: 'mine.localhost' }, lines: ['host: theirs.localhost'] });
  expect(seen.status).toBeGreaterThanOrEqual(400);
});
