import { beforeAll, expect, test } from 'vitest';
import { handler as events } from '#functions/compute/instances/events.ts';
import type { HostLink } from '#lib/agent/link/link.ts';
import { call, type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { launched, putInto, up } from '#test/support/compute/instances.ts';
import { linkOf } from '#test/support/hosts/host-link.ts';
import { standInHost } from '#test/support/hosts/hosts.ts';
import { state } from '#test/support/table/state.ts';

let user: SignedUp;
let link: HostLink;
let id: string;
const report = (used_percent: number) =>
  link.call('reportMachine', { event: 'disk_filling', news: { used_percent } }, { id });

beforeAll(async () => {
  user = await signedUp();
  link = await linkOf((await standInHost()).id);
  const instance = await launched(user, { name: 'filled' });
  await putInto(instance, up);
  id = instance.id;
});

test('a disk that is nearly full, and one over its plan, is an event of the instance, and announced', async () => {
  const before = new Set((await state()).map(({ sk }) => sk));
  await report(91);
  await report(104);
  const { body } = await call(events, { bearer: user.bearer, params: { id } });
  const told = (body.events as { type: string; message: string }[]).filter(({ type }) => type === 'disk_filling');
  expect(told.map(({ message }) => message).sort()).toEqual([
    'the disk has 104 % of its 10 GiB in use, more than its plan',
    'the disk has 91 % of its 10 GiB in use',
  ]);
  const added = (await state()).filter(({ sk }) => !before.has(sk));
  const announced = added.flatMap(({ events: some }) => (Array.isArray(some) ? some : []));
  const data = { instance_id: id, used_percent: 104 };
  expect(announced).toContainEqual(expect.objectContaining({ type: 'instance.disk_filling', data }));
});

test.each([-1, 90.5, 1e7])('a host that says something else is refused: %s', async (used_percent) => {
  await expect(report(used_percent)).rejects.toMatchObject({ status: 400 });
});
