import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Instance } from '#lib/model/compute/instance.ts';
import { type CrashPoints, openCrashPoints } from '#test/support/crash/points.ts';
import type { Sent } from '#test/support/crash/requests.ts';
import { expectAccount, expectLaunch, expectOperation, type Verb } from '#test/support/crash/round.ts';
import type { CrashSite } from '#test/support/crash/site.ts';
import { passphrase } from '#test/support/http/client.ts';

let points: CrashPoints;
let site: CrashSite;
beforeAll(async () => {
  points = await openCrashPoints();
  site = points.site;
});
afterAll(() => points?.close());

const killAt: CrashPoints['killAt'] = (n, side, send) => points.killAt(n, side, send);
const everyPoint: CrashPoints['everyPoint'] = (once) => points.everyPoint(once);

it('a launch', async () => {
  const { baseUrl } = site.client;
  const count = await everyPoint(async (n, side) => {
    const name = `launch-${side}-${n}`;
    const body = await site.client.launchBody({ name });
    const launch: { sent?: Sent } = {};
    const killed = await killAt(n, side, (requests) => {
      launch.sent = requests.send(baseUrl, '/compute/instances', { method: 'POST', token: site.client.token, body });
      return launch.sent;
    });
    await expectLaunch(site, { name, sent: launch.sent as Sent });
    for (const { id } of await site.settled()) await site.client.operate(id, 'terminate');
    return killed;
  });
  expect(count).toBeGreaterThan(10);
});

it.each<Verb>(['stop', 'start', 'reboot', 'terminate'])('a %s', async (verb) => {
  const { baseUrl } = site.client;
  const count = await everyPoint(async (n, side) => {
    const before = await machineFor(verb);
    const path = `/compute/instances/${before.id}${verb === 'terminate' ? '' : `/${verb}`}`;
    const operation: { sent?: Sent } = {};
    const killed = await killAt(n, side, (requests) => {
      operation.sent = requests.send(baseUrl, path, {
        method: verb === 'terminate' ? 'DELETE' : 'POST',
        token: site.client.token,
      });
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
