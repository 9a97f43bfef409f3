import { expect, test } from 'vitest';
import { createClient } from '#lib/client/client.ts';
import type { Instance, Volume } from '#lib/generated/client/schemas.ts';
import { type Answered, inTurn, refused, served } from './support/served.ts';

const id = 'i-01kanx7m3v5q8w2c4d6f7g9h1j';
const shows = (status: string, more = {}): Answered => ({ body: { id, status, status_reason: null, ...more } });
const instance = { id, status: 'provisioning' } as Instance;

async function waiting(...answers: Answered[]) {
  const { baseUrl, came } = await served(inTurn(...answers));
  return { svc: createClient({ baseUrl }), came };
}

test('a resource is asked for until it has the status', async () => {
  const { svc, came } = await waiting(shows('provisioning'), shows('provisioning'), shows('running', { ssh_port: 7 }));
  const polled: string[] = [];
  const onPoll = ({ status }: Instance) => polled.push(status);
  expect(await svc.waitFor(instance, 'running', { onPoll })).toMatchObject({ status: 'running', ssh_port: 7 });
  expect(polled).toEqual(['provisioning', 'provisioning', 'running']);
  expect(new Set(came.map(({ method, url }) => `${method} ${url}`))).toEqual(new Set([`GET /compute/instances/${id}`]));
});

test('a resource is asked for even where it was seen with the status: it may have changed since', async () => {
  const { svc, came } = await waiting(shows('rebooting'), shows('running'));
  await svc.waitFor({ ...instance, status: 'running' }, 'running');
  expect(came).toHaveLength(2);
});

test('the call that gives the resource may be waited for as well, and fails as it does', async () => {
  const { svc } = await waiting(shows('starting'), shows('running'), refused(409, 'wrong_state'));
  expect((await svc.waitFor(svc.startInstance({ id, wait: 25 }), 'running')).status).toBe('running');
  const again = svc.waitFor(svc.startInstance({ id }), 'running');
  await expect(again).rejects.toMatchObject({ code: 'wrong_state' });
});

test('one of several statuses is enough', async () => {
  const { svc } = await waiting(shows('stopping'), shows('stopped'));
  expect((await svc.waitFor(instance, ['running', 'stopped'])).status).toBe('stopped');
});

test('a resource that failed says why', async () => {
  const { svc } = await waiting(shows('provisioning'), shows('error', { status_reason: 'no capacity on the host' }));
  await expect(svc.waitFor(instance, 'running')).rejects.toMatchObject({
    status: 0,
    code: 'wait_failed',
    message: `${id} is error (no capacity on the host); running was awaited`,
    cause: { id, status: 'error' },
  });
});

test('a failure that is awaited is none', async () => {
  const { svc } = await waiting(shows('error'));
  expect((await svc.waitFor(instance, ['running', 'error'])).status).toBe('error');
});

test('what can no longer be found is deleted', async () => {
  const { svc } = await waiting(shows('deleting', { size_gib: 5 }), refused(404, 'not_found'));
  const volume = { id: 'vol-01kanx7m3v5q8w2c4d6f7g9h1j', status: 'deleting' } as Volume;
  expect(await svc.waitFor(volume, 'deleted')).toMatchObject({ status: 'deleting', size_gib: 5 });
  const gone = { code: 'wait_failed', message: `${volume.id} is deleted; available was awaited` };
  await expect(svc.waitFor(volume, 'available')).rejects.toMatchObject(gone);
});

test.each([
  ['asg-01kanx7m3v5q8w2c4d6f7g9h1j', '/compute/asg/asg-01kanx7m3v5q8w2c4d6f7g9h1j'],
  ['eip-01kanx7m3v5q8w2c4d6f7g9h1j', '/compute/elastic-ips/eip-01kanx7m3v5q8w2c4d6f7g9h1j'],
  ['lb-01kanx7m3v5q8w2c4d6f7g9h1j', '/compute/load-balancers/lb-01kanx7m3v5q8w2c4d6f7g9h1j'],
  ['ord-01kanx7m3v5q8w2c4d6f7g9h1j', '/auth/billing/orders/ord-01kanx7m3v5q8w2c4d6f7g9h1j'],
  ['snap-01kanx7m3v5q8w2c4d6f7g9h1j', '/compute/snapshots/snap-01kanx7m3v5q8w2c4d6f7g9h1j'],
  ['vol-01kanx7m3v5q8w2c4d6f7g9h1j', '/compute/volumes/vol-01kanx7m3v5q8w2c4d6f7g9h1j'],
  ['my-bucket', '/storage/buckets/my-bucket'],
])('%s is shown at its own address', async (given, url) => {
  const { svc, came } = await waiting(shows('active'));
  await svc.waitFor({ ...instance, id: given }, 'active' as 'running');
  expect(came[0]?.url).toBe(url);
});

test('a wait that takes too long says what it saw', async () => {
  const { svc } = await waiting(shows('provisioning'));
  await expect(svc.waitFor(instance, 'running', { timeout: 300 })).rejects.toMatchObject({
    code: 'timed_out',
    message: `${id} is still provisioning after 0.3 s; running was awaited`,
  });
});

test('a wait ends with its signal, and with an error that is not of the resource', async () => {
  const { svc } = await waiting(shows('provisioning'), refused(403, 'access_denied'));
  await expect(svc.waitFor(instance, 'running')).rejects.toMatchObject({ code: 'access_denied' });
  const stop = new AbortController();
  const more = await waiting(shows('provisioning'));
  const wait = more.svc.waitFor(instance, 'running', { signal: stop.signal, onPoll: () => stop.abort('enough') });
  await expect(wait).rejects.toBe('enough');
});
