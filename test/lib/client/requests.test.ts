import { expect, test } from 'vitest';
import { createClient } from '#lib/client/client.ts';
import type { OperationId } from '#lib/client/methods.ts';
import { served } from './support/served.ts';

const echo = () => served(() => ({ body: { id: 'x' } }));
const launch = { name: 'web-01', instance_type_id: 's1-nano', image_id: 'debian-12' };

test('a call is the request that its operation names', async () => {
  const { baseUrl, came } = await echo();
  const svc = createClient({ baseUrl, headers: { 'user-agent': 'mine/1' } });
  await svc.launchInstance({ body: launch, wait: 10, idempotencyKey: 'k-1' });
  await svc.updateInstance({ id: 'i-1', body: { tags: { role: 'd b é' } }, ifMatch: '"v3"' });
  await svc.getInstanceSnapshot({ id: 'i-1', snap_id: 'snap-1' });
  const [launched, updated, shown] = came;
  expect(launched).toMatchObject({
    method: 'POST',
    url: '/compute/instances',
    headers: {
      accept: 'application/json',
      'content-type': 'application/json',
      'idempotency-key': 'k-1',
      prefer: 'wait=10',
      'user-agent': 'mine/1',
    },
    body: JSON.stringify(launch),
  });
  expect(updated).toMatchObject({
    method: 'PATCH',
    url: '/compute/instances/i-1',
    headers: { 'if-match': '"v3"', 'idempotency-key': expect.stringMatching(/^[0-9a-f]{32}$/) },
    body: '{"tags":{"role":"d b é"}}',
  });
  expect(shown).toMatchObject({ method: 'GET', url: '/compute/instances/i-1/snapshots/snap-1', body: '' });
  expect(shown?.headers).not.toHaveProperty('idempotency-key');
  expect(shown?.headers).not.toHaveProperty('content-type');
  expect(shown?.headers).not.toHaveProperty('authorization');
});

test('path and query are encoded, the query in the order in which signatures want it', async () => {
  const { baseUrl, came } = await echo();
  const svc = createClient({ baseUrl });
  await svc.getUser({ username: 'a b/é?#%+' });
  await svc.listInstances({ query: { q: "web 01é+&='()*", limit: 2, 'tag.a/b': 'x,y', cursor: undefined } });
  await svc.terminateInstance({ id: 'i-1', query: { delete_volumes: true } });
  expect(came.map(({ url }) => url)).toEqual([
    '/auth/iam/users/a%20b%2F%C3%A9%3F%23%25%2B',
    '/compute/instances?limit=2&q=web%2001%C3%A9%2B%26%3D%27%28%29%2A&tag.a%2Fb=x%2Cy',
    '/compute/instances/i-1?delete_volumes=true',
  ]);
});

test('a base URL may have a path', async () => {
  const { baseUrl, came } = await echo();
  for (const path of ['/', '/api/v1', '/api/v1/']) await createClient({ baseUrl: `${baseUrl}${path}` }).getMe();
  expect(came.map(({ url }) => url)).toEqual(['/auth/me', '/api/v1/auth/me', '/api/v1/auth/me']);
});

test.each(['', '.', '..', undefined, 7])('%j names nothing in a path', async (id) => {
  const { baseUrl, came } = await echo();
  const svc = createClient({ baseUrl });
  await expect(svc.terminateInstance({ id: id as string })).rejects.toThrow(
    new TypeError('terminateInstance: id: must be a text, neither empty nor "." nor ".."'),
  );
  expect(came).toEqual([]);
});

test('an argument that is not known is refused before anything is sent', async () => {
  const { baseUrl, came } = await echo();
  const svc = createClient({ baseUrl });
  const misspelt = { id: 'i-1', dryrun: true } as { id: string };
  await expect(svc.terminateInstance(misspelt)).rejects.toThrow(
    'terminateInstance: dryrun: is unknown (id, body, dryRun,',
  );
  expect(came).toEqual([]);
});

test('a dry run asks for a reply of its own type', async () => {
  const { baseUrl, came } = await echo();
  const svc = createClient({ baseUrl });
  await svc.launchInstance({ body: launch, dryRun: true });
  await svc.launchInstance({ body: launch, dryRun: false });
  expect(came.map(({ url, headers }) => [url, headers.accept])).toEqual([
    ['/compute/instances?dry_run=true', 'application/vnd.svc.dry-run+json'],
    ['/compute/instances', 'application/json'],
  ]);
});

test('a wait is what the platform allows', async () => {
  const { baseUrl, came } = await echo();
  const svc = createClient({ baseUrl });
  for (const wait of [3.7, 25, 600]) await svc.startInstance({ id: 'i-1', wait });
  expect(came.map(({ headers }) => headers.prefer)).toEqual(['wait=3', 'wait=25', 'wait=25']);
});

test('request answers what stands in the headers', async () => {
  const headers = { etag: '"v7"', 'x-request-id': 'req-9', 'idempotent-replayed': 'true', ratelimit: '"default";r=12' };
  const { baseUrl } = await served(() => ({ status: 201, headers, body: { id: 'i-1' } }));
  const reply = await createClient({ baseUrl }).request('launchInstance', { body: launch });
  expect(reply).toMatchObject({
    body: { id: 'i-1' },
    status: 201,
    etag: '"v7"',
    requestId: 'req-9',
    replayed: true,
  });
  expect([reply.header('RateLimit'), reply.header('x-other')]).toEqual(['"default";r=12', null]);
});

test('a client may be taken apart and tells its operations', async () => {
  const { baseUrl, came } = await echo();
  const svc = createClient({ baseUrl });
  const { getMe, request } = svc;
  await getMe();
  await request('getMe');
  expect(came).toHaveLength(2);
  const names: (OperationId | string)[] = Object.keys(svc);
  expect(names).toEqual(expect.arrayContaining(['launchInstance', 'waitFor', 'paginate']));
});
