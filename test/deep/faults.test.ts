import { rmSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { FaultOutcome, FaultWhere } from '#lib/model/platform/faults.ts';
import { capped, firstCall, lag, mail, s3, table, webhook } from '#test/contract/faults/calls.ts';
import { documentedFaults } from '#test/contract/faults/documented.ts';
import { host, image, launch, loadBalancer, snapshot, start, volume } from '#test/contract/faults/machines.ts';
import { Scene } from '#test/contract/faults/scene.ts';
import { Client } from '#test/support/http/client.ts';
import { killPart, partOf } from '#test/support/platform/parts.ts';
import { type RunningPlatform, startPlatform } from '#test/support/platform/platform.ts';

const ofTable: Partial<Record<FaultOutcome, typeof table>> = { lag, capped };

/** What is seen of each kind of thing while a fault strikes it each time. */
const plays: Record<FaultWhere, (scene: Scene, outcome: FaultOutcome) => Promise<string[]>> = {
  launch,
  start,
  snapshot,
  volume,
  image,
  load_balancer: loadBalancer,
  host,
  mail,
  webhook,
  s3,
  table: (scene, outcome) => (ofTable[outcome] ?? table)(scene, outcome),
  function: firstCall,
};

const env = { SVC_COMPUTE: 'simulated', SVC_TIME_SCALE: '0', SVC_LIMITS: 'off' };
let platform: RunningPlatform;
let scene: Scene;
beforeAll(async () => {
  platform = await startPlatform({ env });
  scene = new Scene(platform, await Client.verified(platform.baseUrl));
});
afterEach(() => scene.end());
afterAll(async () => {
  await platform?.stop();
  // Its second run does not own the folder.
  if (platform) rmSync(platform.dataDir, { recursive: true, force: true });
});

test.each(documentedFaults())(
  '$where $outcome is seen as $seenAs',
  async ({ where, outcome, seenAs }) => {
    const seen = await plays[where as FaultWhere](scene, outcome as FaultOutcome);
    expect(seen.join(' → ')).toBe(seenAs);
  },
  300_000,
);

test('what a launch held is given back, however it failed', async () => {
  const body = await scene.client.launchBody({ name: scene.name() });
  const before = (await scene.get('/auth/billing')).balance_paise;
  await scene.set('launch', 'capacity', { times: 1 });
  const { id, status } = (await scene.client.post('/compute/instances', body, { prefer: 'wait=25' })).body;
  expect(status).toBe('error');
  expect((await scene.client.show(id)).status_reason).toBe('launch failed: its host has no capacity for it right now');
  expect((await scene.get('/auth/billing')).balance_paise).toBe(before);
  expect(await scene.struck()).toBe(1);
  // It is used up.
  expect((await scene.client.launch({ name: scene.name() })).status).toBe('running');
});

test('a launch that is stuck goes on as soon as the faults are ended', async () => {
  await scene.set('launch', 'stuck', { after_seconds: 3600 });
  const { id } = await scene.post('/compute/instances', await scene.client.launchBody({ name: scene.name() }));
  await expect.poll(() => scene.struck()).toBe(1);
  expect((await scene.client.show(id)).status).toBe('provisioning');
  await scene.end();
  await scene.client.until(id, 'running');
});

test('the faults of now outlive an agent that is killed, and no restart of the platform', async () => {
  await scene.set('launch', 'boot_failed', { match: { name: 'doomed' }, times: 1 });
  const before = partOf(platform, 'agent');
  killPart(platform, 'agent');
  await expect.poll(() => partOf(platform, 'agent')).not.toBe(before);
  const doomed = async () => {
    const body = await scene.client.launchBody({ name: 'doomed' });
    return (await scene.client.post('/compute/instances', body, { prefer: 'wait=25' })).body;
  };
  expect((await doomed()).status).toBe('error');
  const { dataDir, port } = platform;
  await scene.set('launch', 'capacity');
  await platform.kill();
  platform = await startPlatform({ dataDir, env: { ...env, SVC_PORT: `${port}` } });
  scene = new Scene(platform, scene.client);
  expect(await scene.get('/dev/faults')).toEqual({ faults: [] });
  expect((await doomed()).status).toBe('running');
});
