import { beforeAll, expect, test } from 'vitest';
import { handler as events } from '#functions/compute/instances/events.ts';
import type { HostLink } from '#lib/agent/link/link.ts';
import type { OutOfMemory } from '#lib/model/compute/out-of-memory.ts';
import { call, type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { launched, putInto, up } from '#test/support/compute/instances.ts';
import { linkOf } from '#test/support/hosts/host-link.ts';
import { standInHost } from '#test/support/hosts/hosts.ts';
import { state } from '#test/support/table/state.ts';

let user: SignedUp;
let link: HostLink;
let id: string;
const several: OutOfMemory = { killed: 3, programs: ['perl', 'node'] };
const report = (news: OutOfMemory) => link.call('reportMachine', { event: 'out_of_memory', news }, { id });

beforeAll(async () => {
  user = await signedUp();
  link = await linkOf((await standInHost({ capabilities: ['memory_limit'] })).id);
  const instance = await launched(user, { name: 'served' });
  await putInto(instance, up);
  id = instance.id;
});

test('what was ended because a machine had no more memory is an event of the instance, with its programs', async () => {
  const before = new Set((await state()).map(({ sk }) => sk));
  await report(several);
  await report({ killed: 1, programs: [] });
  const { body } = await call(events, { bearer: user.bearer, params: { id } });
  const failed = (body.events as { type: string }[]).filter(({ type }) => type === 'out_of_memory');
  const common = { at: expect.any(String), type: 'out_of_memory', from: null, to: null };
  const event = { ...common, actor: 'system', request_id: null };
  expect(failed).toEqual([
    { ...event, message: 'out of memory: the kernel ended a process' },
    { ...event, message: 'out of memory: the kernel ended 3 processes: perl, node' },
  ]);
  const added = (await state()).filter(({ sk }) => !before.has(sk));
  const announced = added.flatMap(({ events: some }) => (Array.isArray(some) ? some : []));
  const data = { instance_id: id, ...several };
  expect(announced).toContainEqual(expect.objectContaining({ type: 'instance.out_of_memory', data }));
});

test.each([
  { killed: 0, programs: [] },
  { killed: 1, programs: ['\x1b[2J'] },
  { killed: 1, programs: ['\u202e'] },
  { killed: 1, programs: Array(6).fill('perl') },
])('a host that says something else is refused: %j', async (news) => {
  await expect(report(news)).rejects.toMatchObject({ status: 400 });
});
