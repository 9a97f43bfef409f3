import { expect, test } from 'vitest';
import { createClient } from '#lib/client/client.ts';
import { type Answered, inTurn, refused, served } from './support/served.ts';

/* Replies that the platform does not hold, since it holds as many as the caller may have (contract 1.3). */

const id = 'i-01kanx7m3v5q8w2c4d6f7g9h1j';
const headers = { 'preference-applied': 'wait=0' };
const unheld = (body: object): Answered => ({ body, headers });
const [none, one] = [{ events: [] }, { events: [{ id: 'evt-1' }] }];

async function platform(...answers: Answered[]) {
  const { baseUrl, came } = await served(inTurn(...answers));
  return {
    svc: createClient({ baseUrl, retries: 0 }),
    asked: () => came.map(({ method, url }) => `${method} ${url}`),
    came,
  };
}

test('a read that is not held is asked again until it is', async () => {
  const held = { body: one, headers: { 'preference-applied': 'wait=19' } };
  const { svc, came } = await platform(unheld(none), unheld(none), held);
  expect(await svc.listActivity({ wait: 20 })).toEqual(one);
  const waits = came.map(({ headers: { prefer } }) => Number(/^wait=(\d+)$/.exec(String(prefer))?.[1]));
  // What is left of the time, in whole seconds.
  expect(waits[0]).toBe(20);
  expect(waits).toEqual(waits.toSorted((a, b) => b - a));
  expect(waits).toHaveLength(3);
});

test('it is answered as it is once its time is over', async () => {
  const { svc, came } = await platform(unheld(none));
  expect(await svc.listActivity({ wait: 1 })).toEqual(none);
  // After 0.2 and 0.4 s; 0.8 s more would be too late. A busy computer takes longer for the first two.
  expect(came.length).toBeGreaterThan(1);
  expect(came.length).toBeLessThanOrEqual(3);
});

test('a change that is not held is made once, and followed until nothing more happens', async () => {
  const shows = (status: string) => ({ body: { id, status }, headers: { etag: `"${status}"` } });
  const { svc, asked } = await platform(unheld({ id, status: 'starting' }), shows('starting'), shows('running'));
  const reply = await svc.request('startInstance', { id, wait: 25 });
  expect(reply).toMatchObject({ body: { id, status: 'running' }, etag: '"running"' });
  const look = `GET /compute/instances/${id}`;
  expect(asked()).toEqual([`POST /compute/instances/${id}/start`, look, look]);
});

test('a deletion is followed until nothing is left', async () => {
  const vol_id = 'vol-01kanx7m3v5q8w2c4d6f7g9h1j';
  const { svc, asked } = await platform(unheld({ id: vol_id, status: 'deleting' }), refused(404, 'not_found'));
  expect(await svc.deleteVolume({ vol_id, wait: 25 })).toEqual({ id: vol_id, deleted: true });
  expect(asked()).toHaveLength(2);
});

test('what is done, what has no status, and what the caller may not see is answered as it is', async () => {
  for (const body of [
    { id, status: 'running' },
    { id, ssh_keys: [] },
  ]) {
    const { svc, asked } = await platform(unheld(body));
    expect(await svc.startInstance({ id, wait: 25 })).toEqual(body);
    expect(asked()).toHaveLength(1);
  }
  const { svc } = await platform(unheld({ id, status: 'starting' }), refused(403, 'access_denied'));
  expect(await svc.startInstance({ id, wait: 25 })).toEqual({ id, status: 'starting' });
});

test('it ends as any other call does: by its signal', async () => {
  const { svc } = await platform(unheld(none));
  const call = svc.listActivity({ wait: 20, signal: AbortSignal.timeout(50) });
  await expect(call).rejects.toThrow('aborted due to timeout');
});

test('a reply that was held is not asked for again, whatever is in it', async () => {
  const { svc, asked } = await platform({ body: none, headers: { 'preference-applied': 'wait=20' } });
  expect(await svc.listActivity({ wait: 20 })).toEqual(none);
  expect(asked()).toHaveLength(1);
});
