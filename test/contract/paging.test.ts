import { beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { handler as login } from '#functions/auth/sessions/login.ts';
import { handler as invite } from '#functions/auth/team/invite.ts';
import { handler as createSnapshot } from '#functions/compute/instance-snapshots/create.ts';
import { handler as addBackend } from '#functions/compute/load-balancers/add-backend.ts';
import { handler as putCors } from '#functions/storage/buckets/put-cors.ts';
import { handler as putLifecycle } from '#functions/storage/buckets/put-lifecycle.ts';
import { type DeployedRoute, readRoutes } from '#lib/generate/routes.ts';
import { newId } from '#lib/model/platform/ids.ts';
import { putActivity } from '#lib/store/compute/asgs.ts';
import { addEvent } from '#lib/store/compute/instances.ts';
import { getWebhook, noteAttempt } from '#lib/store/platform/webhooks.ts';
import { transact } from '#lib/store/platform/write.ts';
import { newEmail } from '#lib/testing/functions/accounts.ts';
import { call, type SignedUp } from '#lib/testing/functions/call.ts';
import { verified } from '#lib/testing/functions/verified.ts';
import { callerOf, expectStatus } from '#test/support/accounts/iam.ts';
import { testGateway } from '#test/support/billing/gateway.ts';
import { toppedUp } from '#test/support/billing/topups.ts';
import { launched, putInto, up } from '#test/support/compute/instances.ts';
import { standInHost } from '#test/support/hosts/hosts.ts';
import { type Belongings, belongingsOf, kindsOf } from './belongings.ts';
import { bodyOf, handlerOf } from './samples.ts';

/*
 * A client pages all lists alike (contract 1.8): every GET whose reply has `next_cursor` takes `limit` and `cursor`,
 * shows each row once, and refuses a cursor of another request.
 */

const isList = ({ method, route: { reply } }: DeployedRoute): boolean =>
  method === 'GET' && reply instanceof z.ZodObject && 'next_cursor' in reply.shape;

const routes = await readRoutes();
/** Lists of operators are not of an account: test/functions/platform/operators goes through their pages. */
const lists = routes.filter((one) => isList(one) && !one.path.startsWith('/platform/'));

/** Lists of which this account has fewer than two rows. */
const short = ['listEndpoints', 'listInstanceSnapshots', 'listObjects'];

let owner: SignedUp;
let stranger: SignedUp;
let mine: Belongings;
let instances: string[];

beforeAll(async () => {
  stranger = await verified();
  owner = await verified();
  await standInHost();
  mine = await belongingsOf(owner);
  const other = await launched(owner);
  instances = [mine.instances ?? '', other.id];
  await putInto(other, up);
  const root = callerOf(owner);
  await expectStatus(201, root(createSnapshot, { params: { id: other.id } }));
  await expectStatus(
    201,
    root(addBackend, { params: { id: mine['load-balancers'] ?? '' }, body: { instance_id: other.id } }),
  );
  for (const { path } of lists) await createAt(path);
  await expectStatus(201, root(invite, { body: { email: newEmail(), role: 'viewer' } }));
  await call(login, { body: { email: owner.email, password: owner.password } });
  await toppedUp(await testGateway(), owner);
  await writeLogs();
  await putRules();
});

const paramsOf = (path: string) => Object.fromEntries(kindsOf(path).map(([name, kind]) => [name, mine[kind] ?? '']));

/** What is made of two instances. */
const made = ['addLoadBalancerBackend', 'createSnapshot'];

/** Makes one more of what a list shows, where a route at its path does so. */
async function createAt(path: string): Promise<void> {
  const route = routes.find((one) => one.path === path && one.method === 'POST' && one.route.status === 201);
  if (!route || made.includes(route.key)) return;
  const body = bodyOf(route);
  await expectStatus(
    201,
    call(await handlerOf(route), { bearer: owner.bearer, params: paramsOf(path), ...(body && { body }) }),
  );
}

/** Entries of the logs that only workflows write. */
async function writeLogs(): Promise<void> {
  const at = `${new Date().toISOString().slice(0, 19)}Z`;
  const event = { at, type: 'noted', from: null, to: 'running', actor: 'test', request_id: null, message: 'noted' };
  const entry = { at, reason: 'scale_out', from: 0, to: 1, status: 'successful', message: 'scaled' } as const;
  await transact([
    addEvent(owner.account_id, mine.instances ?? '', event, new Date()),
    ...[1, 2, 3].map((second) =>
      putActivity(owner.account_id, mine.asg ?? '', { ...entry, id: newId('event', new Date(second * 1000)) }),
    ),
  ]);
  const webhook = await getWebhook(owner.account_id, mine.webhooks ?? '');
  const attempts = [1, 2, 3].map((attempt) => ({ ...delivered(at), attempt }));
  if (webhook) await transact(noteAttempt(webhook, attempts, {}));
}

const delivered = (at: string) => ({
  id: newId('delivery', new Date()),
  event_id: newId('event', new Date()),
  event_type: 'vpc.created' as const,
  at,
  status: 'succeeded' as const,
  response_status: 200,
  error: null,
  duration_ms: 1,
  next_attempt_at: null,
});

async function putRules(): Promise<void> {
  const request = (rules: object[]) => ({ params: { name: mine.buckets ?? '' }, body: { rules } });
  const cors = ['a', 'b', 'c'].map((id) => ({ id, allowed_origins: ['*'], allowed_methods: ['GET'] }));
  const lifecycle = ['a', 'b', 'c'].map((id) => ({ id, enabled: true, prefix: id, expire_days: 1 }));
  await expectStatus(200, callerOf(owner)(putCors, request(cors)));
  await expectStatus(200, callerOf(owner)(putLifecycle, request(lifecycle)));
}

test('the lists are those of the document', () => {
  expect(lists.length).toBeGreaterThan(30);
});

describe.each(lists.map((list) => [list.key, list] as const))('%s', (key, list) => {
  const sorts = list.route.query instanceof z.ZodObject && 'sort' in list.route.query.shape;
  const orders = sorts ? [{}, { sort: 'created_at' }, { sort: '-created_at' }] : [{}];
  const isBelow = list.path.includes('{') || key === 'listInstanceMetrics';

  const ask = async (query: Record<string, string>, bearer = owner.bearer) => {
    const named = key === 'listInstanceMetrics' ? { instance_id: instances.join(',') } : {};
    return call(await handlerOf(list), { bearer, params: paramsOf(list.path), query: { ...named, ...query } });
  };
  const plural = Object.entries((list.route.reply as z.ZodObject).shape).find(
    ([, field]) => field instanceof z.ZodArray,
  )?.[0] as string;
  const rowsOf = (body: Record<string, object[]>) =>
    (body[plural] ?? []).map((row) => {
      const { id, instance_id } = row as { id?: string; instance_id?: string };
      return id ?? instance_id ?? JSON.stringify(row);
    });

  /** The rows of all pages of a list in an order, which has so many rows. */
  async function walk(order: Record<string, string>, count: number): Promise<string[]> {
    const limit = String(count > 12 ? 5 : 1);
    const seen: string[] = [];
    for (let cursor = ''; ; ) {
      const page = await expectStatus(200, ask({ ...order, limit, ...(cursor && { cursor }) }));
      const rows = rowsOf(page);
      expect([rows.length <= Number(limit), typeof page.next_cursor]).toEqual([true, 'string']);
      // The feed shows the newest first, each page oldest first: its pages lead back.
      if (key === 'listActivity') seen.unshift(...rows);
      else seen.push(...rows);
      cursor = page.next_cursor;
      if (cursor === '') return seen;
    }
  }

  test.each(orders)('its pages show each row once: %o', async (order) => {
    const all = rowsOf(await expectStatus(200, ask({ ...order, limit: '200' })));
    if (!short.includes(key)) expect(all.length).toBeGreaterThan(1);
    expect(new Set(all).size).toBe(all.length);
    expect(await walk(order, all.length)).toEqual(all);
  });

  test('it refuses cursors of other requests, and sizes out of bounds', async () => {
    const { next_cursor: cursor } = await expectStatus(200, ask({ limit: '1' }));
    const foreign = cursor === '' ? [] : [await ask({ cursor, limit: '1' }, stranger.bearer)];
    const bad = await Promise.all(['x', 'e30.x', `${cursor}x`, `x${cursor}`].map((one) => ask({ cursor: one })));
    const refused = [...bad, ...(isBelow ? [] : foreign)];
    for (const reply of refused) {
      expect([reply.status, reply.headers['x-error-code'], reply.body.error]).toEqual([
        400,
        'invalid_cursor',
        'cursor: not valid for this request',
      ]);
    }
    for (const limit of ['0', '-1', '1001', 'many']) {
      const reply = await ask({ limit });
      expect([reply.status, reply.headers['x-error-code']]).toEqual([400, 'validation_failed']);
      expect(reply.body.error).toMatch(/^limit: /);
    }
  });
});

test('a cursor of one list is none of another', async () => {
  const [one, other] = ['listVpcs', 'listInstances'].map((key) => lists.find((list) => list.key === key));
  if (!one || !other) throw new Error('there are no such lists');
  const page = await expectStatus(200, call(await handlerOf(one), { bearer: owner.bearer, query: { limit: '1' } }));
  const query = { cursor: page.next_cursor };
  const reply = await call(await handlerOf(other), { bearer: owner.bearer, query });
  expect([reply.status, reply.headers['x-error-code']]).toEqual([400, 'invalid_cursor']);
});
