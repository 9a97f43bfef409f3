import { beforeAll, expect, test } from 'vitest';
import { handler as events } from '#functions/compute/instances/events.ts';
import type { HostLink } from '#lib/agent/link/link.ts';
import type { ServiceFailure } from '#lib/model/compute/service-failure.ts';
import { call, type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { launched, putInto, up } from '#test/support/compute/instances.ts';
import { linkOf } from '#test/support/hosts/host-link.ts';
import { standInHost } from '#test/support/hosts/hosts.ts';
import { state } from '#test/support/table/state.ts';

let user: SignedUp;
let link: HostLink;
let id: string;
const web: ServiceFailure = { unit: 'web.service', result: 'exit-code', lines: ['oh no', 'it failed: exit-code'] };
const report = (news: ServiceFailure, by = link) => by.call('reportMachine', { event: 'service_failed', news }, { id });

beforeAll(async () => {
  user = await signedUp();
  link = await linkOf((await standInHost({ capabilities: ['services'] })).id);
  const instance = await launched(user, { name: 'served' });
  await putInto(instance, up);
  id = instance.id;
});

test('a service that failed inside a machine is an event of the instance, with its last lines', async () => {
  const before = new Set((await state()).map(({ sk }) => sk));
  await report(web);
  await report({ ...web, lines: [] });
  const { body } = await call(events, { bearer: user.bearer, params: { id } });
  const failed = (body.events as { type: string }[]).filter(({ type }) => type === 'service_failed');
  const common = { at: expect.any(String), type: 'service_failed', from: null, to: null };
  const event = { ...common, actor: 'system', request_id: null };
  expect(failed).toEqual([
    { ...event, message: 'service web failed (exit-code)' },
    { ...event, message: 'service web failed (exit-code): oh no | it failed: exit-code' },
  ]);
  const added = (await state()).filter(({ sk }) => !before.has(sk));
  const announced = added.flatMap(({ events: some }) => (Array.isArray(some) ? some : []));
  const data = { instance_id: id, ...web };
  expect(announced).toContainEqual(expect.objectContaining({ type: 'instance.service_failed', data }));
});

test.each([
  { ...web, unit: '../etc/passwd' },
  { ...web, unit: `${'a'.repeat(300)}.service` },
  { ...web, lines: ['\x1b[2J'] },
  { ...web, lines: ['\u202e'] },
  { ...web, lines: ['a'.repeat(161)] },
  { ...web, lines: Array(6).fill('') },
])('a host that says something else is refused: %j', async (news) => {
  await expect(report(news)).rejects.toMatchObject({ status: 400 });
});

test('a host tells nothing of the machines of another', async () => {
  const other = await linkOf((await standInHost({ id: 'host-other' })).id);
  await expect(report(web, other)).rejects.toMatchObject({ status: 404 });
});
