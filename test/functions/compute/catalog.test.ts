import { beforeAll, describe, expect, test } from 'vitest';
import { handler as listImages } from '#functions/compute/images/list.ts';
import { handler as getImage } from '#functions/compute/images/show.ts';
import { handler as listTypes } from '#functions/compute/instance-types/list.ts';
import { handler as getType } from '#functions/compute/instance-types/show.ts';
import { handler as listPrices } from '#functions/compute/prices/list.ts';
import { handler as listQuotas } from '#functions/compute/quotas/list.ts';
import { takeQuota } from '#lib/store/platform/quotas.ts';
import { transact } from '#lib/store/platform/write.ts';
import { call, type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { type Client, clientOf } from './client.ts';
import { announceHost, hostEntry, hostImage } from './hosts.ts';

let me: SignedUp;
let mine: Client;
beforeAll(async () => {
  me = await signedUp();
  mine = clientOf(me);
});

const named = (items: { id: string }[]) => items.map(({ id }) => id);

describe('instance types', () => {
  test('are those of the contract, for everybody', async () => {
    const { status, body } = await call(listTypes);
    expect(status).toBe(200);
    expect(body.next_cursor).toBe('');
    const rows = body.instance_types.map((type: Record<string, unknown>) =>
      ['id', 'family', 'cpu', 'ram', 'disk', 'price_monthly', 'price_hourly_paise', 'network_mbps'].map(
        (name) => type[name],
      ),
    );
    expect(rows).toEqual([
      ['s1-nano', 'shared', 1, 512, 10, 299, 41, 100],
      ['s1-micro', 'shared', 1, 1024, 20, 499, 68, 100],
      ['s1-small', 'shared', 1, 2048, 30, 899, 123, 200],
      ['s1-medium', 'shared', 2, 4096, 60, 1699, 233, 200],
      ['s1-large', 'shared', 4, 8192, 120, 3299, 452, 500],
      ['s1-xlarge', 'shared', 8, 16384, 240, 6499, 890, 500],
      ['c1-large', 'compute', 4, 4096, 80, 2799, 383, 500],
      ['m1-large', 'memory', 2, 16384, 80, 4599, 630, 500],
    ]);
    expect(await call(listTypes, { bearer: 'not.a.token' })).toMatchObject({ status: 200, body });
    expect(await mine(listTypes)).toMatchObject({
      status: 200,
      body,
      headers: { 'ratelimit-policy': '"default";q=30;w=1' },
    });
  });

  test('are filtered by whether they are to be had', async () => {
    expect((await call(listTypes, { query: { available: 'true' } })).body.instance_types).toHaveLength(8);
    expect((await call(listTypes, { query: { available: 'false' } })).body.instance_types).toEqual([]);
    expect(await call(listTypes, { query: { available: 'maybe' } })).toMatchObject({
      status: 400,
      body: { error: 'available: "maybe" is not one of true, false' },
    });
  });

  test('are filtered by their names, exactly', async () => {
    const found = async (name: string) => named((await call(listTypes, { query: { name } })).body.instance_types);
    expect(await found('m1-large,s1-nano')).toEqual(['s1-nano', 'm1-large']);
    expect(await found('s1')).toEqual([]);
  });

  test('are shown one by one', async () => {
    const { body } = await call(getType, { params: { id: 's1-small' } });
    expect(body).toEqual({
      id: 's1-small',
      name: 's1-small',
      family: 'shared',
      cpu: 1,
      ram: 2048,
      disk: 30,
      price_monthly: 899,
      price_hourly_paise: 123,
      currency: 'INR',
      network_mbps: 200,
      available: true,
      deprecated: false,
    });
    expect((await mine(getType, { params: { id: 's1-small' } })).body).toEqual(body);
    expect(await call(getType, { params: { id: 's9' } })).toMatchObject({
      status: 404,
      headers: { 'x-error-code': 'not_found' },
      body: { error: 'instance type s9 not found' },
    });
  });

  test('an address without a login has its window of 10 a second', async () => {
    const many = await Promise.all(
      Array.from({ length: 25 }, () => call(listTypes, { ip: '198.51.100.7', once: true })),
    );
    const refused = many.find(({ status }) => status === 429);
    expect(refused).toMatchObject({
      headers: { 'x-error-code': 'rate_limited', 'retry-after': '1' },
      body: { error: 'rate limit exceeded: 10 requests per second; retry after 1 second' },
    });
  });
});

describe('images', () => {
  const all = ['ubuntu-24.04', 'ubuntu-22.04', 'debian-12', 'almalinux-9', 'alpine-3.22'];

  test('are listed with why they cannot be booted where no host offers them', async () => {
    const { body } = await mine(listImages);
    expect(named(body.images)).toEqual(all);
    expect(body.next_cursor).toBe('');
    for (const image of body.images) {
      expect(image).toMatchObject({ available: false, unavailable_reason: 'no host offers it', type: 'system' });
    }
  });

  test("are what the live hosts say of them, with the hosts' own", async () => {
    await announceHost(hostEntry({ images: [hostImage('debian-12'), hostImage('alpine-3.22', 'needs its userland')] }));
    await announceHost(hostEntry({ host_id: 'host-2', images: [hostImage('fedora-44')] }));
    await announceHost(hostEntry({ host_id: 'host-3', images: [hostImage('arch-1')], seen_at: 0 }));
    const { body } = await mine(listImages);
    const has = ['debian-12', 'fedora-44'];
    expect(named(body.images)).toEqual([...has, ...all.filter((id) => !has.includes(id))]);
    const available = body.images.filter((image: { available: boolean }) => image.available);
    expect(named(available)).toEqual(['debian-12', 'fedora-44']);
    expect((await mine(getImage, { params: { id: 'alpine-3.22' } })).body).toEqual({
      id: 'alpine-3.22',
      name: 'Alpine 3.22',
      distribution: 'alpine',
      version: '3.22',
      architecture: 'x86_64',
      default_user: 'alpine',
      min_ram: 512,
      min_disk: 1,
      size_bytes: null,
      available: false,
      unavailable_reason: 'needs its userland',
      deprecated: false,
      type: 'system',
      pulled: false,
      shell: null,
      init: null,
      package_manager: null,
      env: [],
      working_dir: '',
      user: '',
      entrypoint: [],
      cmd: [],
      account_id: null,
      status: null,
      status_reason: null,
      progress_percent: null,
      source: { registry: 'docker.io/library/alpine:3.22', bucket: null, key: null, snapshot_id: null },
      digest: null,
      tags: {},
      allowed_actions: [],
      created_at: null,
      updated_at: null,
    });
    expect(await mine(getImage, { params: { id: 'arch-1' } })).toMatchObject({
      status: 404,
      body: { error: 'image arch-1 not found' },
    });
  });

  test('are filtered; alternatives stand between commas', async () => {
    const ids = async (query: Record<string, string>) => named((await mine(listImages, { query })).body.images);
    expect(await ids({ distribution: 'ubuntu' })).toEqual(['ubuntu-24.04', 'ubuntu-22.04']);
    expect(await ids({ distribution: 'alpine,debian', type: 'system' })).toEqual(['debian-12', 'alpine-3.22']);
    expect(await ids({ type: 'snapshot' })).toEqual([]);
    expect(await ids({ name: 'Debian 12,Ubuntu 24.04 LTS' })).toEqual(['debian-12', 'ubuntu-24.04']);
    expect(await ids({ name: 'debian 12' })).toEqual([]);
    expect(await mine(listImages, { query: { distro: 'x' } })).toMatchObject({
      status: 400,
      headers: { 'x-error-code': 'unknown_field' },
      body: { error: 'unknown query parameter "distro"' },
    });
  });

  test('need a login', async () => {
    expect((await call(listImages)).status).toBe(401);
    expect((await call(getImage, { params: { id: 'debian-12' } })).status).toBe(401);
  });
});

test('prices are those of the contract, for everybody', async () => {
  const { status, body } = await call(listPrices);
  expect({ status, next_cursor: body.next_cursor }).toEqual({ status: 200, next_cursor: '' });
  expect(body.prices).toHaveLength(14);
  expect(body.prices[3]).toEqual({
    resource: 's1-medium',
    unit: 'instance',
    price_monthly: 1699,
    price_hourly_paise: 233,
  });
  expect(body.prices.slice(8)).toEqual([
    { resource: 'elastic_ip', unit: 'address', price_monthly: 149, price_hourly_paise: 20 },
    { resource: 'volume', unit: 'GiB', price_monthly: 6, price_hourly_paise: 1 },
    { resource: 'snapshot', unit: 'GiB', price_monthly: 3, price_hourly_paise: 0 },
    { resource: 'image', unit: 'GiB', price_monthly: 3, price_hourly_paise: 0 },
    { resource: 'load_balancer', unit: 'load balancer', price_monthly: 899, price_hourly_paise: 123 },
    { resource: 'object_storage', unit: 'GiB', price_monthly: 1.5, price_hourly_paise: 0 },
  ]);
});

test('quotas are those of the contract, with what is used', async () => {
  await transact([takeQuota(me.account_id, 'vcpus', 6)]);
  const { body } = await mine(listQuotas);
  const limits = Object.fromEntries(
    body.quotas.map(({ name, limit }: { name: string; limit: number }) => [name, limit]),
  );
  expect(limits).toMatchObject({
    instances: 20,
    vcpus: 40,
    vpcs: 5,
    ssh_keys: 50,
    elastic_ips: 5,
    volumes: 20,
    snapshots: 50,
  });
  const used = body.quotas.filter((quota: { used: number }) => quota.used > 0);
  expect(used).toEqual([
    { name: 'vcpus', limit: 40, used: 6 },
    { name: 'vpcs', limit: 5, used: 1 },
  ]);
  expect(body.next_cursor).toBe('');
  expect((await call(listQuotas)).status).toBe(401);
});
