import { afterEach, beforeEach, expect, test } from 'vitest';
import { handler as launch } from '#functions/compute/instances/launch.ts';
import { signedUp } from '#lib/testing/functions/call.ts';
import { testTable } from '#lib/testing/functions/table.ts';
import { type Client, clientOf } from '#test/functions/compute/client.ts';
import { launchBody } from '#test/support/compute/instances.ts';
import { standInHost } from '#test/support/hosts/hosts.ts';

let mine: Client;
beforeEach(async () => {
  process.env.SVC_HOST_LIMITS = 'memory,disk';
  await testTable();
  mine = clientOf(await signedUp());
});
afterEach(() => {
  delete process.env.SVC_HOST_LIMITS;
});

const bounded = { driver: 'container', capabilities: ['ssh', 'memory_limit', 'disk_limit'] };
const ask = () => mine(launch, { body: launchBody({ name: 'bounded' }) });

test('a deployment places no machine on a host without the limits that its operator requires', async () => {
  await standInHost({ id: 'host-1', driver: 'container', capabilities: ['ssh', 'memory_limit'] });
  expect(await ask()).toMatchObject({
    status: 409,
    body: { error: 'no host has the capability disk_limit (compute driver: container)' },
  });
});

test('a deployment places machines on hosts that have them, however many have not', async () => {
  await standInHost({ id: 'host-1', driver: 'container', capabilities: ['ssh', 'memory_limit'] });
  await standInHost({ ...bounded, id: 'host-2', public_ip: '127.0.0.9' });
  await standInHost({ id: 'host-3', driver: 'container', capabilities: ['ssh'] });
  expect(await ask()).toMatchObject({ status: 201, body: { public_ip: '127.0.0.9' } });
});

test('a deployment takes records of machines anywhere', async () => {
  await standInHost({ id: 'host-1', driver: 'simulated', capabilities: [] });
  expect((await ask()).status).toBe(201);
});
