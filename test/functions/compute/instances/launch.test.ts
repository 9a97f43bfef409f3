import { beforeEach, describe, expect, test } from 'vitest';
import { handler as launch } from '#functions/compute/instances/launch.ts';
import { getWallet } from '#lib/store/billing/wallets.ts';
import { keys } from '#lib/store/keys.ts';
import type { Reply } from '#lib/testing/functions/call.ts';
import { call, type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { testTable } from '#lib/testing/functions/table.ts';
import { launchBody, launched, putInto, up } from '#test/support/compute/instances.ts';
import { standInHost } from '#test/support/hosts/hosts.ts';
import { partition, state } from '#test/support/table/state.ts';

let caller: SignedUp;

beforeEach(async () => {
  await testTable();
  caller = await signedUp();
  await standInHost({ id: 'host-1' });
});

const together = (count: number, headers: Record<string, string> = {}): Promise<Reply[]> =>
  Promise.all(
    Array.from({ length: count }, () =>
      call(launch, { bearer: caller.bearer, body: launchBody(), headers, once: true }),
    ),
  );
const made = (replies: Reply[]) => replies.filter(({ status }) => status === 201).map(({ body }) => body);

describe('one launch', () => {
  test('answers 201 with every field, and an ETag', async () => {
    const reply = await call(launch, {
      bearer: caller.bearer,
      body: launchBody({ ttl_hours: 2, tags: { env: 'dev' } }),
    });
    expect(reply.status).toBe(201);
    expect(reply.headers.etag).toBe('"v1"');
    const { created_at } = reply.body;
    expect(reply.body).toEqual({
      id: expect.stringMatching(/^i-[0-9a-z]{26}$/),
      account_id: caller.account_id,
      name: 'web-01',
      status: 'provisioning',
      status_reason: null,
      task: null,
      private_ip: expect.stringMatching(/^10\.20\.\d+\.\d+$/),
      public_ip: '127.0.0.1',
      public_hostname: expect.stringMatching(/^vm-[2-9a-z]{10}\.vm\.localhost$/),
      ssh_port: expect.any(Number),
      ssh_ready: false,
      host_key: null,
      plan: { name: 's1-nano', cpu: 1, ram: 512, disk: 10, price_monthly: 299 },
      instance_type_id: 's1-nano',
      image_id: 'ubuntu-24.04',
      ssh_key_ids: [],
      user_data_sha256: null,
      vpc_id: expect.stringMatching(/^vpc-/),
      elastic_ip: null,
      volume_ids: [],
      asg_id: null,
      tags: { env: 'dev' },
      run_entrypoint: false,
      termination_protection: false,
      allowed_actions: ['terminate', 'attach_elastic_ip'],
      region: 'in-mum',
      launched_at: null,
      expires_at: new Date(Date.parse(created_at) + 7_200_000).toISOString().replace('.000', ''),
      created_at,
      updated_at: created_at,
    });
  });

  test('a dry run says what it would do and cost, and does nothing', async () => {
    const before = await state();
    const reply = await call(launch, { bearer: caller.bearer, body: launchBody(), query: { dry_run: 'true' } });
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({
      dry_run: true,
      would: 'launch web-01 as s1-nano',
      price_delta_paise_per_hour: 41,
      price_delta_paise_per_month: 29900,
      cascade: [],
    });
    expect(await state()).toEqual(before);
  });

  test('user data is an item of its own, and never in a reply', async () => {
    const instance = await launched(caller, { user_data: '#!/bin/sh\necho secret\n' });
    expect(JSON.stringify(instance)).not.toContain('secret');
    const [item] = await partition(keys.userData(caller.account_id, '').pk);
    expect(item).toMatchObject({ sk: instance.id, text: '#!/bin/sh\necho secret\n' });
  });
});

describe('twenty-one launches at once', () => {
  test('make twenty machines, each with its own address and port, and the counters tell', async () => {
    const replies = await together(21);
    const machines = made(replies);
    expect(machines).toHaveLength(20);
    const [refused] = replies.filter(({ status }) => status !== 201);
    expect(refused?.body).toEqual({ error: '20 of 20 instances used (see GET /compute/quotas)' });
    expect([refused?.status, refused?.headers['x-error-code']]).toEqual([403, 'quota_exceeded']);
    expect(new Set(machines.map(({ private_ip }) => private_ip)).size).toBe(20);
    expect(new Set(machines.map(({ ssh_port }) => ssh_port)).size).toBe(20);
    const [host] = (await partition('HOST#host-1')).filter(({ sk }) => sk === 'HOST');
    expect(host).toMatchObject({ free_ram_mib: 131_072 - 20 * 512, free_vcpus: 44 });
    expect(await getWallet(caller.account_id)).toMatchObject({ available_paise: 50_000 - 20 * 41 });
  });
});

describe('an Idempotency-Key', () => {
  test('two launches at once under one key make one machine', async () => {
    const replies = await together(2, { 'idempotency-key': 'once' });
    const machines = (await partition(keys.listed(caller.account_id, 'instance', '').pk)).map(({ sk }) => sk);
    expect(machines).toHaveLength(1);
    expect(made(replies).map(({ id }) => id)).toEqual(expect.arrayContaining(machines));
    const others = replies.filter(({ status }) => status !== 201);
    expect(others.map(({ headers }) => headers['x-error-code'])).toEqual(others.map(() => 'idempotency_in_progress'));
  });

  test('answers the first reply again, as it was, though the machine has moved on', async () => {
    const headers = { 'idempotency-key': 'again' };
    const once = () => call(launch, { bearer: caller.bearer, body: launchBody(), headers });
    const first = await once();
    await putInto(first.body, up);
    const second = await once();
    expect([second.status, second.body]).toEqual([201, first.body]);
    expect(second.headers['idempotent-replayed']).toBe('true');
    expect(await partition(keys.listed(caller.account_id, 'instance', '').pk)).toHaveLength(1);
  });

  test('a final refusal is kept under it, one that may pass is not', async () => {
    const headers = { 'idempotency-key': 'refused' };
    const absent = { vpc_id: 'vpc-none' };
    const again = (changes: object) => call(launch, { bearer: caller.bearer, body: launchBody(changes), headers });
    expect((await again(absent)).headers['idempotent-replayed']).toBeUndefined();
    expect((await again(absent)).headers['idempotent-replayed']).toBe('true');
    expect((await again({})).status).toBe(422);
    const retry = { 'idempotency-key': 'no room' };
    const huge = { instance_type_id: 's1-xlarge' };
    await testTable();
    caller = await signedUp();
    const small = await standInHost({ ram_mib: 512, vcpus: 1 });
    const wait = () => call(launch, { bearer: caller.bearer, body: launchBody(huge), headers: retry });
    expect((await wait()).headers['x-error-code']).toBe('capacity_exhausted');
    await standInHost({ id: `${small.id}-more` });
    expect((await wait()).status).toBe(201);
  });
});
