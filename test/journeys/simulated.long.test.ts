import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Client } from '#test/support/http/client.ts';
import { type RunningPlatform, startPlatform } from '#test/support/platform/platform.ts';

/** Of the times of contract 3.1, so that a minute takes 1.2 seconds. */
const SCALE = 0.02;
/** Of the seconds of contract 3.1: less than anything takes at the real pace, more than a loaded host adds. */
const UNHURRIED = 1500;
let platform: RunningPlatform;
let client: Client;
beforeAll(async () => {
  platform = await startPlatform({ env: { SVC_COMPUTE: 'simulated', SVC_TIME_SCALE: `${SCALE}` } });
  client = await Client.register(platform.baseUrl);
});
afterAll(async () => {
  await platform?.stop();
  // Its second run does not own the folder.
  if (platform) rmSync(platform.dataDir, { recursive: true, force: true });
});

/** Does something and answers how many of the seconds of contract 3.1 it took. */
async function timed(work: () => Promise<{ status: string }>): Promise<{ status: string; seconds: number }> {
  // biome-ignore lint/plugin: the pace of the driver is the claim, with wide bounds
  const before = performance.now();
  const { status } = await work();
  // biome-ignore lint/plugin: as above
  return { status, seconds: (performance.now() - before) / 1000 / SCALE };
}

it('it says that it runs nothing', async () => {
  const { compute } = (await client.get('/healthz')).body;
  // It keeps the state of disks, addresses and rules, and has neither a machine nor a network that one could reach.
  const disks = ['snapshots', 'volume_hot_attach', 'volumes'];
  const kept = [
    'east_west_firewall',
    'elastic_ip',
    'grpc_backends',
    'https_listeners',
    'images',
    'load_balancing',
    'low_ports',
    'metrics',
    'proxy_protocol',
    ...disks,
  ];
  expect(compute).toMatchObject({ driver: 'simulated', capabilities: kept });
  const { images } = (await client.get('/compute/images')).body;
  expect(images.length).toBeGreaterThan(3);
  expect(images.every(({ available }: { available: boolean }) => available)).toBe(true);
});

it('a machine keeps the times of the contract, and every status between', async () => {
  const asked = await client.post('/compute/instances', await client.launchBody());
  expect(asked.body).toMatchObject({ status: 'provisioning', ssh_ready: false, launched_at: null });
  const { id } = asked.body;
  const launched = await timed(() => client.until(id, 'running'));
  expect(launched.seconds).toBeGreaterThan(35);
  expect(launched.seconds).toBeLessThan(UNHURRIED);
  expect((await client.show(id)).ssh_ready).toBe(false);
  const bounds = {
    stop: [5, 'stopped'],
    start: [10, 'running'],
    reboot: [10, 'running'],
    terminate: [2, 'terminated'],
  } as const;
  for (const [verb, [least, status]] of Object.entries(bounds)) {
    const done = await timed(() => client.operate(id, verb as keyof typeof bounds));
    expect([verb, done.status]).toEqual([verb, status]);
    expect(done.seconds, verb).toBeGreaterThan(least);
    expect(done.seconds, verb).toBeLessThan(UNHURRIED);
  }
});

it('what is under way is cancelled by a termination', async () => {
  const { body } = await client.post('/compute/instances', await client.launchBody());
  expect((await client.operate(body.id, 'terminate')).status).toBe('terminated');
  const { events } = (await client.get(`/compute/instances/${body.id}/events`)).body;
  expect(events.map(({ to }: { to: string }) => to)).not.toContain('running');
});

it('its machines survive a restart', async () => {
  const machine = await client.launch({ name: 'kept' });
  await platform.kill();
  const env = { SVC_COMPUTE: 'simulated', SVC_TIME_SCALE: `${SCALE}`, SVC_PORT: `${platform.port}` };
  platform = await startPlatform({ dataDir: platform.dataDir, env });
  expect(await client.until(machine.id, 'running')).toMatchObject({ private_ip: machine.private_ip });
});
