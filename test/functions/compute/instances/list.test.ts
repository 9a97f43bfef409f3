import { beforeAll, describe, expect, test } from 'vitest';
import { handler as list } from '#functions/compute/instances/list.ts';
import { handler as show } from '#functions/compute/instances/show.ts';
import { handler as update } from '#functions/compute/instances/update.ts';
import type { Instance } from '#lib/model/compute/instance.ts';
import { call, type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { advanceClock, resetClock } from '#lib/testing/functions/clock.ts';
import { launched, putInto, up } from '#test/support/compute/instances.ts';
import { standInHost } from '#test/support/hosts/hosts.ts';

let caller: SignedUp;
const machines: Record<string, Instance> = {};

const inAnHour = () => Math.floor(Date.now() / 1000) + 3600;

beforeAll(async () => {
  caller = await signedUp();
  await standInHost();
  const make = async (name: string, changes: object, record: object) => {
    machines[name] = await launched(caller, { name, ...changes });
    await putInto(machines[name], record);
  };
  await make('delta', { tags: { env: 'dev', 'app.example.com/tier': 'web' } }, up);
  await make('alpha', { tags: { env: 'prod', 'a-b': '1' }, instance_type_id: 's1-micro' }, up);
  await make('charlie', { tags: { env: 'dev', 'a-b': '1', a_b: '2' } }, { ...up, status: 'stopped' });
  await make('bravo', { image_id: 'debian-12' }, { status: 'provisioning' });
  await make('gone', { tags: { env: 'dev' } }, { status: 'terminated', operation: null, ttl: inAnHour() });
});

const page = (query: Record<string, string> = {}, bearer = caller.bearer) => call(list, { bearer, query });
const names = async (query: Record<string, string>) => {
  const reply = await page(query);
  expect(reply.status).toBe(200);
  expect(reply.body.next_cursor).toBe('');
  return reply.body.instances.map(({ name }: Instance) => name);
};

describe('filters', () => {
  test.each([
    ['newest first, terminated ones hidden', {}, ['bravo', 'charlie', 'alpha', 'delta']],
    ['oldest first', { sort: 'created_at' }, ['delta', 'alpha', 'charlie', 'bravo']],
    ['by name', { sort: 'name' }, ['alpha', 'bravo', 'charlie', 'delta']],
    ['terminated ones where they are asked for', { status: 'terminated' }, ['gone']],
    ['one status', { status: 'running' }, ['alpha', 'delta']],
    ['a comma is "or"', { status: 'stopped,provisioning,terminated' }, ['gone', 'bravo', 'charlie']],
    ['a name', { name: 'alpha' }, ['alpha']],
    ['a type', { instance_type_id: 's1-micro' }, ['alpha']],
    ['an image', { image_id: 'debian-12' }, ['bravo']],
    ['a tag', { 'tag.env': 'dev' }, ['charlie', 'delta']],
    ['a tag with alternatives', { 'tag.env': 'dev,prod', sort: 'name' }, ['alpha', 'charlie', 'delta']],
    ['a tag key with dots and a slash', { 'tag.app.example.com/tier': 'web' }, ['delta']],
    ['two tag keys that differ by one sign', { 'tag.a-b': '1', 'tag.a_b': '2' }, ['charlie']],
    ['filters together', { 'tag.env': 'dev', status: 'running' }, ['delta']],
    ['another VPC', { vpc_id: 'vpc-none' }, []],
    ['no group', { asg_id: 'asg-none' }, []],
    ['a hundred values', { name: Array.from({ length: 99 }, (_, i) => `n${i}`).join(',') }, []],
  ])('%s', async (_what, query, expected) => {
    expect(await names(query)).toEqual(expected);
  });

  test('of one account never show the machines of another', async () => {
    const stranger = await signedUp();
    expect((await page({}, stranger.bearer)).body).toEqual({ instances: [], next_cursor: '' });
  });
});

describe('refusals', () => {
  const all =
    'provisioning, running, stopping, stopped, starting, rebooting, restoring, error, terminating, terminated';
  test.each([
    [{ status: 'runing' }, 'validation_failed', `status: "runing" is not one of ${all}`],
    [{ status: 'running,' }, 'validation_failed', `status: "running," is not one of ${all}`],
    [{ limit: '0' }, 'validation_failed', 'limit: "0" must be at least 1'],
    [{ limit: '201' }, 'validation_failed', 'limit: "201" must be at most 200'],
    [{ limit: 'x' }, 'validation_failed', 'limit: "x" must be a number'],
    [{ sort: 'size' }, 'validation_failed', 'sort: "size" is not one of created_at, -created_at, name'],
    [{ page: '2' }, 'unknown_field', 'unknown query parameter "page"'],
    [{ 'tag.': 'x' }, 'unknown_field', 'unknown query parameter "tag."'],
    [{ 'tag.a b': 'x' }, 'unknown_field', 'unknown query parameter "tag.a b"'],
    [{ cursor: 'nonsense' }, 'invalid_cursor', 'cursor: not valid for this request'],
  ])('%o', async (query, code, error) => {
    const reply = await page(query);
    expect([reply.status, reply.headers['x-error-code'], reply.body]).toEqual([400, code, { error }]);
  });
});

describe('pages', () => {
  const walk = async (query: Record<string, string>) => {
    const seen: string[] = [];
    for (let cursor = ''; ; ) {
      const reply = await page({ ...query, ...(cursor && { cursor }) });
      expect(reply.status).toBe(200);
      seen.push(...reply.body.instances.map(({ name }: Instance) => name));
      cursor = reply.body.next_cursor;
      if (!cursor) return seen;
    }
  };

  test.each(['name', 'created_at', '-created_at'])('of one by %s show each machine once', async (sort) => {
    expect(await walk({ limit: '1', sort })).toEqual(await names({ sort }));
    expect(await walk({ limit: '1', sort, 'tag.env': 'dev' })).toEqual(await names({ sort, 'tag.env': 'dev' }));
  });

  test('end without an empty one', async () => {
    expect((await page({ limit: '4' })).body.next_cursor).toBe('');
    expect((await page({ limit: '3' })).body.next_cursor).not.toBe('');
  });

  test('go on only for the same account, filters and order', async () => {
    const { next_cursor: cursor } = (await page({ limit: '1', sort: 'name' })).body;
    const stranger = await signedUp();
    for (const reply of [
      await page({ cursor, sort: 'created_at' }),
      await page({ cursor, sort: 'name', status: 'running' }),
      await page({ cursor: `x${cursor}`, sort: 'name' }),
      await page({ cursor, sort: 'name' }, stranger.bearer),
    ]) {
      expect([reply.status, reply.headers['x-error-code']]).toEqual([400, 'invalid_cursor']);
    }
    expect((await page({ cursor, sort: 'name', limit: '200' })).status).toBe(200);
  });
});

describe('a terminated machine', () => {
  test('is shown for an hour of the civil clock, then it is not found, though its record still stands', async () => {
    const { id } = machines.gone as Instance;
    const ask = (handler: typeof show, body?: object) =>
      call(handler, { bearer: caller.bearer, params: { id }, ...(body && { body }) });
    expect((await ask(show)).body.status).toBe('terminated');
    expect((await ask(update, { name: 'x' })).body).toEqual({
      error: `instance ${id} is terminated; it can no longer be updated`,
    });
    await putInto(machines.gone as Instance, { ttl: Math.floor(Date.now() / 1000) + 600 });
    advanceClock(601);
    const late = await ask(show);
    expect([late.status, late.body]).toEqual([404, { error: `instance ${id} not found` }]);
    expect(await names({ status: 'terminated' })).toEqual([]);
    resetClock();
  });
});
