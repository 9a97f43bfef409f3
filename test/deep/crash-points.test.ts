import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Instance } from '#lib/model/instance.ts';
import { demand, passphrase } from '#test/support/client.ts';
import type { CrashSite } from '#test/support/crash.ts';
import { type CrashPoints, openCrashPoints } from '#test/support/crash-points.ts';
import { repeat, type Sent } from '#test/support/crash-requests.ts';
import { expectAccount, expectLaunch, expectOperation, type Verb } from '#test/support/crash-round.ts';

let points: CrashPoints;
let site: CrashSite;
beforeAll(async () => {
  points = await openCrashPoints();
  site = points.site;
});
afterAll(() => points?.close());

const faults = () => points.faults();
const killAt: CrashPoints['killAt'] = (n, side, send) => points.killAt(n, side, send);
const everyPoint: CrashPoints['everyPoint'] = (once) => points.everyPoint(once);

it('a launch', async () => {
  const { baseUrl, token } = site.client;
  const count = await everyPoint(async (n, side) => {
    const name = `launch-${side}-${n}`;
    const body = await site.client.launchBody({ name });
    const launch: { sent?: Sent } = {};
    const killed = await killAt(n, side, (requests) => {
      launch.sent = requests.send(baseUrl, '/compute/instances', { method: 'POST', token, body });
      return launch.sent;
    });
    await expectLaunch(site, { name, sent: launch.sent as Sent });
    for (const { id } of await site.settled()) await site.client.operate(id, 'terminate');
    return killed;
  });
  expect(count).toBeGreaterThan(10);
});

it.each<Verb>(['stop', 'start', 'reboot', 'terminate'])('a %s', async (verb) => {
  const { baseUrl, token } = site.client;
  const count = await everyPoint(async (n, side) => {
    const before = await machineFor(verb);
    const path = `/compute/instances/${before.id}${verb === 'terminate' ? '' : `/${verb}`}`;
    const operation: { sent?: Sent } = {};
    const killed = await killAt(n, side, (requests) => {
      operation.sent = requests.send(baseUrl, path, { method: verb === 'terminate' ? 'DELETE' : 'POST', token });
      return operation.sent;
    });
    await expectOperation(site, { verb, before, sent: operation.sent as Sent });
    return killed;
  });
  expect(count).toBeGreaterThan(10);
});

/** A machine in the status that the operation needs. */
async function machineFor(verb: Verb): Promise<Instance> {
  const { client } = site;
  const machine = (await site.settled())[0] ?? (await client.launch({ name: 'point' }));
  const wanted = verb === 'start' ? 'stopped' : 'running';
  if (machine.status === wanted) return machine;
  return client.operate(machine.id, wanted === 'stopped' ? 'stop' : 'start');
}

/** What each operation on a disk asks for, and what it leaves where it was done. */
const onDisks = {
  attach: {
    path: ({ volume }: Disks) => `/compute/volumes/${volume}/attach`,
    body: ({ machine }: Disks) => ({ instance_id: machine }),
  },
  snapshot: { path: ({ machine }: Disks) => `/compute/instances/${machine}/snapshots`, body: () => ({}) },
  restore: {
    path: ({ machine, snapshot }: Disks) => `/compute/instances/${machine}/snapshots/${snapshot}/restore`,
    body: () => ({}),
  },
};

interface Disks {
  machine: string;
  volume: string;
  snapshot: string;
}

it.each(['attach', 'snapshot', 'restore'] as const)('of a disk: %s', async (kind) => {
  const disks = await makeDisks();
  const count = await everyPoint(async (n, side) => {
    const { client } = site;
    const operation: { sent?: Sent } = {};
    const body = onDisks[kind].body(disks);
    const killed = await killAt(n, side, (requests) => {
      const request = { method: 'POST', token: client.token, body };
      operation.sent = requests.send(client.baseUrl, onDisks[kind].path(disks), request);
      return operation.sent;
    });
    const again = await repeat(site.client.baseUrl, operation.sent as Sent);
    await expect.poll(faults, { timeout: 20_000 }).toEqual([]);
    expect(await site.client.until(disks.machine, 'running')).toMatchObject({ task: null, status_reason: null });
    const volume = (await site.client.get(`/compute/volumes/${disks.volume}`)).body;
    if (kind === 'attach' && again) expect(volume.status).toBe('in-use');
    if (volume.status === 'in-use') await site.client.post(`/compute/volumes/${disks.volume}/detach`, { force: true });
    await dropSnapshots(disks, again !== undefined && kind === 'snapshot' ? 1 : 0);
    return killed;
  });
  expect(count).toBeGreaterThan(10);
});

/** A machine with a volume beside it and a snapshot of it. */
async function makeDisks(): Promise<Disks> {
  const { client } = site;
  const wait = { prefer: 'wait=25' };
  const { id: machine } = await client.launch({ name: 'disks' });
  const volume = await client.post('/compute/volumes', { name: `data-${Date.now()}`, size_gib: 1 }, wait);
  const snapshot = await client.post(`/compute/instances/${machine}/snapshots`, {}, wait);
  return { machine, volume: demand(volume, 201).body.id, snapshot: demand(snapshot, 201).body.id };
}

/** Every snapshot stands, at least so many beside the first; those go. */
async function dropSnapshots({ machine, snapshot }: Disks, least: number): Promise<void> {
  const { snapshots } = (await site.client.get(`/compute/instances/${machine}/snapshots`)).body;
  expect(snapshots.map(({ status }: { status: string }) => status)).toEqual(snapshots.map(() => 'available'));
  const others = snapshots.filter(({ id }: { id: string }) => id !== snapshot);
  expect(others.length).toBeGreaterThanOrEqual(least);
  for (const { id } of others) demand(await site.client.remove(`/compute/snapshots/${id}`), 200);
  await expect.poll(faults, { timeout: 20_000 }).toEqual([]);
}

it('a sign-up', async () => {
  const { baseUrl } = site.client;
  const count = await everyPoint(async (n, side) => {
    const email = `point-${side}-${n}@example.com`;
    const sign: { sent?: Sent } = {};
    const killed = await killAt(n, side, (requests) => {
      sign.sent = requests.send(baseUrl, '/auth/register', { method: 'POST', body: { email, password: passphrase } });
      return sign.sent;
    });
    await expectAccount(site, { email, sent: sign.sent as Sent });
    return killed;
  });
  expect(count).toBeGreaterThan(2);
});
