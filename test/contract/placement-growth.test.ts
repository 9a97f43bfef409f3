import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { handler as launch } from '#functions/compute/instances/launch.ts';
import { handler as check } from '#functions/scheduled/host-health.ts';
import type { HostLink } from '#lib/agent/link/link.ts';
import { classOf, placeOf } from '#lib/model/compute/host-places.ts';
import { hostsIndex } from '#lib/store/indexes.ts';
import { keys } from '#lib/store/keys.ts';
import { put, transact } from '#lib/store/platform/write.ts';
import { call, type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { testTable } from '#lib/testing/functions/table.ts';
import { hostEntry, hostImage } from '#test/functions/compute/hosts.ts';
import { launchBody, recordOf } from '#test/support/compute/instances.ts';
import { changeHost, linkOf } from '#test/support/hosts/host-link.ts';
import { tableCalls } from '#test/support/table/table-calls.ts';
import { uncontended } from '#test/support/table/uncontended.ts';

/* Ten thousand hosts cost what ten thousand heartbeats cost: no launch and no heartbeat asks more with their number. */

beforeAll(uncontended);
beforeEach(async () => {
  await testTable();
});

const room = { ram_mib: 65_536, vcpus: 32, free_ram_mib: 65_536, free_vcpus: 32 };
const nameOf = (number: number) => `host-${String(number).padStart(5, '0')}`;

/** The items of a host, as its start and its heartbeats leave them. */
function itemsOf(host_id: string) {
  const {
    free_ram_mib: _,
    free_vcpus: __,
    seen_at,
    ...offer
  } = hostEntry({ host_id, images: [hostImage('debian-12')] });
  const { shard, spot } = placeOf(host_id);
  const size = classOf(room.free_ram_mib);
  const gsi1sk = `${String(size).padStart(7, '0')}#${spot}#${host_id}`;
  const index = { gsi1pk: hostsIndex(shard), gsi1sk, shard, class: size };
  return [
    put({ ...keys.host(host_id), host_id, epoch: 1, offer_hash: 'known', class: size, ...room }),
    put({ ...keys.hostOffer(host_id), ...offer, ...index }),
    put({ ...keys.hostBeat(host_id), host_id, seen_at }),
  ];
}

/** Fills the directory, and has the minute tick make its catalog. */
async function directoryOf(hosts: number): Promise<void> {
  const writes = Array.from({ length: hosts }, (_, number) => itemsOf(nameOf(number))).flat();
  for (let at = 0; at < writes.length; at += 99) await transact(writes.slice(at, at + 99));
  await check();
}

/** What a keyed launch into an empty VPC asks of the table. */
async function launchCost(user: SignedUp) {
  let status = 0;
  const cost = await tableCalls(async () => {
    const body = launchBody({ image_id: 'debian-12' });
    const headers = { 'idempotency-key': randomUUID() };
    ({ status } = await call(launch, { bearer: user.bearer, body, headers, once: true }));
  });
  expect(status).toBe(201);
  return cost;
}

const beatCost = (link: HostLink) => tableCalls(() => link.call('beatHost', { offer_hash: 'known', jobs: [] }));

test.each([1, 8, 9, 100, 10_000])(
  'with %i hosts a launch and a heartbeat cost no more',
  { timeout: 300_000 },
  async (hosts) => {
    await directoryOf(hosts);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    const user = await signedUp();
    await launchCost(await signedUp());
    const { calls, rounds } = await launchCost(user);
    // Who asks, the inputs with the catalog, four shards unless that names the hosts, two hosts, one transaction.
    const isNamed = hosts < 9;
    expect(calls.length).toBeLessThanOrEqual(isNamed ? 6 : 10);
    expect(calls.filter((name) => name === 'Query').length).toBeLessThanOrEqual(isNamed ? 0 : 4);
    expect(rounds).toBeLessThanOrEqual(isNamed ? 4 : 5);
    const beat = await beatCost(await linkOf(nameOf(0)));
    vi.useRealTimers();
    expect(beat).toEqual({ calls: ['GetItem', 'PutItem'], rounds: 2 });
  },
);

test('a host that the catalog does not name yet is found where none that it names will do', async () => {
  await directoryOf(2);
  await transact(itemsOf(nameOf(2)));
  for (const number of [0, 1]) await changeHost(nameOf(number), { state: 'draining' });
  const { bearer } = await signedUp();
  const { status, body } = await call(launch, { bearer, body: launchBody({ image_id: 'debian-12' }) });
  expect([status, (await recordOf(body)).host_id]).toEqual([201, nameOf(2)]);
});
