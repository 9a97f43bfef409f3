import { beforeAll, describe, expect, test } from 'vitest';
import { handler as create } from '#functions/compute/load-balancers/create.ts';
import { handler as list } from '#functions/compute/load-balancers/list.ts';
import { handler as update } from '#functions/compute/load-balancers/update.ts';
import { handler as quotas } from '#functions/compute/quotas/list.ts';
import { newId } from '#lib/model/platform/ids.ts';
import { call, signedUp } from '#lib/testing/functions/call.ts';
import { testTable } from '#lib/testing/functions/table.ts';
import { type Client, clientOf } from '#test/functions/compute/client.ts';
import { silence, standInHost } from '#test/support/hosts/hosts.ts';

let mine: Client;
beforeAll(async () => {
  mine = clientOf(await signedUp());
  await standInHost({ capabilities: ['load_balancing'] });
});

const listeners = [{ protocol: 'http', port: 8080 }];
const make = (body: object) => mine(create, { body: { name: 'front', listeners, ...body } });
const codes = 'must be statuses and ranges like 200-399,404';

describe('a body is refused with what is wrong', () => {
  test.each<[object, string]>([
    [{ name: 'a b' }, 'name: "a b" must be a hostname label: letters, digits and inner hyphens'],
    [{ name: 'a.b' }, 'name: "a.b" must be a hostname label: letters, digits and inner hyphens'],
    [{ name: '-a' }, 'name: "-a" must be a hostname label: letters, digits and inner hyphens'],
    [{ listeners: [] }, 'listeners: must have at least 1 items'],
    [{ listeners: Array(11).fill(listeners[0]) }, 'listeners: must have at most 10 items'],
    [{ listeners: [{ protocol: 'udp', port: 443 }] }, 'listeners[0].protocol: "udp" is not one of http, https, tcp'],
    [{ listeners: [{ protocol: 'http', port: 0 }] }, 'listeners[0].port: 0 must be at least 1'],
    [
      { listeners: [{ protocol: 'tcp', port: 1, target_port: 65_536 }] },
      'listeners[0].target_port: 65536 must be at most 65535',
    ],
    [{ listeners: [{ protocol: 'tcp' }] }, 'listeners[0].port: is required (a number)'],
    [{ algorithm: 'random' }, 'algorithm: "random" is not one of round_robin, least_connections'],
    [{ health_check: { interval_seconds: 1 } }, 'health_check.interval_seconds: 1 must be at least 2'],
    [{ health_check: { timeout_seconds: 61 } }, 'health_check.timeout_seconds: 61 must be at most 60'],
    [{ health_check: { healthy_threshold: 1 } }, 'health_check.healthy_threshold: 1 must be at least 2'],
    [{ health_check: { unhealthy_threshold: 11 } }, 'health_check.unhealthy_threshold: 11 must be at most 10'],
    [
      { health_check: { path: 'x' } },
      'health_check.path: "x" must begin with / and be of printable ASCII without spaces',
    ],
    [
      { health_check: { path: '/a b' } },
      'health_check.path: "/a b" must begin with / and be of printable ASCII without spaces',
    ],
    [{ health_check: { timeout_seconds: 10 } }, 'health_check.timeout_seconds: 10 must be below interval_seconds (10)'],
    [{ health_check: { interval_seconds: 5 } }, 'health_check.timeout_seconds: 5 must be below interval_seconds (5)'],
    [{ health_check: { expected_codes: '2xx' } }, `health_check.expected_codes: "2xx" ${codes}`],
    [{ health_check: { expected_codes: '200,' } }, `health_check.expected_codes: "200," ${codes}`],
    [{ health_check: { expected_codes: '' } }, `health_check.expected_codes: "" ${codes}`],
    [
      { health_check: { expected_codes: '399-200' } },
      'health_check.expected_codes: "399-200" has 399-200 (a range rises within 100-599)',
    ],
    [
      { health_check: { expected_codes: '099' } },
      'health_check.expected_codes: "099" has 99-99 (a range rises within 100-599)',
    ],
    [{ health_check: { every: 1 } }, 'unknown field "every" in health_check'],
    [{ backends: [{ instance_id: 'i-1', weight: 101 }] }, 'backends[0].weight: 101 must be at most 100'],
    [{ labels: {} }, 'unknown field "labels"'],
    [{ tags: { k: 1 } }, 'tags.k: 1 must be a string'],
  ])('%j', async (body, error) => {
    expect(await make(body)).toMatchObject({ status: 400, body: { error } });
  });

  test('and accepted at its edges', async () => {
    const health_check = { expected_codes: '200-399,404', port: 1, interval_seconds: 300, timeout_seconds: 60 };
    const many = Array.from({ length: 10 }, (_, i) => ({ protocol: i % 2 ? 'tcp' : 'http', port: 2000 + i }));
    const reply = await make({ name: 'x'.repeat(63), listeners: many, health_check, algorithm: 'least_connections' });
    expect(reply).toMatchObject({ status: 201, body: { health_check, algorithm: 'least_connections' } });
  });
});

