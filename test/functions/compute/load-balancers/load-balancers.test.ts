import { beforeEach, expect, test } from 'vitest';
import { handler as create } from '#functions/compute/load-balancers/create.ts';
import { handler as remove } from '#functions/compute/load-balancers/delete.ts';
import { handler as list } from '#functions/compute/load-balancers/list.ts';
import { handler as show } from '#functions/compute/load-balancers/show.ts';
import { handler as update } from '#functions/compute/load-balancers/update.ts';
import { handler as quotas } from '#functions/compute/quotas/list.ts';
import { handler as createVpc } from '#functions/compute/vpcs/create.ts';
import { handler as removeVpc } from '#functions/compute/vpcs/delete.ts';
import { assignmentsOf, confirmBalancer, failBalancer, finishRemoval } from '#lib/domain/compute/hosts/balancers.ts';
import { type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { type Client, clientOf } from '#test/functions/compute/client.ts';
import { type StandInHost, standInHost } from '#test/support/hosts/hosts.ts';

let me: SignedUp;
let mine: Client;
let host: StandInHost;
beforeEach(async () => {
  me = await signedUp();
  mine = clientOf(me);
  host = await standInHost({ id: 'host-1', capabilities: ['load_balancing'] });
});

const listeners = [{ protocol: 'http', port: 8080 }];
const make = (body: object = {}) => mine(create, { body: { name: 'front', listeners, ...body } });
const used = async () =>
  (await mine(quotas)).body.quotas.find(({ name }: { name: string }) => name === 'load_balancers').used;
const assignmentOf = async (id: string) => (await assignmentsOf(host.id)).find((assignment) => assignment.id === id);
const recordOf = async (id: string) => (await assignmentOf(id))!.record!;

test('a load balancer is created with its defaults, served, changed and deleted', async () => {
  const made = await make();
  expect(made).toMatchObject({ status: 201, headers: { etag: '"v1"' } });
  const { id, public_ip, created_at, vpc_id } = made.body;
  expect(made.body).toEqual({
    id: expect.stringMatching(/^lb-[0-9a-z]{26}$/),
    account_id: me.account_id,
    name: 'front',
    status: 'provisioning',
    status_reason: null,
    allowed_actions: ['update', 'delete', 'add_backend'],
    algorithm: 'round_robin',
    public_ip: expect.stringMatching(/^127\.11\.184\.\d+$/),
    public_hostname: expect.stringMatching(/^lb-[0-9a-z]{10}\./),
    private_ip: null,
    vpc_id: expect.stringMatching(/^vpc-/),
    listeners: [
      {
        ...{ protocol: 'http', port: 8080, target_port: 8080, certificate_ids: [], redirect_https: false },
        ...{ proxy_protocol: null, backend_protocol: null },
      },
    ],
    health_check: {
      protocol: 'http',
      port: null,
      path: '/',
      interval_seconds: 10,
      timeout_seconds: 5,
      healthy_threshold: 3,
      unhealthy_threshold: 3,
      expected_codes: '200-399',
    },
    sticky_sessions: false,
    backends: [],
    price_monthly: 899,
    created_at,
    tags: {},
    updated_at: created_at,
  });
  expect(await used()).toBe(1);
  const assignment = await assignmentOf(id);
  // As hosts know it that are older than https listeners.
  expect(assignment?.description?.listeners).toEqual([{ protocol: 'http', port: 8080, target_port: 8080 }]);
  expect(assignment?.description).toMatchObject({
    id,
    public_ip,
    vpc: { id: vpc_id, cidr: '10.20.0.0/20', gateway: '10.20.0.1' },
    source_ip: '10.20.0.2',
    health_check: { expected: [{ from: 200, to: 399 }] },
  });
  await confirmBalancer(assignment!.record!);
  expect(await mine(show, { params: { id } })).toMatchObject({
    headers: { etag: '"v2"' },
    body: { status: 'active' },
  });
  expect((await mine(list, { query: { status: 'active' } })).body).toMatchObject({
    load_balancers: [{ id }],
    next_cursor: '',
  });

  const change = { name: 'shop', algorithm: 'least_connections', health_check: { expected_codes: '200,404' } };
  const changed = await mine(update, { params: { id }, body: change });
  expect(changed).toMatchObject({
    status: 200,
    headers: { etag: '"v3"' },
    body: { name: 'shop', status: 'updating', health_check: { path: '/', expected_codes: '200,404' } },
  });
  await confirmBalancer(await recordOf(id));
  expect((await mine(show, { params: { id } })).body.status).toBe('active');

  const deleting = await mine(remove, { params: { id } });
  expect(deleting).toMatchObject({ status: 200, body: { id, status: 'deleting' } });
  expect((await mine(remove, { params: { id } })).body).toEqual(deleting.body);
  expect(await mine(update, { params: { id }, body: { name: 'x' } })).toMatchObject({
    status: 409,
    headers: { 'x-error-code': 'wrong_state' },
    body: { error: `load balancer ${id} is deleting; it can no longer be updated` },
  });
  const last = await assignmentOf(id);
  expect(last?.description).toBeNull();
  await finishRemoval(last!);
  await finishRemoval(last!);
  expect((await mine(show, { params: { id } })).status).toBe(404);
  expect(await used()).toBe(0);
  expect(await assignmentsOf(host.id)).not.toContainEqual(expect.objectContaining({ id }));
  expect((await make({ name: 'shop' })).status).toBe(201);
});

test('what the host cannot do is an error with its reason, until it can; an older word does not count', async () => {
  const { id } = (await make()).body;
  const first = await recordOf(id);
  await failBalancer(first, '127.0.0.1:8080 is in use by another program');
  expect((await mine(show, { params: { id } })).body).toMatchObject({
    status: 'error',
    status_reason: '127.0.0.1:8080 is in use by another program',
  });
  await confirmBalancer(first);
  expect((await mine(show, { params: { id } })).body.status).toBe('error');
  const changed = await mine(update, { params: { id }, body: { listeners: [{ protocol: 'tcp', port: 8081 }] } });
  expect(changed.body).toMatchObject({ status: 'updating', status_reason: null });
  await confirmBalancer(await recordOf(id));
  expect((await mine(show, { params: { id } })).body).toMatchObject({ status: 'active', status_reason: null });
});

test('a change of nothing changes nothing, a renaming does not trouble the host, and If-Match guards', async () => {
  const { body } = await make();
  const params = { id: body.id };
  await confirmBalancer(await recordOf(body.id));
  const active = (await mine(show, { params })).body;
  for (const same of [{}, { name: 'front' }, { listeners }, { health_check: { path: '/' } }]) {
    expect(await mine(update, { params, body: same })).toMatchObject({ status: 200, body: active });
  }
  expect((await mine(update, { params, body: { name: 'other' } })).body).toMatchObject({ status: 'active' });
  const stale = { params, headers: { 'if-match': '"v2"' } };
  expect((await mine(update, { ...stale, body: { sticky_sessions: true } })).status).toBe(412);
  expect((await mine(remove, stale)).status).toBe(412);
});

test('a name stands once per account', async () => {
  const { id } = (await make()).body;
  const error = `name: load balancer "front" already exists as ${id}`;
  expect(await make()).toMatchObject({ status: 409, headers: { 'x-error-code': 'already_exists' }, body: { error } });
  const other = (await make({ name: 'other' })).body;
  expect(await mine(update, { params: { id: other.id }, body: { name: 'front' } })).toMatchObject({
    status: 409,
    body: { error },
  });
  expect((await clientOf(await signedUp())(create, { body: { name: 'front', listeners } })).status).toBe(201);
});

test('a VPC with a load balancer in it stays, and stays on its host', async () => {
  const vpc = (await mine(createVpc, { body: { name: 'second' } })).body;
  const { id } = (await make({ vpc_id: vpc.id })).body;
  expect(await mine(removeVpc, { params: { id: vpc.id } })).toMatchObject({
    status: 409,
    headers: { 'x-error-code': 'in_use' },
    body: { error: `vpc ${vpc.id} has 1 load balancer` },
  });
  await mine(remove, { params: { id } });
  await finishRemoval((await assignmentOf(id))!);
  expect((await mine(removeVpc, { params: { id: vpc.id } })).status).toBe(200);
});

test('creations at once: as many as the quota allows, each with an address of its own', async () => {
  const replies = await Promise.all(Array.from({ length: 7 }, (_, i) => make({ name: `lb-${i}` })));
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 201, 403, 403]);
  expect(replies.find(({ status }) => status === 403)?.body.error).toBe(
    '5 of 5 load_balancers used (see GET /compute/quotas)',
  );
  const { load_balancers } = (await mine(list)).body;
  expect(new Set(load_balancers.map((one: { public_ip: string }) => one.public_ip)).size).toBe(5);
  expect(await used()).toBe(5);
});

test('a change and a deletion at once: what is deleted is not changed', async () => {
  for (let round = 0; round < 5; round++) {
    const { id } = (await make({ name: `race-${round}` })).body;
    const [changed, removed] = await Promise.all([
      mine(update, { params: { id }, body: { sticky_sessions: true } }),
      mine(remove, { params: { id } }),
    ]);
    expect(removed.status).toBe(200);
    expect([200, 409]).toContain(changed.status);
    expect((await mine(show, { params: { id } })).body.status).toBe('deleting');
    await finishRemoval((await assignmentOf(id))!);
  }
});
