import { beforeEach, expect, test, vi } from 'vitest';
import { handler as addAddress } from '#functions/platform/add-address.ts';
import { handler as createToken } from '#functions/platform/create-join-token.ts';
import { handler as deleteHost } from '#functions/platform/delete-host.ts';
import { handler as deleteToken } from '#functions/platform/delete-join-token.ts';
import { handler as drain } from '#functions/platform/drain-host.ts';
import { handler as fence } from '#functions/platform/fence-host.ts';
import { handler as listAddresses } from '#functions/platform/list-addresses.ts';
import { handler as listHosts } from '#functions/platform/list-hosts.ts';
import { handler as listTokens } from '#functions/platform/list-join-tokens.ts';
import { handler as removeAddress } from '#functions/platform/remove-address.ts';
import { handler as resume } from '#functions/platform/resume-host.ts';
import { handler as showHost } from '#functions/platform/show-host.ts';
import { handler as updateHost } from '#functions/platform/update-host.ts';
import { HostLink } from '#lib/agent/link/link.ts';
import { jobKinds } from '#lib/model/compute/job.ts';
import { getHost } from '#lib/store/compute/hosts.ts';
import { allItems } from '#lib/testing/functions/items.ts';
import { testTable } from '#lib/testing/functions/table.ts';
import { type Caller, callerOf, expectStatus, refusal } from '#test/support/accounts/iam.ts';
import { newOperator } from '#test/support/accounts/operators.ts';
import { launched } from '#test/support/compute/instances.ts';
import { direct, newHostKey } from '#test/support/hosts/host-link.ts';

let root: Caller;
let owner: Awaited<ReturnType<typeof newOperator>>;

beforeEach(async () => {
  await testTable();
  owner = await newOperator();
  root = callerOf(owner);
});

const image = {
  ...{ id: 'ubuntu-24.04', name: 'Ubuntu', distribution: 'ubuntu', version: '24.04' },
  ...{ default_user: 'ubuntu', available: true, reason: null },
};
const offer = {
  driver: 'simulated',
  capabilities: ['volumes'],
  images: [image],
  public_ip: '203.0.113.7',
  address_pool: '203.0.113.8/29',
  reserved_ports: [],
  reserved_addresses: ['203.0.113.14'],
};
const start = {
  boot_id: '6f1c2f0e-9c1f-4b52-8f0f-3a1d5b1c7f11',
  arch: 'x64',
  job_kinds: [...jobKinds],
  capacity: { ram_mib: 8192, vcpus: 4 },
  offer,
};

const linkOf = (hostId: string, key: ReturnType<typeof newHostKey>) =>
  new HostLink({ hostId, key: key.key, audience: process.env.SVC_BASE_URL || 'svc', transport: direct });

/** A machine that becomes a host by a token of an operator. */
async function joined(wish: object = {}) {
  const { token } = await expectStatus(201, root(createToken, { body: wish }));
  const key = newHostKey();
  const { host_id } = await linkOf('new', key).call('joinHosts', { join_token: token, public_key: key.public_key });
  return { id: host_id, link: linkOf(host_id, key) };
}

async function started(addresses: object = {}) {
  const host = await joined();
  await host.link.call('startHost', { ...start, offer: { ...offer, ...addresses } });
  return host;
}

const shown = (id: string) => expectStatus(200, root(showHost, { params: { id } }));

test('a token is shown once, kept as a hash, and good for an hour unless said otherwise', async () => {
  const made = await expectStatus(201, root(createToken));
  expect(made).toMatchObject({ host_id: null, created_by: owner.email });
  expect(made.command).toBe(`svc-host join --url http://localhost:3000 --token ${made.token}`);
  vi.stubEnv('SVC_HOST_API', 'https://hosts.example.in');
  const deployed = await expectStatus(201, root(createToken));
  expect(deployed.command).toBe(`svc-host join --url https://hosts.example.in --token ${deployed.token}`);
  await expectStatus(200, root(deleteToken, { params: { id: deployed.id } }));
  expect(Date.parse(made.expires_at) - Date.parse(made.created_at)).toBe(3_600_000);
  expect(JSON.stringify(await allItems())).not.toContain(made.token);
  const { token: _, command: __, ...listed } = made;
  expect((await expectStatus(200, root(listTokens))).join_tokens).toEqual([listed]);
  await expectStatus(200, root(deleteToken, { params: { id: made.id } }));
  expect((await expectStatus(200, root(listTokens))).join_tokens).toEqual([]);
  expect(refusal(await root(deleteToken, { params: { id: made.id } }))).toEqual([
    404,
    'not_found',
    `join token ${made.id} not found`,
  ]);
});

