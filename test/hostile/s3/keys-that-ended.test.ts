import { expect, test } from 'vitest';
import type { ObjectKey } from '#lib/local/s3/auth/keys.ts';
import { presigned } from './support/sign.ts';
import { stage } from './support/stage.ts';

const stand = stage();

const ends: Record<string, (key: ObjectKey) => ObjectKey | undefined> = {
  deleted: () => undefined,
  'switched off': (key) => ({ ...key, status: 'inactive' }),
  expired: (key) => ({ ...key, expires_at: new Date(Date.now() - 1000) }),
  'given another secret': (key) => ({ ...key, secret: 'another' }),
};

test.each(Object.entries(ends))('a key is used at the request after it was %s', async (_, end) => {
  const target = presigned({ target: '/mine/key', keyId: 'BOTH', secret: 'BOTH-secret', expires: '3600' });
  const link = () => stand.raw(`GET ${target} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`);
  const signed = () => stand.attack('/mine/key', { secret: 'BOTH-secret' });
  expect([(await link()).status, (await signed()).status]).toEqual([200, 200]);
  const ended = end(stand.s3.keys.get('BOTH') as ObjectKey);
  if (ended) stand.s3.keys.set('BOTH', ended);
  else stand.s3.keys.delete('BOTH');
  expect([(await link()).status, (await signed()).status]).toEqual([403, 403]);
});

test('a key that may only read now wrote before', async () => {
  const key = stand.s3.keys.get('BOTH') as ObjectKey;
  stand.s3.keys.set('BOTH', { ...key, permission: 'read' });
  expect(await stand.attack('/mine/key', { method: 'PUT', body: 'x' })).toMatchObject({ code: 'AccessDenied' });
});
