import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { handler as terminate } from '#functions/compute/instances/terminate.ts';
import { BootTurns } from '#lib/agent/boot-turns.ts';
import { type Host, recover, reportDowns, takeUp } from '#lib/agent/host.ts';
import { RuntimeEnded } from '#lib/agent/hosted/channel.ts';
import { JobLoop } from '#lib/agent/jobs.ts';
import { followPowerOffs } from '#lib/agent/revive.ts';
import type { InstanceRecord } from '#lib/store/compute/instances.ts';
import { call } from '#lib/testing/functions/call.ts';
import { recordOf } from '#test/support/compute/instances.ts';
import { linkOf } from '#test/support/hosts/host-link.ts';
import { standInHost } from '#test/support/hosts/hosts.ts';
import { failing } from '#test/support/hosts/scripted-driver.ts';
import { openScriptedPlatform, type ScriptedPlatform } from '#test/support/hosts/scripted-platform.ts';

let stage: ScriptedPlatform;
let jobs: JobLoop;
let host: Host;
let instances: InstanceRecord[];
let works: Promise<void>[];
let logged: string[];

beforeAll(async () => {
  Object.assign(process.env, { SVC_QUOTA_INSTANCES: '100', SVC_QUOTA_VCPUS: '100' });
  stage = await openScriptedPlatform();
});
afterAll(() => stage.close());

/** Two machines that run, and an agent that has begun with them. */
beforeEach(async () => {
  await stage.startAgent();
  instances = [await stage.settledIn('running'), await stage.settledIn('running')];
  await stage.stopAgent();
  const { epoch } = await standInHost({ id: stage.hostId });
  const link = await linkOf(stage.hostId, epoch);
  jobs = new JobLoop(link, stage.driver.driver(), () => undefined);
  works = [];
  logged = [];
  host = {
    link,
    publicIp: '127.0.0.1',
    addressPool: null,
    isReserved: () => false,
    driver: stage.driver.driver(),
    log: (line) => logged.push(line),
    down: new Map(),
    turns: new BootTurns(),
  };
  followPowerOffs(host, jobs, (work) => works.push(work));
  stage.driver.calls.length = 0;
});
afterEach(async () => {
  await jobs.close();
  await stage.startAgent();
  for (const { id } of instances) await call(terminate, { bearer: stage.caller.bearer, params: { id } });
  for (const { id } of instances) await stage.settled(id);
  await stage.stopAgent();
});

/** What a driver tells of the machines that are up when its runtime ends. */
const loseAll = () => {
  const up = [...stage.driver.machines].filter(([, status]) => status === 'running').map(([id]) => id);
  for (const id of up) stage.driver.powerOff(id, 'runtime');
};
const records = () => Promise.all(instances.map(recordOf));
const isUp = { status: 'running', ssh_ready: true, status_reason: null };

test('machines that are lost with the runtime boot again however often it ends', async () => {
  for (let time = 0; time < 5; time++) {
    loseAll();
    await Promise.all(works);
  }
  expect(stage.driver.calls).toHaveLength(10);
  expect(await records()).toMatchObject([isUp, isUp]);
  expect(host.down.size).toBe(0);
});

test('machines that are lost with the runtime boot again when it also ends during their boots', async () => {
  const ends = () => {
    throw new RuntimeEnded('the machine runtime ended', false);
  };
  stage.driver.next('start', ...Array(9).fill(ends));
  loseAll();
  await Promise.all(works);
  expect(stage.driver.calls).toHaveLength(11);
  expect(await records()).toMatchObject([isUp, isUp]);
});

test('machines boot again when one of them ends the runtime, which alone is stopped, with the reason', async () => {
  let atOnce = 0;
  const poisoned = { start: stage.driver.start };
  stage.driver.start = async (spec, options) => {
    atOnce += 1;
    try {
      if (spec.id !== instances[0]?.id) return await poisoned.start(spec, options);
      stage.driver.calls.push(`start ${spec.id}`);
      const alone = atOnce === 1;
      loseAll();
      throw new RuntimeEnded('the machine runtime ended', alone);
    } finally {
      atOnce -= 1;
    }
  };
  loseAll();
  await expect.poll(records, { timeout: 10_000 }).toMatchObject([
    {
      status: 'stopped',
      status_reason: "did not boot after its host's restart: the machine runtime ended at each of its boots",
    },
    isUp,
  ]);
  stage.driver.start = poisoned.start;
  await Promise.all(works);
  expect(stage.driver.calls.filter((line) => line === `start ${instances[0]?.id}`).length).toBeLessThan(7);
});

test('machines boot at the next heartbeat where the control plane could not be asked', async () => {
  const { call: really } = host.link;
  host.link.call = () => Promise.reject(new Error('no answer'));
  loseAll();
  await Promise.all(works);
  host.link.call = really;
  expect(host).toMatchObject({ isBehind: true, down: new Map() });
  expect(logged).toContain(`instance ${instances[0]?.id} was lost and is yet to boot again: no answer`);
  expect(stage.driver.calls).toEqual([]);
  await reportDowns(host);
  await recover(host, jobs);
  expect(await records()).toMatchObject([isUp, isUp]);
});

/** What a driver tells of machines that it has found running, and of those that have ended meanwhile. */
const found = (up: readonly string[], ended: readonly string[]) => {
  host.driver = Object.assign(Object.create(stage.driver), { found: () => ({ up, ended }) });
};

test('a machine that has run on without an agent is known to the driver again before anything is served', async () => {
  const [one, other] = instances.map(({ id }) => id);
  const before = await records();
  found([one ?? '', other ?? ''], []);
  expect(await takeUp(host)).toEqual([]);
  expect([...stage.driver.calls].sort()).toEqual([`start ${one}`, `start ${other}`].sort());
  expect(await records()).toEqual(before);
});

test('one that cannot be taken over yet is started again later, and one that has ended meanwhile is told of as that', async () => {
  const [late, ended] = instances.map(({ id }) => id);
  stage.driver.machines.set(ended ?? '', 'stopped');
  stage.driver.next('start', failing('FAILED', 'not yet'));
  const before = await records();
  found([late ?? ''], [ended ?? '']);
  expect(await takeUp(host)).toEqual([late]);
  expect(await records()).toEqual(before);
});
