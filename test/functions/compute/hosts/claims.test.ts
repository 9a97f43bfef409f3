import { beforeEach, expect, test } from 'vitest';
import { handler as check } from '#functions/scheduled/host-health.ts';
import { announce, registerAgent } from '#lib/domain/compute/hosts/register.ts';
import { getOffer } from '#lib/store/compute/directory.ts';
import { getHost } from '#lib/store/compute/hosts.ts';
import { keys } from '#lib/store/keys.ts';
import { get } from '#lib/store/platform/read.ts';
import { testTable } from '#lib/testing/functions/table.ts';
import { announceHost, hostEntry } from '#test/functions/compute/hosts.ts';

/* Addresses of hosts are claimed; those of hosts of release 0.1 with the next minute tick. */

beforeEach(async () => {
  await testTable();
});

const pool = '203.0.113.64/28';

/** A host as release 0.1 stored it. */
async function former(host_id: string, addresses: { public_ip: string; address_pool: string | null }): Promise<void> {
  await registerAgent(host_id, { ram_mib: 4096, vcpus: 4 });
  await announceHost(hostEntry({ host_id, ...addresses }));
}

const offered = (addresses: { public_ip: string; address_pool: string | null }) => ({
  driver: 'container',
  capabilities: [],
  images: [],
  reserved_ports: [],
  reserved_addresses: [],
  ...addresses,
});

const hostsOf = async (block: string) => (await get<{ hosts: number }>(keys.addressBlock(block)))?.hosts;

test('hosts of release 0.1 get what they offer, also where they share it, and keep it at their next start', async () => {
  await former('host-a', { public_ip: '203.0.113.7', address_pool: pool });
  await former('host-b', { public_ip: '203.0.113.8', address_pool: pool });
  await check();
  expect((await getHost('host-a'))?.claimed).toEqual([pool, '203.0.113.7/32']);
  expect((await getHost('host-b'))?.claimed).toEqual([pool, '203.0.113.8/32']);
  expect(await hostsOf(pool)).toBe(2);
  expect(await getOffer('host-a')).toMatchObject({ is_claimed: true });
  await check();
  expect(await hostsOf(pool)).toBe(2);
  await announce('host-a', offered({ public_ip: '203.0.113.7', address_pool: pool }));
  const third = announceAs('host-c', { public_ip: '203.0.113.9', address_pool: pool });
  await expect(third).rejects.toMatchObject({ code: 'address_taken' });
  expect(await hostsOf(pool)).toBe(2);
});

test('of hosts of release 0.1 whose blocks overlap the second is told of to operators, and goes on', async () => {
  await former('host-a', { public_ip: '203.0.113.7', address_pool: pool });
  await former('host-b', { public_ip: '203.0.113.8', address_pool: '203.0.113.64/27' });
  await check();
  const [a, b] = [await getHost('host-a'), await getHost('host-b')];
  const told = [a, b].flatMap((host) => host?.refused?.reason ?? []);
  expect(told).toHaveLength(1);
  expect(told[0]).toMatch(
    /^another host has 203\.0\.113\.64\/2[78], or a part of it: offer other addresses, or ask an operator$/,
  );
  expect(await getOffer('host-b')).toMatchObject({ address_pool: '203.0.113.64/27' });
});

test('what a host offers no more is free for others, and its public address may be of its pool', async () => {
  await announceAs('host-a', { public_ip: '203.0.113.7', address_pool: null });
  await announceAs('host-a', { public_ip: '203.0.113.7', address_pool: pool });
  await announceAs('host-a', { public_ip: '203.0.113.65', address_pool: pool });
  expect((await getHost('host-a'))?.claimed).toEqual([pool]);
  await announceAs('host-b', { public_ip: '203.0.113.7', address_pool: null });
  expect([await hostsOf('203.0.113.7/32'), await hostsOf(pool)]).toEqual([1, 1]);
});

async function announceAs(
  host_id: string,
  addresses: { public_ip: string; address_pool: string | null },
): Promise<void> {
  if (!(await getHost(host_id))) await registerAgent(host_id, { ram_mib: 4096, vcpus: 4 });
  await announce(host_id, offered(addresses));
}
