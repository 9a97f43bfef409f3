import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { addressed } from '#lib/cli/forms.ts';
import { foreignPlatform, isRoot, machineId, stranger, thief, withMachine, withObjects } from './ground.ts';

/* Addresses that a platform names for objects and consoles. */
test.each([
  'file:///etc/passwd',
  'http://192.0.2.1/x',
  'ftp://127.0.0.1/x',
  'http://user@127.0.0.1/x',
  '//127.0.0.1/x',
  'no address',
  7,
])('the presigned address %j gets nothing, in either direction', async (url) => {
  const { svc } = await foreignPlatform({
    ...withObjects(['x'], () => ({ text: 'bytes' })),
    'POST /storage/buckets/b/presigned-urls': () => ({ body: { url, headers: {} } }),
  });
  writeFileSync(join(svc.home, 'secret'), 'secret');
  for (const words of [
    ['cp', 's3://b/x', 'x'],
    ['cp', 'secret', 's3://b/x'],
    ['rm', 's3://b/x', '--yes'],
  ])
    expect(await svc(words)).toMatchObject({ code: 7, err: expect.stringContaining('(unsafe_address)') });
  expect(existsSync(join(svc.home, 'x'))).toBe(false);
});

test('a platform elsewhere names no address of this machine', () => {
  for (const url of ['http://127.0.0.1:9000/x', 'http://localhost/x', 'https://localhost/x', 'http://[::1]:1/x'])
    expect(() => addressed(url, 'https://api.example', 'http')).toThrow('where nothing is sent');
  expect(addressed('http://localhost:9000/x', 'http://localhost:3000', 'http')).toBe('http://localhost:9000/x');
  expect(addressed('https://s3.example/x', 'https://api.example', 'http')).toBe('https://s3.example/x');
});

test.each(['ws://192.0.2.1/x', 'https://127.0.0.1/x', 'file:///x'])('the console %s gets no ticket', async (url) => {
  const { svc } = await foreignPlatform({
    ...withMachine({}),
    [`POST /compute/instances/${machineId}/console-ticket`]: () => ({ status: 201, body: { url } }),
  });
  expect(await svc(['console', machineId])).toMatchObject({
    code: 7,
    err: expect.stringContaining('(unsafe_address)'),
  });
});

test.runIf(isRoot)('the port of another user gets neither bytes nor a ticket', async () => {
  const other = await thief(stranger);
  const { svc } = await foreignPlatform({
    ...withMachine({}),
    'POST /storage/buckets/b/presigned-urls': () => ({ body: { url: `${other.url}/x`, headers: {} } }),
    [`POST /compute/instances/${machineId}/console-ticket`]: () => ({
      status: 201,
      body: { url: `${other.url.replace('http', 'ws')}/console` },
    }),
  });
  writeFileSync(join(svc.home, 'secret'), 'secret');
  for (const words of [
    ['cp', 'secret', 's3://b/x'],
    ['console', machineId],
  ])
    expect(await svc(words)).toMatchObject({ code: 4, err: expect.stringContaining('(unsafe_listener)') });
  expect(other.stolen()).toBe('');
});

test('a machine of another id opens no page', async () => {
  const id = '../../evil?x=$(id)';
  const { svc } = await foreignPlatform(withMachine({ id }));
  const opened = await svc(['open', 'web']);
  expect(opened).toMatchObject({ code: 7, out: '', err: expect.stringContaining('id: the platform answers') });
});
