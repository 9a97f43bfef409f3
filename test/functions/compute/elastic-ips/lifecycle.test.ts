import { beforeEach, expect, test } from 'vitest';
import { handler as launch } from '#functions/compute/instances/launch.ts';
import { settleFailedLaunch, settleTerminated } from '#lib/domain/compute/instances/endings.ts';
import { describeMachine } from '#lib/domain/compute/jobs/describe.ts';
import type { Instance } from '#lib/model/compute/instance.ts';
import { newId } from '#lib/model/platform/ids.ts';
import { type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { testTable } from '#lib/testing/functions/table.ts';
import { type Client, clientOf } from '#test/functions/compute/client.ts';
import { launchBody, launched, putInto, recordOf, up } from '#test/support/compute/instances.ts';
import { standInHost } from '#test/support/hosts/hosts.ts';
import { addressesOf, obey } from './support.ts';

/* What becomes of an address when its instance comes and goes (contract 3.1, contract 4.1). */

let me: SignedUp;
let mine: Client;
let ips: ReturnType<typeof addressesOf>;
beforeEach(async () => {
  await testTable();
  me = await signedUp();
  mine = clientOf(me);
  ips = addressesOf(mine);
  await standInHost();
});

const start = (elastic_ip_id: string) => mine(launch, { body: launchBody({ elastic_ip_id }) });

/** The input of a workflow's last task. */
const inputOf = ({ account_id, id }: Instance, operation: string) => ({
  operation,
  account_id,
  instance_id: id,
  options: {},
});

async function terminated(instance: Instance): Promise<void> {
  const operation = { id: newId('operation', new Date()), kind: 'terminate' } as const;
  await putInto(instance, { status: 'terminating', operation });
  await settleTerminated(inputOf(instance, operation.id));
}

test('an instance is launched with an address, which its machine has from the first boot', async () => {
  const made = await ips.make();
  const { status, body } = await start(made.id);
  expect(status).toBe(201);
  expect(body.elastic_ip).toEqual({ id: made.id, address: made.address });
  expect(body.allowed_actions).toContain('detach_elastic_ip');
  expect(await ips.show(made)).toMatchObject({ status: 'attached', instance_id: body.id });
  expect(await describeMachine(me.account_id, body.id)).toMatchObject({ addresses: [made.address] });
});

test('a launch is refused with an address that is not there, or not free', async () => {
  const absent = newId('elasticIp', new Date());
  expect(await start(absent)).toMatchObject({ status: 404, body: { error: `elastic ip ${absent} not found` } });
  const made = await ips.make();
  const first = (await start(made.id)).body;
  expect(await start(made.id)).toMatchObject({
    status: 409,
    headers: { 'x-error-code': 'in_use' },
    body: { error: `elastic ip ${made.id} is attached to ${first.id}; detach it first` },
  });
});

test('of two launches with one address, one happens', async () => {
  const made = await ips.make();
  const answers = await Promise.all([start(made.id), start(made.id)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
});

test('a failed launch gives the address back', async () => {
  const made = await ips.make();
  const { body } = await start(made.id);
  await settleFailedLaunch(inputOf(body, (await recordOf(body)).operation?.id ?? ''), 'no');
  expect(await recordOf(body)).toMatchObject({ status: 'error', elastic_ip: null });
  expect(await ips.show(made)).toMatchObject({ status: 'available', instance_id: null, attached_at: null });
});

test.each(['attaching', 'attached'] as const)('a terminated instance leaves an address that is %s', async (status) => {
  const instance = await launched(me);
  await putInto(instance, up);
  const made = await ips.make();
  await ips.attach(made, instance);
  if (status === 'attached') await obey(instance);
  expect((await ips.show(made)).status).toBe(status);
  await terminated(instance);
  expect(await recordOf(instance)).toMatchObject({ status: 'terminated', elastic_ip: null });
  expect(await ips.show(made)).toMatchObject({ status: 'available', instance_id: null });
  expect((await start(made.id)).status).toBe(201);
});

test('an address that was being detached is free once the host has performed its configure job', async () => {
  const instance = await launched(me);
  await putInto(instance, up);
  const made = await ips.make();
  await ips.attach(made, instance);
  await ips.detach(made);
  await terminated(instance);
  await obey(instance);
  expect(await ips.show(made)).toMatchObject({ status: 'available', instance_id: null });
});
