import { afterEach, beforeEach, expect, test } from 'vitest';
import { ringHosts } from '#lib/domain/platform/ring-hosts.ts';
import { bellsOf } from '#lib/store/platform/bells.ts';
import { testTable } from '#lib/testing/functions/table.ts';
import { giveBell, openBells, type TestBells } from '#test/support/hosts/bell.ts';
import { standInHost } from '#test/support/hosts/hosts.ts';

let bells: TestBells;
beforeEach(async () => {
  await testTable();
  bells = await openBells();
  for (const id of ['host-1', 'host-2', 'host-3']) await standInHost({ id });
});
afterEach(() => bells.close());

const rung = () => bells.asked.map(({ connection }) => connection).sort();

test('each host is rung once, by its own connection; one without a bell is left to its heartbeat', async () => {
  await giveBell('host-1');
  await giveBell('host-2');
  await ringHosts(['host-1', 'host-1', 'host-3']);
  expect(rung()).toEqual(['of-host-1']);
});

test('a connection that has ended is forgotten, but not while it may be opening', async () => {
  bells.gone.add('of-host-1');
  await giveBell('host-1');
  await ringHosts(['host-1']);
  expect(await bellsOf(['host-1'])).toHaveLength(1);
  await giveBell('host-1', Date.now() - 60_000);
  await ringHosts(['host-1']);
  expect(await bellsOf(['host-1'])).toEqual([]);
});

test('a ring that nobody can take is no failure of what rings', async () => {
  await giveBell('host-1');
  process.env.SVC_HOST_BELL = 'ws+unix:/nowhere/at/all:/hosts/self/bell';
  await ringHosts(['host-1']);
  expect(await bellsOf(['host-1'])).toHaveLength(1);
});
