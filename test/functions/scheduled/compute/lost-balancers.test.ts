import { beforeEach, expect, test } from 'vitest';
import { handler as create } from '#functions/compute/load-balancers/create.ts';
import { handler as remove } from '#functions/compute/load-balancers/delete.ts';
import { handler as show } from '#functions/compute/load-balancers/show.ts';
import { handler as update } from '#functions/compute/load-balancers/update.ts';
import { handler as quotas } from '#functions/compute/quotas/list.ts';
import { handler as health } from '#functions/scheduled/host-health.ts';
import { assignmentsOf, confirmBalancer } from '#lib/domain/compute/hosts/balancers.ts';
import { signedUp } from '#lib/testing/functions/call.ts';
import { testTable } from '#lib/testing/functions/table.ts';
import { type Client, clientOf } from '#test/functions/compute/client.ts';
import { type StandInHost, silence, standInHost } from '#test/support/hosts/hosts.ts';
import { state } from '#test/support/table/state.ts';

let mine: Client;
let host: StandInHost;
beforeEach(async () => {
  await testTable();
  mine = clientOf(await signedUp());
  host = await standInHost();
});

const listeners = [{ protocol: 'http', port: 8080 }];
const make = async (name: string): Promise<string> => (await mine(create, { body: { name, listeners } })).body.id;
const shown = async (id: string) => (await mine(show, { params: { id } })).body;
const recordOf = async (id: string) =>
  (await assignmentsOf(host.id)).find((assignment) => assignment.id === id)!.record!;

test('a silent host: none of its load balancers stays on the way, and what they say is so', async () => {
  const [fresh, active, changing] = [await make('fresh'), await make('active'), await make('changing')];
  for (const id of [active, changing]) await confirmBalancer(await recordOf(id));
  await mine(update, { params: { id: changing }, body: { sticky_sessions: true } });
  await silence(host.id);
  await health();
  const status_reason = `host ${host.id} does not answer`;
  for (const id of [fresh, active, changing]) expect(await shown(id)).toMatchObject({ status: 'error', status_reason });
  const before = await state();
  await health();
  expect(await state()).toEqual(before);
  await host.beat();
  await confirmBalancer(await recordOf(changing));
  expect(await shown(changing)).toMatchObject({ status: 'active', status_reason: null, sticky_sessions: true });
});

test('a silent host: what is being deleted is gone, with all that it held', async () => {
  const id = await make('front');
  await mine(remove, { params: { id } });
  expect((await shown(id)).status).toBe('deleting');
  await silence(host.id);
  await health();
  expect((await mine(show, { params: { id } })).status).toBe(404);
  expect((await mine(quotas)).body.quotas).toContainEqual({ name: 'load_balancers', limit: 5, used: 0 });
  expect(await assignmentsOf(host.id)).toEqual([]);
  await host.beat();
  expect(await shown(await make('front'))).toMatchObject({ status: 'provisioning', name: 'front' });
});

test("a live host's are left alone", async () => {
  await mine(remove, { params: { id: await make('front') } });
  const before = await state();
  await health();
  expect(await state()).toEqual(before);
});
