import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { handler as addBackend } from '#functions/compute/load-balancers/add-backend.ts';
import { handler as createBalancer } from '#functions/compute/load-balancers/create.ts';
import { handler as deleteBalancer } from '#functions/compute/load-balancers/delete.ts';
import { handler as removeBackend } from '#functions/compute/load-balancers/remove-backend.ts';
import { handler as showBalancer } from '#functions/compute/load-balancers/show.ts';
import { handler as updateBalancer } from '#functions/compute/load-balancers/update.ts';
import { handler as check } from '#functions/scheduled/host-health.ts';
import { resumeHost } from '#lib/domain/compute/hosts/resume.ts';
import { registerMember } from '#lib/domain/compute/load-balancers/groups.ts';
import { civilNow } from '#lib/drivers/clocks/civil.ts';
import { getLoadBalancer } from '#lib/store/compute/load-balancers.ts';
import { keys } from '#lib/store/keys.ts';
import { transact } from '#lib/store/platform/write.ts';
import { call, type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { testTable } from '#lib/testing/functions/table.ts';
import { clientOf } from '#test/functions/compute/client.ts';
import { expectStatus } from '#test/support/accounts/iam.ts';
import { newAsg } from '#test/support/compute/asgs.ts';
import { launched, putInto, recordOf, up } from '#test/support/compute/instances.ts';
import { linkOf } from '#test/support/hosts/host-link.ts';
import { type StandInHost, standInHost } from '#test/support/hosts/hosts.ts';
import { comesBack, fenced, operator } from '#test/support/hosts/lost-hosts.ts';
import { partition } from '#test/support/table/state.ts';

/* What becomes of the load balancers of a lost host, and what they cost. */

const pool = '198.51.100.0/24';
let caller: SignedUp;
let host: StandInHost;

beforeEach(async () => {
  await testTable();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-23T10:00:00Z') });
  caller = await signedUp();
  host = await standInHost({ id: 'host-a', public_ip: '203.0.113.7', address_pool: pool });
});
afterEach(() => vi.useRealTimers());

/** Lets the clock go on, with the minute tick; no host is heard meanwhile. */
async function silent(minutes: number): Promise<void> {
  for (let at = 0; at < minutes; at++) {
    vi.setSystemTime(Date.now() + 60_000);
    await check();
  }
}

/** The marks of a meter, oldest first: from when on it costs how many paise a month. */
const marksOf = async ({ account_id, id }: { account_id: string; id: string }): Promise<[number, number][]> =>
  (await partition(keys.wallet(account_id).pk))
    .filter(({ sk }) => sk.startsWith(`METER#${id}#`))
    .sort((a, b) => a.seq - b.seq)
    .map(({ at, price_paise }) => [at, price_paise]);

test('a load balancer of a lost host is in error, costs nothing from the last heartbeat on, and is served again', async () => {
  const body = { name: 'front', listeners: [{ protocol: 'http', port: 8080 }] };
  const { id } = (await call(createBalancer, { bearer: caller.bearer, body })).body;
  const balancer = { account_id: caller.account_id, id };
  const heard = Date.now() / 1000;
  await silent(9);
  expect(await getLoadBalancer(caller.account_id, id)).toMatchObject({
    status: 'error',
    status_reason: 'host host-a does not answer',
  });
  expect(await marksOf(balancer)).toEqual([[heard, 89_900]]);
  await silent(1);
  const lost = { status: 'error', status_reason: 'host lost', lost: true };
  expect(await getLoadBalancer(caller.account_id, id)).toMatchObject(lost);
  expect(await marksOf(balancer)).toEqual([
    [heard, 89_900],
    [heard, 0],
  ]);
  await silent(1);
  expect(await marksOf(balancer)).toHaveLength(2);
  await comesBack(host.id, pool);
  expect(await getLoadBalancer(caller.account_id, id)).toMatchObject({
    lost: false,
    status_reason: 'host host-a does not serve it yet',
  });
  expect((await marksOf(balancer)).at(-1)).toEqual([Date.now() / 1000, 89_900]);
});

test('a load balancer whose host is lost is deleted at once, with its address, and is not billed again', async () => {
  const body = { name: 'front', listeners: [{ protocol: 'http', port: 8080 }] };
  const { id } = (await call(createBalancer, { bearer: caller.bearer, body })).body;
  await fenced(host.id);
  const deleted = await call(deleteBalancer, { bearer: caller.bearer, params: { id } });
  expect(deleted.body).toMatchObject({ id, status: 'deleting' });
  expect(await getLoadBalancer(caller.account_id, id)).toBeUndefined();
  expect((await marksOf({ account_id: caller.account_id, id })).at(-1)?.[1]).toBe(0);
  await resumeHost(operator(), host.id);
  await comesBack(host.id, pool);
  const link = await linkOf(host.id);
  expect(await link.call('listHostBalancers', {})).toEqual({ balancers: [] });
});

test('a change of a load balancer whose host is lost leaves it in error, and is served once the host is back', async () => {
  const instance = await putInto(await launched(caller), up);
  const member = await putInto(await launched(caller, { name: 'web-02' }), up);
  const mine = clientOf(caller);
  const body = { name: 'front', listeners: [{ protocol: 'http', port: 8080 }] };
  const { id } = (await mine(createBalancer, { body })).body;
  const bound = { load_balancer_id: id, backend_port: 8080, desired_capacity: 0 };
  const group = await newAsg(caller, bound);
  await fenced(host.id);
  const lost = { status: 'error', status_reason: 'host lost' };
  const shown = async () => (await mine(showBalancer, { params: { id } })).body;
  const { body: changed } = await mine(updateBalancer, { params: { id }, body: { sticky_sessions: true } });
  expect(changed).toMatchObject({ ...lost, sticky_sessions: true });
  const backend = { instance_id: instance.id, port: 8080 };
  await expectStatus(201, mine(addBackend, { params: { id }, body: backend }));
  expect(await shown()).toMatchObject({ ...lost, backends: [{ instance_id: instance.id }] });
  await expectStatus(200, mine(removeBackend, { params: { id, instance_id: instance.id } }));
  expect(await shown()).toMatchObject(lost);
  await expectStatus(201, mine(addBackend, { params: { id }, body: backend }));
  await transact([registerMember({ ...group, ...bound }, await recordOf(member), civilNow())]);
  expect(await shown()).toMatchObject(lost);

  await resumeHost(operator(), host.id);
  await comesBack(host.id, pool);
  const link = await linkOf(host.id);
  const [balancer] = (await link.call('listHostBalancers', {})).balancers;
  expect(balancer?.description).toMatchObject({ sticky: true });
  const served = balancer?.description?.backends.map(({ instance_id }) => instance_id);
  expect(served?.toSorted()).toEqual([instance.id, member.id].toSorted());
  await link.call('reportBalancer', { rev: balancer?.rev ?? 0, state: 'serving' }, { id });
  expect(await shown()).toMatchObject({ status: 'active', status_reason: null, sticky_sessions: true });
  const { body: again } = await mine(updateBalancer, { params: { id }, body: { sticky_sessions: false } });
  expect(again).toMatchObject({ status: 'updating', status_reason: null });
});