test('a token is for a week at most, and for a host that exists', async () => {
  const long = await root(createToken, { body: { expires_in_seconds: 7 * 24 * 3600 + 1 } });
  expect(refusal(long)).toEqual([400, 'validation_failed', 'expires_in_seconds: 604801 must be at most 604800']);
  const absent = await root(createToken, { body: { host_id: 'host-nobody' } });
  expect(refusal(absent)).toEqual([404, 'not_found', 'host host-nobody not found']);
});

test('a token, or a change of the host, allows it disks and a pool that other hosts have; a new key changes neither', async () => {
  await started();
  const wish = { disk_scope: 'rack-4', address_pool: '203.0.113.8/29' };
  const { id, link } = await joined(wish);
  const offered = { ...offer, public_ip: '203.0.113.17', disk_scope: 'rack-4' };
  link.begin((await link.call('startHost', { ...start, offer: offered })).epoch);
  const allowed = { allowed_disk_scope: 'rack-4', allowed_address_pool: '203.0.113.8/29' };
  expect(await shown(id)).toMatchObject({ ...allowed, ...wish, refused: null });
  await joined({ host_id: id });
  expect(await shown(id)).toMatchObject(allowed);
  const body = { allowed_disk_scope: 'rack-5' };
  const changed = await expectStatus(200, root(updateHost, { params: { id }, body }));
  expect(changed).toMatchObject({ ...allowed, ...body, disk_scope: 'rack-4' });
  await expectStatus(200, root(updateHost, { params: { id }, body: { allowed_address_pool: null } }));
  expect(await shown(id)).toMatchObject({ ...body, allowed_address_pool: null });
});

test('a disk scope has a name, and no host its id for one', async () => {
  const rule = 'must be a name of 1 to 63 of a-z 0-9 - that begins with a letter and is no id of a host';
  const id = await root(createToken, { body: { disk_scope: 'host-4k2mq8x1c7vd' } });
  expect(refusal(id)).toEqual([400, 'validation_failed', `disk_scope: "host-4k2mq8x1c7vd" ${rule}`]);
  const block = await root(createToken, { body: { address_pool: '203.0.113.9/29' } });
  expect(refusal(block)).toEqual([
    400,
    'validation_failed',
    'address_pool: "203.0.113.9/29" must be an IPv4 block of /20 to /31, without host bits',
  ]);
});

test('a used token is no longer listed, and the host is, from joining on', async () => {
  const { id, link } = await joined();
  expect((await expectStatus(200, root(listTokens))).join_tokens).toEqual([]);
  expect(await shown(id)).toMatchObject({ id, name: id, state: 'joining', seen_at: null, driver: null, machines: [] });
  await link.call('startHost', start);
  const { hosts, next_cursor } = await expectStatus(200, root(listHosts));
  expect(next_cursor).toBe('');
  expect(hosts).toEqual([
    expect.objectContaining({
      id,
      kind: 'agent',
      driver: 'simulated',
      state: 'active',
      protocol: 1,
      capacity: { ram_mib: 8192, vcpus: 4, instances: 10_000 },
      used: { ram_mib: 0, vcpus: 0, instances: 0 },
      images: ['ubuntu-24.04'],
      machines: null,
      address_pool: '203.0.113.8/29',
    }),
  ]);
});

test('pages of hosts hold each once, and filters find them by state and name', async () => {
  const other = { public_ip: '203.0.113.17', address_pool: null };
  const made = [await started(), await started(other), await joined()];
  const ids: string[] = [];
  let cursor = '';
  do {
    const query = { limit: '1', ...(cursor && { cursor }) };
    const page = await expectStatus(200, root(listHosts, { query }));
    ids.push(...page.hosts.map(({ id }: { id: string }) => id));
    cursor = page.next_cursor;
  } while (cursor);
  expect(ids.sort()).toEqual(made.map(({ id }) => id).sort());
  const joining = await expectStatus(200, root(listHosts, { query: { state: 'joining' } }));
  expect(joining.hosts.map(({ id }: { id: string }) => id)).toEqual([made[2]?.id]);
  await expectStatus(200, root(updateHost, { params: { id: made[0]?.id ?? '' }, body: { name: 'rack-4' } }));
  const names = async (query: Record<string, string>) =>
    (await expectStatus(200, root(listHosts, { query }))).hosts.map(({ name }: { name: string }) => name);
  expect([await names({ q: 'RACK' }), await names({ name: 'rack-4,rack-5' })]).toEqual([['rack-4'], ['rack-4']]);
  expect(await names({ name: 'rack' })).toEqual([]);
  // Removed ones, here the newest, leave no page short.
  for (const { id = '' } of made.slice(1)) await expectStatus(200, root(deleteHost, { params: { id } }));
  expect([await names({ limit: '1' }), await names({})]).toEqual([['rack-4'], ['rack-4']]);
});

