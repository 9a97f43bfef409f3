import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { FaultOutcome } from '#lib/model/platform/faults.ts';
import { documentedFaults } from '#test/contract/faults/documented.ts';
import { launch, snapshot, start, volume } from '#test/contract/faults/machines.ts';
import { Scene } from '#test/contract/faults/scene.ts';
import { whereContainersWork } from '#test/lib/runtime/support/container-works.ts';
import { guestImage } from '#test/lib/runtime/support/driver-home.ts';
import { whereQemuWorks } from '#test/lib/runtime/support/qemu-works.ts';
import { Ssh } from '#test/support/clients/ssh.ts';
import { fetchFrom } from '#test/support/compute/balanced.ts';
import { webServer } from '#test/support/compute/web-server.ts';
import { Client } from '#test/support/http/client.ts';
import { type RunningPlatform, startPlatform } from '#test/support/platform/platform.ts';
import { eventually } from '#test/support/vitest/eventually.ts';

/** By what a driver must be capable of: machines fail in the same way on each. */
const plays = { launch, start, snapshot, volume };
const needs = { launch: 'ssh', start: 'ssh', snapshot: 'snapshots', volume: 'volumes' };
const faults = documentedFaults().filter(({ where }) => where in plays);

let platform: RunningPlatform;
let scene: Scene;
let capabilities: string[];
const open = async (driver: string, dataDir?: string) => {
  platform = await startPlatform({ env: { SVC_COMPUTE: driver, SVC_LIMITS: 'off' }, ...(dataDir && { dataDir }) });
  scene = new Scene(platform, await Client.verified(platform.baseUrl));
  capabilities = (await scene.get('/healthz')).compute.capabilities;
};
afterEach(() => scene?.end());

const played = () =>
  it.each(faults)('$where $outcome is seen as $seenAs', async ({ where, outcome, seenAs }) => {
    const kind = where as keyof typeof plays;
    if (!capabilities.includes(needs[kind])) return;
    expect((await plays[kind](scene, outcome as FaultOutcome)).join(' → ')).toBe(seenAs);
  });

describe('process machines fail as simulated ones do', () => {
  beforeAll(() => open('process'));
  afterAll(() => platform?.stop());
  played();
});

const containers = () => {
  let ssh: Ssh;
  beforeAll(async () => {
    await open('container');
    ssh = new Ssh();
  });
  afterAll(async () => {
    ssh?.close();
    await platform?.stop();
  });
  played();

  it('a backend whose checks get no answer has no traffic until the fault is over', async () => {
    const key = (await scene.post('/compute/ssh-keys', { name: 'laptop', public_key: await ssh.publicKey() })).id;
    const changes = { ssh_key_id: key, user_data: webServer };
    const [one, two] = await Promise.all(['web-1', 'web-2'].map((name) => scene.client.launch({ ...changes, name })));
    const lb = await scene.post('/compute/load-balancers', {
      name: 'front',
      listeners: [{ protocol: 'http', port: 8000, target_port: 8080 }],
      health_check: { interval_seconds: 2, timeout_seconds: 1, healthy_threshold: 2, unhealthy_threshold: 2 },
      backends: [{ instance_id: one?.id }, { instance_id: two?.id }],
    });
    const shown = async () => (await scene.get(`/compute/load-balancers/${lb.id}`)).backends;
    const health = async () => (await shown()).map((backend: { health: string }) => backend.health);
    await expect.poll(health).toEqual(['healthy', 'healthy']);
    await scene.set('load_balancer', 'unhealthy', { match: { id: one?.id ?? '' } });
    await expect.poll(health).toEqual(['unhealthy', 'healthy']);
    expect((await shown())[0].health_reason).toBe('timeout');
    const seen = await Promise.all(Array.from({ length: 20 }, () => fetchFrom(lb, '/')));
    expect(new Set(seen.map(({ name }) => name))).toEqual(new Set(['web-2']));
    await scene.end();
    await expect.poll(health).toEqual(['healthy', 'healthy']);
  });

  it('machines of a host that is lost do not answer, and do again', async () => {
    const { id } = await scene.client.launch({ name: 'far' });
    expect((await scene.client.show(id)).ssh_ready).toBe(true);
    await scene.set('host', 'lost');
    const show = () => scene.client.show(id);
    await eventually(async () => !(await show()).ssh_ready, { patience: 150_000 });
    expect(await show()).toMatchObject({ status: 'running', status_reason: 'host local does not answer' });
    await scene.end();
    await eventually(async () => (await show()).ssh_ready);
    expect(await show()).toMatchObject({ status: 'running', status_reason: null });
  });
};
await whereContainersWork(() => describe('container machines fail as simulated ones do', containers));

await whereQemuWorks(() =>
  describe('qemu machines fail as simulated ones do', () => {
    let dataDir: string;
    beforeAll(async () => {
      dataDir = mkdtempSync(join(tmpdir(), 'svc-data-'));
      symlinkSync(guestImage, join(dataDir, 'qemu'));
      await open('qemu', dataDir);
    });
    afterAll(async () => {
      await platform?.stop();
      rmSync(dataDir, { recursive: true, force: true });
    });
    played();
  }),
);
