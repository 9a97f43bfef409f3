import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Instance } from '#lib/model/instance.ts';
import { eventually } from '#test/lib/agent/support/eventually.ts';
import { passphrase } from '#test/support/client.ts';
import { CrashSite, leftBehind } from '#test/support/crash.ts';
import { faultsIn, scan } from '#test/support/crash-books.ts';
import { KillingDatabase, type Side } from '#test/support/crash-proxy.ts';
import { KeyedRequests, type Sent } from '#test/support/crash-requests.ts';
import { expectAccount, expectLaunch, expectOperation, type Verb } from '#test/support/crash-round.ts';

/** More writes than any operation makes: a platform that never comes to an end is not waited for. */
const MOST_WRITES = 60;

let database: KillingDatabase;
let site: CrashSite;
beforeAll(async () => {
  database = await KillingDatabase.start();
  site = await CrashSite.open({ SVC_COMPUTE: 'container', SVC_DYNAMODB_ENDPOINT: database.endpoint });
});
afterAll(async () => {
  await site?.stop();
  site?.remove();
  await database?.stop();
});

const faults = async () => faultsIn(await scan(database.engine.endpoint));

/** Sends a request and kills everything at its n-th write; false where it comes to its end before that. */
async function killAt(n: number, side: Side, send: (requests: KeyedRequests) => Sent): Promise<boolean> {
  const requests = new KeyedRequests();
  const { pid } = site.platform;
  let killed = false;
  database.arm(n, side, () => {
    killed = process.kill(pid, 'SIGKILL');
  });
  const sent = send(requests);
  // The table is read past the platform, whose every request makes writes of its own.
  await eventually(async () => killed || (sent.reply !== undefined && (await faults()).length === 0), 60_000);
  if (!killed) {
    database.disarm();
    return false;
  }
  await site.crash();
  await requests.ended();
  database.disarm();
  await expect.poll(() => leftBehind(site.dataDir), { timeout: 10_000 }).toEqual([]);
  await site.restart();
  await site.settled();
  return true;
}

async function everyPoint(once: (n: number, side: Side) => Promise<boolean>): Promise<number> {
  let points = 0;
  for (const side of ['before', 'after'] as const) {
    for (let n = 1; n <= MOST_WRITES && (await once(n, side)); n++) {
      await expect.poll(faults, { timeout: 20_000 }).toEqual([]);
      points++;
    }
  }
  return points;
}

it('a launch', async () => {
  const { baseUrl, token } = site.client;
  const points = await everyPoint(async (n, side) => {
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
  expect(points).toBeGreaterThan(10);
});

it.each<Verb>(['stop', 'start', 'reboot', 'terminate'])('a %s', async (verb) => {
  const { baseUrl, token } = site.client;
  const points = await everyPoint(async (n, side) => {
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
  expect(points).toBeGreaterThan(10);
});

/** A machine in the status that the operation needs. */
async function machineFor(verb: Verb): Promise<Instance> {
  const { client } = site;
  const machine = (await site.settled())[0] ?? (await client.launch({ name: 'point' }));
  const wanted = verb === 'start' ? 'stopped' : 'running';
  if (machine.status === wanted) return machine;
  return client.operate(machine.id, wanted === 'stopped' ? 'stop' : 'start');
}

it('a sign-up', async () => {
  const { baseUrl } = site.client;
  const points = await everyPoint(async (n, side) => {
    const email = `point-${side}-${n}@example.com`;
    const sign: { sent?: Sent } = {};
    const killed = await killAt(n, side, (requests) => {
      sign.sent = requests.send(baseUrl, '/auth/register', { method: 'POST', body: { email, password: passphrase } });
      return sign.sent;
    });
    await expectAccount(site, { email, sent: sign.sent as Sent });
    return killed;
  });
  expect(points).toBeGreaterThan(2);
});
