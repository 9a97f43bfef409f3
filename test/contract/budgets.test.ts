import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { handler as jwks } from '#functions/auth/sessions/jwks.ts';
import { handler as login } from '#functions/auth/sessions/login.ts';
import { handler as logout } from '#functions/auth/sessions/logout.ts';
import { handler as me } from '#functions/auth/sessions/me.ts';
import { handler as refresh } from '#functions/auth/sessions/refresh.ts';
import { handler as register } from '#functions/auth/sessions/register.ts';
import { handler as allocate } from '#functions/compute/elastic-ips/allocate.ts';
import { handler as attach } from '#functions/compute/elastic-ips/attach.ts';
import { handler as detach } from '#functions/compute/elastic-ips/detach.ts';
import { handler as addRule } from '#functions/compute/firewall/add.ts';
import { handler as listRules } from '#functions/compute/firewall/list.ts';
import { handler as takeSnapshot } from '#functions/compute/instance-snapshots/create.ts';
import { handler as instanceSnapshots } from '#functions/compute/instance-snapshots/list.ts';
import { handler as ticket } from '#functions/compute/instances/console-ticket.ts';
import { handler as events } from '#functions/compute/instances/events.ts';
import { handler as launch } from '#functions/compute/instances/launch.ts';
import { handler as list } from '#functions/compute/instances/list.ts';
import { handler as metrics } from '#functions/compute/instances/metrics.ts';
import { handler as reboot } from '#functions/compute/instances/reboot.ts';
import { handler as show } from '#functions/compute/instances/show.ts';
import { handler as terminate } from '#functions/compute/instances/terminate.ts';
import { handler as change } from '#functions/compute/instances/update.ts';
import { handler as createBalancer } from '#functions/compute/load-balancers/create.ts';
import { handler as listBalancers } from '#functions/compute/load-balancers/list.ts';
import { handler as snapshots } from '#functions/compute/snapshots/list.ts';
import { handler as createVolume } from '#functions/compute/volumes/create.ts';
import { handler as volumes } from '#functions/compute/volumes/list.ts';
import type { Handler } from '#lib/edge/route.ts';
import { newId } from '#lib/model/platform/ids.ts';
import { createInstance, type InstanceRecord } from '#lib/store/compute/instances.ts';
import type { Item } from '#lib/store/platform/read.ts';
import { transact } from '#lib/store/platform/write.ts';
import { goodPassword, newEmail, newIp } from '#lib/testing/functions/accounts.ts';
import { call, type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import type { Call } from '#lib/testing/functions/event.ts';
import { launchBody, launched, putInto, recordOf, up } from '#test/support/compute/instances.ts';
import { type StandInHost, standInHost } from '#test/support/hosts/hosts.ts';
import { requestCalls, type TableCalls, tableCalls } from '#test/support/table/table-calls.ts';
import { uncontended } from '#test/support/table/uncontended.ts';
import { testTime } from '#test/support/vitest/clock.ts';

/* Budgets of docs/architecture.md: what a request asks of the table, warm and uncontended, the whole chain included. */

let user: SignedUp;
let host: StandInHost;
let id: string;
let address: string;
/** An instance that is up. */
let running: string;
beforeAll(async () => {
  uncontended();
  user = await signedUp();
  host = await standInHost();
  const machine = await launched(user);
  await putInto(machine, up);
  running = machine.id;
  ({ id } = await launched(user));
  ({ id: address } = (await call(allocate, { bearer: user.bearer })).body);
});

// Each test has a second to itself, in which the clock stands still: however long it takes, the host has just been
// heard.
let second = Date.now();
beforeEach(async () => {
  second += 1000;
  testTime(new Date(second));
  await host.beat();
});

/** What one request asks of the table; fails unless it is answered with 2xx. */
async function costOf(handler: Handler, request: () => Call): Promise<TableCalls> {
  const { reply, ...cost } = await requestCalls(() => call(handler, { once: true, ...request() }));
  expect(reply.status).toBeLessThan(300);
  return cost;
}

const keyed = (request: Call = {}): Call => ({ ...request, headers: { 'idempotency-key': randomUUID() } });

/** What is read at the same time as the caller. */
const atOnce: [string, Handler, () => Call, number][] = [
  ['GET /compute/instances', list, () => ({ bearer: user.bearer }), 3],
  ['GET /compute/instances?sort=name', list, () => ({ bearer: user.bearer, query: { sort: 'name', limit: '10' } }), 3],
  ['GET /compute/instances/{id}', show, () => ({ bearer: user.bearer, params: { id } }), 2],
  ['GET /compute/load-balancers', listBalancers, () => ({ bearer: user.bearer }), 3],
  ['GET /compute/volumes', volumes, () => ({ bearer: user.bearer }), 3],
  ['GET /compute/snapshots', snapshots, () => ({ bearer: user.bearer }), 3],
];

test.each(atOnce)('%s: at most 3 calls in one round', async (_, handler, request, expected) => {
  const { calls, rounds } = await costOf(handler, request);
  expect(calls).toHaveLength(expected);
  expect(rounds).toBe(1);
});

const reads: [string, Handler, () => Call][] = [
  ['GET /auth/me', me, () => ({ bearer: user.bearer })],
  ['GET /compute/instances?status=', list, () => ({ bearer: user.bearer, query: { status: 'provisioning' } })],
  ['GET /compute/instances/{id}/firewall', listRules, () => ({ bearer: user.bearer, params: { id } })],
  ['GET …/events', events, () => ({ bearer: user.bearer, params: { id } })],
  ['GET …/snapshots', instanceSnapshots, () => ({ bearer: user.bearer, params: { id } })],
  ['GET …/metrics', metrics, () => ({ bearer: user.bearer, params: { id } })],
  ['GET …/metrics?period=30d', metrics, () => ({ bearer: user.bearer, params: { id }, query: { period: '30d' } })],
];

test.each(reads)('%s: 3 calls in 2 rounds', async (_, handler, request) => {
  const { calls, rounds } = await costOf(handler, request);
  expect(calls).toHaveLength(3);
  expect(rounds).toBe(2);
});

const web = { direction: 'inbound', protocol: 'tcp', port_from: 80 };

/** What chooses a host: in a VPC with machines that host is read alone. */
const placing: [string, Handler, () => Call][] = [
  ['POST /compute/instances', launch, () => ({ bearer: user.bearer, body: launchBody() })],
  ['POST /compute/volumes', createVolume, () => ({ bearer: user.bearer, body: { name: 'data', size_gib: 1 } })],
  ['POST /compute/elastic-ips', allocate, () => ({ bearer: user.bearer })],
  ['POST …/attach', attach, () => ({ bearer: user.bearer, params: { id: address }, body: { instance_id: id } })],
  [
    'POST /compute/load-balancers',
    createBalancer,
    () => ({ bearer: user.bearer, body: { name: `lb-${Date.now()}`, listeners: [{ protocol: 'http', port: 8080 }] } }),
  ],
];

test.each(placing)('%s with a key: 6 calls in 4 rounds at most', async (_, handler, request) => {
  const { calls, rounds } = await costOf(handler, () => keyed(request()));
  expect(calls.length).toBeLessThanOrEqual(6);
  expect(rounds).toBeLessThanOrEqual(4);
  expect(calls.filter((name) => name === 'TransactWriteItems')).toHaveLength(1);
});

const mutations: [string, Handler, () => Call][] = [
  ['POST …/snapshots', takeSnapshot, () => ({ bearer: user.bearer, params: { id: running } })],
  ['POST …/console-ticket', ticket, () => ({ bearer: user.bearer, params: { id: running } })],
  ['POST …/firewall', addRule, () => ({ bearer: user.bearer, params: { id }, body: web })],
  ['POST …/detach', detach, () => ({ bearer: user.bearer, params: { id: address } })],
  ['POST /auth/register', register, () => ({ body: { email: newEmail(), password: goodPassword }, ip: newIp() })],
];

test.each(mutations)('%s with a key: 5 calls in 3 rounds at most', async (_, handler, request) => {
  const { calls, rounds } = await costOf(handler, () => keyed(request()));
  expect(calls.length).toBeLessThanOrEqual(5);
  expect(rounds).toBeLessThanOrEqual(3);
  expect(calls.filter((name) => name === 'TransactWriteItems')).toHaveLength(1);
});

/** What changes an instance, which is read together with the caller. */
const ofInstance: [string, Handler, object][] = [
  ['PATCH /compute/instances/{id}', change, { name: 'web-02' }],
  ['POST …/reboot', reboot, {}],
  ['DELETE /compute/instances/{id}', terminate, {}],
];

test.each(ofInstance)('%s: 3 calls in 2 rounds, and with a key one more of each', async (_, handler, body) => {
  const request = async (): Promise<Call> => {
    const machine = await launched(user);
    await putInto(machine, up);
    return { bearer: user.bearer, params: { id: machine.id }, body };
  };
  const [plain, repeatable] = [await request(), keyed(await request())];
  const calls = ['UpdateItem', 'BatchGetItem', 'TransactWriteItems'];
  expect(await costOf(handler, () => plain)).toEqual({ calls, rounds: 2 });
  expect(await costOf(handler, () => repeatable)).toEqual({ calls: calls.toSpliced(2, 0, 'PutItem'), rounds: 3 });
});

test('an address that another has costs a second try: the inputs anew, what is taken, and the transaction', async () => {
  const other = await signedUp();
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  const costs: TableCalls[] = [];
  for (const _ of [1, 2]) costs.push(await costOf(allocate, () => keyed({ bearer: other.bearer })));
  uncontended();
  expect(costs.map(({ calls }) => calls.length)).toEqual([6, 10]);
});

test('a login and a refresh learn in one round whose they are: one round more', async () => {
  const other = await signedUp();
  const ip = newIp();
  const credentials = { email: other.email, password: other.password };
  const entering = await costOf(login, () => keyed({ body: credentials, ip }));
  const renewing = await costOf(refresh, () => keyed({ body: { refresh_token: other.refresh_token }, ip }));
  for (const { calls, rounds } of [entering, renewing]) {
    expect(calls.length).toBeLessThanOrEqual(5);
    expect(rounds).toBeLessThanOrEqual(4);
  }
});

test('a logout without a key: 3 calls in 2 rounds', async () => {
  const other = await signedUp();
  expect(await costOf(logout, () => ({ bearer: other.bearer }))).toMatchObject({ calls: { length: 3 }, rounds: 2 });
});

test('the public keys cost the table nothing', async () => {
  expect(await costOf(jwks, () => ({}))).toEqual({ calls: [], rounds: 0 });
});

test('a request over the limit costs one write beside reading who it is', async () => {
  const other = await signedUp();
  await Promise.all(Array.from({ length: 30 }, () => call(me, { bearer: other.bearer, once: true })));
  let status = 0;
  const cost = await tableCalls(async () => {
    ({ status } = await call(me, { bearer: other.bearer, once: true }));
  });
  expect(status).toBe(429);
  expect(cost.calls).toHaveLength(2);
});

describe('with 1,000 instances in the account', () => {
  test('a page, a look and a launch cost what they cost with one', async () => {
    const owner = await signedUp();
    const instance = await launched(owner);
    const measure = async () => ({
      list: await costOf(list, () => ({ bearer: owner.bearer, query: { limit: '50' } })),
      named: await costOf(list, () => ({ bearer: owner.bearer, query: { sort: 'name', limit: '50' } })),
      show: await costOf(show, () => ({ bearer: owner.bearer, params: { id: instance.id } })),
      launch: await costOf(launch, () => keyed({ bearer: owner.bearer, body: launchBody() })),
    });
    const few = await measure();
    const { pk: _, sk: __, gsi1pk: ___, gsi1sk: ____, ...record }: Item = await recordOf(instance);
    const another = (name: string) => ({ ...record, id: newId('instance', new Date()), name }) as InstanceRecord;
    const made = Array.from({ length: 1000 }, (_, i) => another(`web-${i}`));
    for (let at = 0; at < made.length; at += 50) await transact(made.slice(at, at + 50).map(createInstance));
    const page = await call(list, { bearer: owner.bearer, query: { limit: '50' } });
    expect(page.body.instances).toHaveLength(50);
    expect(await measure()).toEqual(few);
  });
});