test('402 where the wallet cannot pay its first hour; nothing is left of it', async () => {
  process.env.SVC_SIGNUP_CREDIT_PAISE = '122';
  const poor = clientOf(await signedUp());
  delete process.env.SVC_SIGNUP_CREDIT_PAISE;
  const body = { name: 'front', listeners };
  const refused = {
    status: 402,
    headers: { 'x-error-code': 'insufficient_balance' },
    body: { error: 'wallet balance ₹1.22 is below the ₹1.23 needed for one hour of a load balancer; top up' },
  };
  expect(await poor(create, { body, query: { dry_run: 'true' } })).toMatchObject(refused);
  expect(await poor(create, { body })).toMatchObject(refused);
  expect((await poor(list)).body.load_balancers).toEqual([]);
  expect((await poor(quotas)).body.quotas).toContainEqual({ name: 'load_balancers', limit: 5, used: 0 });
});

test('two listeners of one port are refused', async () => {
  const twice = [...listeners, { protocol: 'tcp', port: 8080, target_port: 1 }];
  const refused = {
    status: 409,
    headers: { 'x-error-code': 'already_exists' },
    body: { error: 'listeners[1].port: 8080 is the port of listeners[0] already' },
  };
  expect(await make({ listeners: twice })).toMatchObject(refused);
  const { id } = (await make({ name: 'once' })).body;
  expect(await mine(update, { params: { id }, body: { listeners: twice } })).toMatchObject(refused);
  const late = { health_check: { interval_seconds: 4 } };
  expect((await mine(update, { params: { id }, body: late })).body.error).toBe(
    'health_check.timeout_seconds: 5 must be below interval_seconds (4)',
  );
});

test('a VPC and instances that are not there are not found', async () => {
  const vpc = newId('vpc', new Date());
  expect(await make({ name: 'a', vpc_id: vpc })).toMatchObject({
    status: 404,
    body: { error: `vpc ${vpc} not found` },
  });
  const backends = [{ instance_id: newId('instance', new Date()) }];
  expect(await make({ name: 'a', backends })).toMatchObject({
    status: 404,
    body: { error: `instance ${backends[0]?.instance_id} not found` },
  });
});

test('a rehearsal says what it would cost, and does nothing', async () => {
  const own = clientOf(await signedUp());
  const reply = await own(create, { body: { name: 'dry', listeners }, query: { dry_run: 'true' } });
  expect(reply).toMatchObject({
    status: 200,
    body: {
      dry_run: true,
      would: 'create load balancer dry',
      price_delta_paise_per_hour: 123,
      price_delta_paise_per_month: 89900,
      cascade: [],
    },
  });
  expect((await own(list)).body.load_balancers).toEqual([]);
});

test('nobody gets in without a login', async () => {
  for (const handler of [list, create]) expect((await call(handler, {})).status).toBe(401);
});

describe('where no host can serve it', () => {
  const tried = async (change: Parameters<typeof standInHost>[0], body: object = {}) => {
    await testTable();
    const own = clientOf(await signedUp());
    const host = await standInHost({ id: 'only', ...change });
    return { host, ask: () => own(create, { body: { name: 'front', listeners, ...body } }) };
  };

  test('because its driver cannot', async () => {
    const { ask } = await tried({ capabilities: ['ssh'] });
    const reply = await ask();
    expect(reply).toMatchObject({ status: 409, headers: { 'x-error-code': 'capacity_exhausted' } });
    expect(reply.body.error).toMatch(
      /^no load balancer is available in vpc-\w+: host only \(driver simulated\) lacks load_balancing; see GET \/healthz$/,
    );
  });

  test('because it may not listen there', async () => {
    const low = { listeners: [{ protocol: 'http', port: 80 }] };
    const { ask } = await tried({ capabilities: ['load_balancing'] }, low);
    expect((await ask()).body.error).toBe(
      'listeners[0].port: 80 cannot be served: host only may not listen below 1024 (it lacks low_ports; see GET /healthz)',
    );
    const able = await tried({ capabilities: ['load_balancing', 'low_ports'] }, low);
    expect((await able.ask()).status).toBe(201);
  });

  test('because none answers, or none has an address left', async () => {
    const { ask, host } = await tried({ capabilities: ['load_balancing'] });
    await silence(host.id);
    expect(await ask()).toMatchObject({ status: 409, headers: { 'retry-after': '30' } });
    const without = await tried({ capabilities: ['load_balancing'], address_pool: null });
    expect((await without.ask()).body.error).toBe('no addresses left in the pool');
  });
});
