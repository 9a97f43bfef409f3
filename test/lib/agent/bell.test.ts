import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ListenedBell, listenForBell } from '#lib/agent/bell.ts';
import { ringHosts } from '#lib/domain/platform/ring-hosts.ts';
import { getBell } from '#lib/store/platform/bells.ts';
import { testTable } from '#lib/testing/functions/table.ts';
import { linkOf } from '#test/support/hosts/host-link.ts';
import { standInHost } from '#test/support/hosts/hosts.ts';
import { type ServedBells, serveBells } from '#test/support/hosts/served-bells.ts';

const host = 'host-1';
let served: ServedBells;
let rings: number;
const listening: ListenedBell[] = [];
beforeEach(async () => {
  await testTable();
  await standInHost({ id: host });
  served = await serveBells();
  rings = 0;
});
afterEach(async () => {
  for (const bell of listening.splice(0)) bell.close();
  await served.close();
});

async function listen(): Promise<ListenedBell> {
  const bell = listenForBell(served.address, { link: await linkOf(host), ring: () => void rings++ });
  listening.push(bell);
  return bell;
}

test('a host that listens asks at once, and whenever it is rung', async () => {
  await listen();
  await expect.poll(() => rings).toBe(1);
  await ringHosts([host]);
  await expect.poll(() => rings).toBe(2);
});

test('a connection that is ended is asked for again, and what was meant meanwhile is asked for', async () => {
  await listen();
  await expect.poll(() => rings).toBe(1);
  const first = await getBell(host);
  served.endAll();
  await expect.poll(() => rings, { timeout: 10_000 }).toBe(2);
  const second = await getBell(host);
  expect(second?.connection).not.toBe(first?.connection);
  await ringHosts([host]);
  await expect.poll(() => rings).toBe(3);
});

test('who is refused asks again, later, and is heard once it may be', async () => {
  served.refuse(true);
  await listen();
  await expect.poll(() => served.handshakes).toBeGreaterThan(0);
  expect(rings).toBe(0);
  served.refuse(false);
  await expect.poll(() => rings, { timeout: 10_000 }).toBe(1);
});

test('who has closed is not rung, and asks for no other connection', async () => {
  const bell = await listen();
  await expect.poll(() => rings).toBe(1);
  bell.close();
  await expect.poll(() => served.open).toBe(0);
  await ringHosts([host]);
  expect([rings, served.handshakes]).toEqual([1, 1]);
});