test('factors change what machines may have, also at the next start', async () => {
  const { id, link } = await started();
  const body = { capacity_factors: { ram: 0.5, vcpus: 2 } };
  const changed = await expectStatus(200, root(updateHost, { params: { id }, body }));
  expect(changed).toMatchObject({ capacity: { ram_mib: 4096, vcpus: 8 }, used: { ram_mib: 0, vcpus: 0 } });
  expect(await getHost(id)).toMatchObject({ free_ram_mib: 4096, free_vcpus: 8 });
  await link.call('startHost', {
    ...start,
    boot_id: start.boot_id.replace('6f', '7f'),
    capacity: { ram_mib: 16_384, vcpus: 4 },
  });
  expect(await getHost(id)).toMatchObject({ free_ram_mib: 8192, free_vcpus: 8 });
});

test('drain, fence and resume set the state, and say where it does not fit', async () => {
  const { id, link } = await started();
  const params = { id };
  expect((await expectStatus(200, root(drain, { params }))).state).toBe('draining');
  expect((await expectStatus(200, root(drain, { params }))).state).toBe('draining');
  expect((await expectStatus(200, root(fence, { params }))).state).toBe('fenced');
  await expect(link.call('startHost', start)).rejects.toMatchObject({ status: 403, code: 'host_fenced' });
  expect(refusal(await root(drain, { params }))).toEqual([
    409,
    'wrong_state',
    `host ${id} is fenced; drain requires active or draining`,
  ]);
  // It counts as lost until its agent has started again.
  expect((await expectStatus(200, root(resume, { params }))).state).toBe('lost');
  await link.call('startHost', start);
  expect((await shown(id)).state).toBe('active');
});

test('a host goes, unless it has machines', async () => {
  const { id, link } = await started();
  const machine = await launched(owner);
  expect(await shown(id)).toMatchObject({
    instances: 1,
    used: { instances: 1 },
    machines: [{ instance_id: machine.id, account_id: owner.account_id, port: expect.any(Number) }],
  });
  const held = `host ${id} has 1 machine; drain it, or use force`;
  expect(refusal(await root(deleteHost, { params: { id } }))).toEqual([409, 'in_use', held]);
  const force = (dry_run: string) => root(deleteHost, { params: { id }, query: { force: 'true', dry_run } });
  const cascade = [{ type: 'instance', id: machine.id, effect: 'lost' }];
  expect(await expectStatus(200, force('true'))).toMatchObject({ would: `delete host ${id}`, cascade });
  await expectStatus(200, force('false'));
  expect((await root(showHost, { params: { id } })).status).toBe(404);
  expect((await expectStatus(200, root(listHosts))).hosts).toEqual([]);
  await expect(link.call('startHost', start)).rejects.toMatchObject({ code: 'host_removed' });
});

test('addresses of the pool are withheld and given again', async () => {
  const { id } = await started();
  const params = { id };
  const statuses = async () => {
    const { addresses } = await expectStatus(200, root(listAddresses, { params }));
    return addresses.map(({ address, status }: Record<string, string>) => `${address} ${status}`);
  };
  expect(await statuses()).toEqual([
    ...['9', '10', '11', '12', '13'].map((last) => `203.0.113.${last} free`),
    '203.0.113.14 reserved',
  ]);
  const address = '203.0.113.9';
  await expectStatus(200, root(removeAddress, { params: { id, address } }));
  expect((await statuses())[0]).toBe(`${address} withheld`);
  await expectStatus(201, root(addAddress, { params, body: { address } }));
  expect((await statuses())[0]).toBe(`${address} free`);
  expect(refusal(await root(addAddress, { params, body: { address: '198.51.100.1' } }))).toEqual([
    404,
    'not_found',
    'address of pool 203.0.113.8/29 198.51.100.1 not found',
  ]);
});
