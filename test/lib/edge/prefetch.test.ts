import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { handler as logout } from '#functions/auth/sessions/logout.ts';
import { handler as listInstances } from '#functions/compute/instances/list.ts';
import { handler as listVolumes } from '#functions/compute/volumes/list.ts';
import type { Handler } from '#lib/edge/route.ts';
import { readRoutes } from '#lib/generate/routes.ts';
import { documents } from '#lib/store/platform/client.ts';
import { call, type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { handlerOf } from '#test/contract/samples.ts';
import { launched } from '#test/support/compute/instances.ts';
import { standInHost } from '#test/support/hosts/hosts.ts';
import { requestCalls } from '#test/support/table/table-calls.ts';

/* The first page of a list is read at the same time as the caller, who may yet be refused. */

let user: SignedUp;
let id: string;
beforeAll(async () => {
  user = await signedUp();
  await standInHost();
  ({ id } = await launched(user));
});
afterEach(() => vi.restoreAllMocks());

const asked = (handler: Handler, request: object = {}) =>
  requestCalls(() => call(handler, { once: true, bearer: user.bearer, ...request }));

const ahead = (await readRoutes()).filter(({ route }) => route.prefetchPage);

test('every list that is read ahead is read once, in the caller’s round', async () => {
  expect(ahead.length).toBeGreaterThan(10);
  for (const one of ahead) {
    const { reply, calls, rounds } = await asked(await handlerOf(one));
    expect([one.key, reply.status, calls.toSorted(), rounds]).toEqual([
      one.key,
      200,
      ['BatchGetItem', 'Query', 'UpdateItem'],
      1,
    ]);
  }
});

test.each([
  ['in another order and size', { sort: 'name', limit: '1' }, 1],
  ['with a filter', { id: 'i-other' }, 2],
  ['with a text', { q: 'nowhere' }, 2],
])('a page %s is what was asked for', async (_, query, expected) => {
  const { reply, rounds } = await asked(listInstances, { query });
  const shown = (reply.body.instances as { id: string }[]).map((one) => one.id);
  expect([reply.status, shown, rounds]).toEqual([200, expected === 1 ? [id] : [], expected]);
});

test('a page of another account is shown to nobody', async () => {
  const stranger = await signedUp();
  const { reply } = await asked(listInstances, { bearer: stranger.bearer });
  expect(reply.body.instances).toEqual([]);
});

test('a query that does not fit is refused in its turn, and nothing is read for it', async () => {
  const { reply, calls } = await asked(listVolumes, { query: { colour: 'red' } });
  expect([reply.status, reply.body.error]).toEqual([400, 'unknown query parameter "colour"']);
  expect(calls).not.toContain('Query');
});

test('a caller whose session has ended sees nothing, also where the page could not be read', async () => {
  const gone = await signedUp();
  await call(logout, { bearer: gone.bearer });
  const send = documents().send.bind(documents());
  vi.spyOn(documents(), 'send').mockImplementation(((command: { constructor: { name: string } }) =>
    command.constructor.name === 'QueryCommand'
      ? Promise.reject(new Error('no table'))
      : send(command as never)) as never);
  const reply = await call(listInstances, { bearer: gone.bearer });
  expect([reply.status, reply.headers['x-error-code']]).toEqual([401, 'invalid_token']);
});

test('a page that could not be read ahead is the error that it would have been', async () => {
  const send = documents().send.bind(documents());
  const throttled = Object.assign(new Error('slow down'), { name: 'ProvisionedThroughputExceededException' });
  vi.spyOn(documents(), 'send').mockImplementation(((command: { constructor: { name: string } }) =>
    command.constructor.name === 'QueryCommand' ? Promise.reject(throttled) : send(command as never)) as never);
  const reply = await call(listInstances, { bearer: user.bearer });
  expect([reply.status, reply.headers['x-error-code']]).toEqual([503, 'dependency_unavailable']);
});
