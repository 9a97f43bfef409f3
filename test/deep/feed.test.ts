import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ActivityEvent } from '#lib/model/platform/activity.ts';
import { CrashSite } from '#test/support/crash/site.ts';
import { type Answer, Client, demand } from '#test/support/http/client.ts';
import { eventually } from '#test/support/vitest/eventually.ts';

/*
 * The feed of an account over a whole journey, in which the platform is killed (SIGKILL) in the middle of things, again
 * and again. Somebody follows it from event to event meanwhile.
 */

/** After how many acknowledged changes it is killed; there are 36. */
const KILLS = [4, 11, 19];

let site: CrashSite;
let first: string;
/** The ids of the requests that changed something, as their replies have them. */
const requests: string[] = [];
let changes = 0;
const followed: ActivityEvent[] = [];

/** Sends a request under one Idempotency-Key until its reply is final. */
async function persistently(path: string, method = 'GET', body?: unknown): Promise<Answer> {
  const headers = { 'idempotency-key': randomUUID() };
  const final = async () => {
    const reply = await site.client
      .ask(path, { method, headers, ...(body !== undefined && { body }) })
      .catch(() => undefined);
    const isUnderWay = reply?.headers.get('x-error-code') === 'idempotency_in_progress';
    return reply && reply.status < 500 && !isUnderWay ? reply : undefined;
  };
  // A request that was under way when the platform was killed holds its key for a minute.
  const reply = await eventually(final, { patience: 120_000 });
  // The deletion of a bucket may be carried on to its end before it is asked for again.
  if (method === 'DELETE' && path.startsWith('/storage') && reply.status === 404) return reply;
  return demand(reply, method === 'POST' && !/(start|stop)$/.test(path) ? 201 : 200);
}

/** Changes something, and answers what it then is. */
async function change(path: string, method = 'POST', body?: unknown) {
  const { status, headers, body: made } = await persistently(path, method, body);
  changes += 1;
  // A repeated reply has an id of its own: it changed nothing.
  if (status < 300 && !headers.has('idempotent-replayed')) requests.push(headers.get('x-request-id') ?? '');
  return made;
}

/** Waits until a resource has a status; `deleted` is that of what can no longer be found. */
async function until(path: string, status: string): Promise<void> {
  const reached = async () => {
    const reply = await site.client.get(path).catch(() => undefined);
    return status === 'deleted' ? reply?.status === 404 : reply?.body.status === status;
  };
  await eventually(reached, { seen: () => `${path} is not ${status}` });
}

/** The life of an instance. */
async function instance(name: string): Promise<string> {
  const { id } = await change('/compute/instances', 'POST', await site.client.launchBody({ name }));
  const path = `/compute/instances/${id}`;
  await until(path, 'running');
  await change(`${path}/stop`);
  await until(path, 'stopped');
  await change(`${path}/start`);
  await until(path, 'running');
  await change(path, 'DELETE');
  await until(path, 'terminated');
  return id;
}

/** The life of something that is made in a folder, has a status when it is there, or none, and is deleted. */
async function thing(folder: string, body: object, status?: string): Promise<string> {
  const { id } = await change(folder, 'POST', body);
  if (status) await until(`${folder}/${id}`, status);
  await change(`${folder}/${id}`, 'DELETE');
  await until(`${folder}/${id}`, 'deleted');
  return id;
}

/** The types of the events of a life, and how one with this name is lived. */
const lives: readonly (readonly [types: string, live: (name: string) => Promise<string>])[] = [
  ...[1, 2, 3].map(
    () => ['launched running stopping stopped starting running terminating terminated', instance] as const,
  ),
  ['created deleted', (name) => thing('/compute/vpcs', { name })],
  ['created available deleting deleted', (name) => thing('/compute/volumes', { name, size_gib: 1 }, 'available')],
  ['created active deleting deleted', (name) => thing('/storage/buckets', { name }, 'active')],
];
/** What was lived: the ids, and the types that the feed should tell of each. */
const lived: { readonly id: string; readonly types: string }[] = [];

/** The events after one, page after page. */
async function eventsAfter(after: string): Promise<ActivityEvent[]> {
  const events: ActivityEvent[] = [];
  for (let cursor: string | undefined; cursor !== ''; ) {
    const query = new URLSearchParams({ after, limit: '7', ...(cursor && { cursor }) });
    const page = (await persistently(`/auth/activity?${query}`)).body;
    events.push(...page.events);
    cursor = page.next_cursor;
  }
  return events;
}

/** Follows the feed until the journey is over, and then to its end. */
async function follow(journey: { isOver: boolean }): Promise<void> {
  for (let isLast = false; !isLast; ) {
    isLast = journey.isOver;
    followed.push(...(await eventsAfter(followed.at(-1)?.id ?? first)));
  }
}

/** Has the platform killed and started again, each time in the middle of things. */
async function killed(): Promise<void> {
  for (const after of KILLS) {
    await eventually(() => changes >= after);
    await site.crash();
    await site.restart();
  }
}

beforeAll(async () => {
  site = await CrashSite.open({ SVC_COMPUTE: 'simulated', SVC_TIME_SCALE: '0.01', SVC_LIMITS: 'off' });
  site.client = await Client.verified(site.platform.baseUrl);
  await thing('/compute/vpcs', { name: 'before' });
  first = demand(await site.client.get('/auth/activity'), 200).body.events.at(-1).id;
  requests.length = 0;
  changes = 0;
  const journey = { isOver: false };
  const following = follow(journey);
  const lane = async ([types, live]: (typeof lives)[number], at: number) => {
    for (const name of [`one-${at}`, `two-${at}`]) lived.push({ id: await live(name), types });
  };
  await Promise.all([...lives.map(lane), killed()]);
  journey.isOver = true;
  await following;
}, 600_000);
afterAll(async () => {
  await site?.stop();
  site?.remove();
});

test('who followed it has every event once, in order', async () => {
  expect(followed).toEqual(await eventsAfter(first));
  const ids = followed.map(({ id }) => id);
  expect(ids).toEqual([...new Set(ids)].sort());
});

test('it tells every life from its begin to its end', () => {
  const told = lived.map(({ id }) => {
    const types = followed.filter(({ resource }) => resource.endsWith(`/${id}`)).map(({ type }) => type.split('.')[1]);
    // The creation of a bucket that is half made when the platform is killed is taken back, and asked for anew.
    return { id, types: types.join(' ').replace(/^(created deleting deleted )+/, '') };
  });
  expect(told).toEqual(lived);
});

test('it has every request whose change was acknowledged', () => {
  const told = new Set(followed.map(({ request_id }) => request_id));
  expect(requests.filter((id) => !told.has(id))).toEqual([]);
  expect(requests.length).toBeGreaterThan(25);
});
