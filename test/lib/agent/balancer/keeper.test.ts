// biome-ignore lint/plugin: that it looks no oftener is seen by waiting alone
import { setImmediate as immediately, setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { handler as add } from '#functions/compute/load-balancers/add-backend.ts';
import { handler as create } from '#functions/compute/load-balancers/create.ts';
import { handler as remove } from '#functions/compute/load-balancers/delete.ts';
import { handler as show } from '#functions/compute/load-balancers/show.ts';
import { handler as update } from '#functions/compute/load-balancers/update.ts';
import { BalancerKeeper } from '#lib/agent/balancer/keeper.ts';
import type { Instance } from '#lib/model/compute/instance.ts';
import type { BalancerSpec, HealthNews } from '#lib/runtime/balancer/spec.ts';
import type { BalancingDriver } from '#lib/runtime/driver.ts';
import { DriverError } from '#lib/runtime/driver.ts';
import { signedUp } from '#lib/testing/functions/call.ts';
import { testTable } from '#lib/testing/functions/table.ts';
import { type Client, clientOf } from '#test/functions/compute/client.ts';
import { launched, putInto, up } from '#test/support/compute/instances.ts';
import { linkOf } from '#test/support/hosts/host-link.ts';
import { standInHost } from '#test/support/hosts/hosts.ts';
import { ScriptedDriver } from '#test/support/hosts/scripted-driver.ts';
import { tableCalls } from '#test/support/table/table-calls.ts';
import { eventually } from '#test/support/vitest/eventually.ts';

/** A driver that only notes what it serves. */
class NotedBalancing implements BalancingDriver {
  readonly served = new Map<string, BalancerSpec>();
  refusal: DriverError | null = null;
  calls = 0;
  tell: (news: HealthNews) => void = () => undefined;
  lose: (ids: readonly string[]) => void = () => undefined;

  balance = async (spec: BalancerSpec) => {
    this.calls += 1;
    if (this.refusal) throw this.refusal;
    this.served.set(spec.id, spec);
  };
  unbalance = async (id: string) => void this.served.delete(id);
  onHealth(listener: (news: HealthNews) => void): void {
    this.tell = listener;
  }
  onLost(listener: (ids: readonly string[]) => void): void {
    this.lose = listener;
  }
}

let mine: Client;
let machine: Instance;
let id: string;
let machines: ScriptedDriver;
let balancing: NotedBalancing;
let keeper: BalancerKeeper;
const start = async () => {
  balancing = new NotedBalancing();
  keeper = new BalancerKeeper(await linkOf('host-1'), Object.assign(machines.driver(), { balancing }), () => undefined);
};
beforeEach(async () => {
  await testTable();
  const me = await signedUp();
  mine = clientOf(me);
  await standInHost({ id: 'host-1', capabilities: ['ssh', 'load_balancing'] });
  machine = await launched(me);
  await putInto(machine, up);
  machines = new ScriptedDriver();
  machines.machines.set(machine.id, 'running');
  await start();
  const body = { name: 'front', listeners: [{ protocol: 'http', port: 8080 }] };
  id = (await mine(create, { body })).body.id;
});
afterEach(() => keeper.close());

const shown = async () => (await mine(show, { params: { id } })).body;
const isStatus = (status: string) =>
  eventually(async () => {
    keeper.wake();
    return (await shown()).status === status;
  });

test('what is assigned is served, followed, and ended', async () => {
  await isStatus('active');
  expect(balancing.served.get(id)).toMatchObject({ id, backends: [], source_ip: '10.20.0.2' });
  await mine(add, { params: { id }, body: { instance_id: machine.id } });
  keeper.wake();
  await expect.poll(() => balancing.served.get(id)?.backends[0]?.running).toBe(true);
  const { calls } = balancing;
  balancing.tell({ id, backends: [[machine.id, { health: 'healthy', reason: null }]] });
  await expect.poll(async () => (await shown()).backends[0].health).toBe('healthy');
  expect(balancing.calls).toBe(calls);
  machines.powerOff(machine.id);
  await expect.poll(() => balancing.served.get(id)?.backends[0]?.running).toBe(false);
  await mine(remove, { params: { id } });
  keeper.wake();
  await expect.poll(async () => (await mine(show, { params: { id } })).status).toBe(404);
  expect(balancing.served.size).toBe(0);
});

test('a creation or a change that would wait is answered once the host has done it', async () => {
  const headers = { prefer: 'wait=10' };
  const body = { name: 'other', listeners: [{ protocol: 'tcp', port: 9090 }] };
  const made = mine(create, { body, headers });
  await eventually(() => {
    keeper.wake();
    return [...balancing.served.values()].some(({ listeners }) => listeners[0]?.port === 9090);
  });
  expect(await made).toMatchObject({ status: 201, body: { status: 'active' } });
  const params = { id: (await made).body.id };
  balancing.refusal = new DriverError('PORT_IN_USE', 'in use');
  const changed = await mine(update, { params, body: { sticky_sessions: true }, headers });
  expect(changed.body).toMatchObject({ status: 'error', status_reason: 'in use', sticky_sessions: true });
});

test('what cannot be served is an error that is tried again', async () => {
  balancing.refusal = new DriverError('PORT_IN_USE', '127.11.184.5:8080 is in use by another program');
  await mine(add, { params: { id }, body: { instance_id: machine.id } });
  await isStatus('error');
  expect((await shown()).status_reason).toBe('127.11.184.5:8080 is in use by another program');
  balancing.refusal = null;
  await isStatus('active');
  expect((await shown()).status_reason).toBeNull();
});

test('with nothing to serve the table is left alone until somebody rings', async () => {
  await keeper.close();
  await standInHost({ id: 'host-2' });
  const link = await linkOf('host-2');
  const looks = await tableCalls(async () => {
    keeper = new BalancerKeeper(link, machines.driver(), () => undefined);
    await wait(2200);
  });
  expect(looks.calls).toEqual(['GetItem', 'Query']);
  const rung = await tableCalls(async () => {
    keeper.wake();
    await immediately();
    await keeper.close();
  });
  expect(rung.calls).toEqual(['GetItem', 'Query']);
});

test('what the driver has lost, and what an ended agent served, is served again', async () => {
  await isStatus('active');
  balancing.served.clear();
  balancing.lose([id]);
  await eventually(() => balancing.served.has(id));
  await keeper.close();
  await start();
  await eventually(() => balancing.served.has(id));
  expect((await shown()).status).toBe('active');
});

test('what was deleted while no agent ran is gone with its next start', async () => {
  await isStatus('active');
  await keeper.close();
  await mine(remove, { params: { id } });
  expect((await shown()).status).toBe('deleting');
  await start();
  await expect.poll(async () => (await mine(show, { params: { id } })).status).toBe(404);
});
