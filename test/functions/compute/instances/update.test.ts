import { beforeEach, describe, expect, test } from 'vitest';
import { handler as events } from '#functions/compute/instances/events.ts';
import { handler as show } from '#functions/compute/instances/show.ts';
import { handler as stop } from '#functions/compute/instances/stop.ts';
import { handler as terminate } from '#functions/compute/instances/terminate.ts';
import { handler as update } from '#functions/compute/instances/update.ts';
import type { Handler } from '#lib/edge/route.ts';
import type { Instance } from '#lib/model/compute/instance.ts';
import { statuses } from '#lib/model/compute/instance-states.ts';
import { keys } from '#lib/store/keys.ts';
import { call, type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { testTable } from '#lib/testing/functions/table.ts';
import { launched, putInto, recordOf, up } from '#test/support/compute/instances.ts';
import { standInHost } from '#test/support/hosts/hosts.ts';
import { partition, state } from '#test/support/table/state.ts';

let caller: SignedUp;
let instance: Instance;

beforeEach(async () => {
  await testTable();
  caller = await signedUp();
  await standInHost();
  instance = await launched(caller, { tags: { env: 'dev' }, ttl_hours: 5 });
  await putInto(instance, up);
});

const ask = (handler: Handler, body?: object, headers = {}) =>
  call(handler, { bearer: caller.bearer, params: { id: instance.id }, headers, ...(body && { body }) });

describe('an update', () => {
  test('changes what it names and nothing else, and the version', async () => {
    const { body: before, headers } = await ask(show);
    const reply = await ask(update, { name: 'db.internal', termination_protection: true });
    expect(reply.status).toBe(200);
    const changed = { name: 'db.internal', termination_protection: true, updated_at: reply.body.updated_at };
    const allowed_actions = before.allowed_actions.filter((action: string) => action !== 'terminate');
    expect(reply.body).toEqual({ ...before, ...changed, allowed_actions });
    expect([headers.etag, reply.headers.etag]).toEqual(['"v2"', '"v3"']);
    expect((await ask(show)).body).toEqual(reply.body);
  });

  test('replaces all tags; a life can be set anew or cleared by null', async () => {
    expect((await ask(update, { tags: { team: 'a' } })).body.tags).toEqual({ team: 'a' });
    const longer = (await ask(update, { ttl_hours: 10 })).body;
    const hours = (Date.parse(longer.expires_at) - Date.parse(longer.updated_at)) / 3_600_000;
    expect(hours).toBe(10);
    expect(await partition(keys.expiry(instance.id).pk)).toMatchObject([{ expires_at: longer.expires_at }]);
    expect((await ask(update, { ttl_hours: null })).body.expires_at).toBeNull();
    expect(await partition(keys.expiry(instance.id).pk)).toEqual([]);
  });

  test.each([
    [{ name: null }, 'name: null must be a string'],
    [{ tags: null }, 'tags: null must be a JSON object'],
    [{ termination_protection: null }, 'termination_protection: null must be true or false'],
    [{ ttl_hours: 721 }, 'ttl_hours: 721 must be at most 720'],
    [{ status: 'stopped' }, 'unknown field "status"'],
  ])('%o is refused', async (body, error) => {
    const before = await state();
    const reply = await ask(update, body);
    expect([reply.status, reply.body]).toEqual([400, { error }]);
    expect(await state()).toEqual(before);
  });

  test.each(statuses)('in status %s', async (status) => {
    const ttl = Math.floor(Date.now() / 1000) + 3600;
    await putInto(instance, { status, ttl });
    const reply = await ask(update, { name: 'renamed' });
    const over = status === 'terminating' || status === 'terminated';
    const error = `instance ${instance.id} is ${status}; it can no longer be updated`;
    expect([reply.status, reply.headers['x-error-code']]).toEqual(over ? [409, 'wrong_state'] : [200, undefined]);
    if (over) expect(reply.body).toEqual({ error });
    else expect(reply.body).toMatchObject({ name: 'renamed', status });
  });

  test('to what it already is changes nothing', async () => {
    const before = await state();
    for (const body of [{}, { name: 'web-01' }, { tags: { env: 'dev' }, termination_protection: false }]) {
      expect((await ask(update, body)).headers.etag).toBe('"v2"');
    }
    expect(await state()).toEqual(before);
  });

  test('five at once all count', async () => {
    const replies = await Promise.all(Array.from({ length: 5 }, (_, i) => ask(update, { tags: { n: `${i}` } })));
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
    expect(new Set(replies.map(({ headers }) => headers.etag)).size).toBe(5);
    expect((await recordOf(instance)).version).toBe(7);
  });
});

describe('If-Match', () => {
  test.each([
    ['update', update, { name: 'x' }],
    ['stop', stop, {}],
    ['terminate', terminate, undefined],
  ] as const)(
    'of another version is 412 for %s, and nothing changes; the current one and * pass',
    async (_what, handler, body) => {
      const before = await state();
      const reply = await ask(handler, body, { 'if-match': '"v1"' });
      expect([reply.status, reply.headers['x-error-code'], reply.body]).toEqual([
        412,
        'precondition_failed',
        { error: 'If-Match: "v1" is not the current version ("v2")' },
      ]);
      expect(await state()).toEqual(before);
      expect((await ask(handler, body, { 'if-match': '"v1", "v2"' })).status).toBe(200);
    },
  );
});

describe('a terminate', () => {
  test('of a protected machine is refused until the protection is taken off', async () => {
    await ask(update, { termination_protection: true });
    const before = await state();
    const reply = await ask(terminate);
    expect([reply.status, reply.headers['x-error-code'], reply.body]).toEqual([
      409,
      'protected',
      { error: `instance ${instance.id} has termination protection; PATCH termination_protection=false first` },
    ]);
    expect(await state()).toEqual(before);
    await ask(update, { termination_protection: false });
    expect((await ask(terminate)).body.status).toBe('terminating');
  });

  test('asked again answers the same body, with the same ETag', async () => {
    const first = await ask(terminate);
    const second = await ask(terminate);
    expect(second).toMatchObject({ status: 200, body: first.body });
    expect(second.headers.etag).toBe(first.headers.etag);
  });

  const rehearse = () =>
    call(terminate, { bearer: caller.bearer, params: { id: instance.id }, query: { dry_run: 'true' } });

  test('rehearsed says what it would do and save, and does nothing', async () => {
    const before = await state();
    expect((await rehearse()).body).toEqual({
      dry_run: true,
      would: `terminate ${instance.id}`,
      price_delta_paise_per_hour: -41,
      price_delta_paise_per_month: -29900,
      cascade: [],
    });
    expect(await state()).toEqual(before);
    await ask(terminate);
    expect((await rehearse()).body).toEqual({
      dry_run: true,
      would: `nothing: instance ${instance.id} is terminating`,
      price_delta_paise_per_hour: 0,
      price_delta_paise_per_month: 0,
      cascade: [],
    });
  });
});

describe('a machine that is not there', () => {
  const nobody = 'i-01kanx7m3v5q8w2c4d6f7g9h1j';
  const handlers = { show, events, update, stop, terminate };

  test.each(Object.entries(handlers))('%s: 404, as for that of another account', async (_name, handler) => {
    const stranger = await signedUp();
    for (const [bearer, id] of [
      [caller.bearer, nobody],
      [stranger.bearer, instance.id],
    ] as const) {
      const reply = await call(handler, { bearer, params: { id } });
      expect([reply.status, reply.headers['x-error-code'], reply.body]).toEqual([
        404,
        'not_found',
        { error: `instance ${id} not found` },
      ]);
    }
  });
});

test('the events say who did what, newest first', async () => {
  const stopped = await ask(stop);
  const reply = await ask(events);
  expect(reply.body.next_cursor).toBe('');
  expect(reply.body.events).toEqual([
    {
      at: stopped.body.updated_at,
      type: 'stop',
      from: 'running',
      to: 'stopping',
      actor: caller.email,
      request_id: stopped.headers['x-request-id'],
      message: 'stop requested',
    },
    expect.objectContaining({ type: 'launch', from: null, to: 'provisioning', actor: caller.email }),
  ]);
});
