import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Instance } from '#lib/model/compute/instance.ts';
import type { Volume } from '#lib/model/compute/volume.ts';
import { Ssh } from '#test/support/clients/ssh.ts';
import { type CrashPoints, openCrashPoints } from '#test/support/crash/points.ts';
import { sshAnswers } from '#test/support/crash/site.ts';
import { demand } from '#test/support/http/client.ts';
import { eventually } from '#test/support/vitest/eventually.ts';

const soon = { prefer: 'wait=25' };
const ssh = new Ssh();
let points: CrashPoints;
let machine: Instance;
let volume: string;
let snapshot: string;
beforeAll(async () => {
  points = await openCrashPoints();
  const { client } = points.site;
  const key = { name: 'laptop', public_key: await ssh.publicKey() };
  const ssh_key_id = demand(await client.post('/compute/ssh-keys', key), 201).body.id;
  machine = await client.launch({ name: 'disks', ssh_key_id });
  await ssh.run(machine, 'echo old > ~/state');
  const taken = await client.post(`/compute/instances/${machine.id}/snapshots`, {}, soon);
  snapshot = demand(taken, 201).body.id;
  volume = demand(await client.post('/compute/volumes', { name: 'data', size_gib: 1 }, soon), 201).body.id;
});
afterAll(async () => {
  await points?.close();
  ssh.close();
});

const show = async (): Promise<Volume> => demand(await points.site.client.get(`/compute/volumes/${volume}`), 200).body;
const command = async (verb: 'attach' | 'detach', body: object) =>
  demand(await points.site.client.post(`/compute/volumes/${volume}/${verb}`, body, soon), 200);

/** The machine is up and free, and has the volume where the table says so and nowhere else. */
async function expectSound(): Promise<Volume> {
  const seen = await show();
  // The machine boots again after its host's restart. Until then the API says that it does not answer, and why.
  let now = await points.site.client.show(machine.id);
  const booted = async () => {
    now = await points.site.client.show(machine.id);
    return now.status === 'running' && now.ssh_ready;
  };
  await eventually(booted, { seen: () => now });
  expect(now).toMatchObject({ task: null, status_reason: null });
  expect(seen).toMatchObject({ task: null, status_reason: null, instance_id: now.volume_ids[0] ? machine.id : null });
  await expect.poll(() => sshAnswers(now), { timeout: 15_000 }).toBe(true);
  const mounted = Number(await ssh.run(now, 'grep -c " /mnt/data " /proc/self/mountinfo || true'));
  expect([seen.status, mounted]).toEqual(seen.instance_id ? ['in-use', 1] : ['available', 0]);
  return seen;
}

it.each([
  ['attach', 'detach', 'in-use'],
  ['detach', 'attach', 'available'],
] as const)('a volume: %s', async (verb, opposite, done) => {
  const body = { attach: { instance_id: machine.id }, detach: { force: true } };
  const count = await points.everyPoint(async (n, side) => {
    if ((await show()).status === done) await command(opposite, body[opposite]);
    const request = { method: 'POST', body: body[verb] };
    const { killed, again } = await points.strike(n, side, `/compute/volumes/${volume}/${verb}`, request);
    const { status } = await expectSound();
    if (again) expect(status).toBe(done);
    return killed;
  });
  expect(count).toBeGreaterThan(10);
});

it('a snapshot', async () => {
  const count = await points.everyPoint(async (n, side) => {
    const path = `/compute/instances/${machine.id}/snapshots`;
    const { killed, again } = await points.strike(n, side, path, { method: 'POST', body: {} });
    await expectSound();
    const { client } = points.site;
    const { snapshots } = demand(await client.get(path), 200).body;
    expect(snapshots.map(({ status }: { status: string }) => status)).toEqual(snapshots.map(() => 'available'));
    const others = snapshots.filter(({ id }: { id: string }) => id !== snapshot);
    if (again) expect(others.map(({ id }: { id: string }) => id)).toEqual([again.body.id]);
    for (const { id } of others) demand(await client.remove(`/compute/snapshots/${id}`, soon), 200);
    return killed;
  });
  expect(count).toBeGreaterThan(10);
});

it.each([true, false])('a restore that ends running: %s', async (start) => {
  const path = `/compute/instances/${machine.id}/snapshots/${snapshot}/restore`;
  const count = await points.everyPoint(async (n, side) => {
    const { client } = points.site;
    await ssh.run(machine, 'echo new > ~/state');
    const { killed, again } = await points.strike(n, side, path, { method: 'POST', body: { start } });
    const { status } = await client.show(machine.id);
    expect(status).toBe(again && !start ? 'stopped' : 'running');
    if (status === 'stopped') await client.operate(machine.id, 'start');
    await expectSound();
    expect(await ssh.run(machine, 'cat ~/state')).toBe(again ? 'old\n' : 'new\n');
    return killed;
  });
  expect(count).toBeGreaterThan(10);
});
