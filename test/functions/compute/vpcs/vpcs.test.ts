import { beforeEach, expect, test } from 'vitest';
import { handler as quotas } from '#functions/compute/quotas/list.ts';
import { handler as create } from '#functions/compute/vpcs/create.ts';
import { handler as remove } from '#functions/compute/vpcs/delete.ts';
import { handler as list } from '#functions/compute/vpcs/list.ts';
import { handler as show } from '#functions/compute/vpcs/show.ts';
import { handler as update } from '#functions/compute/vpcs/update.ts';
import { newId } from '#lib/model/platform/ids.ts';
import { returnAddress as returnSlot, takeAddress as takeSlot } from '#lib/store/compute/vpcs.ts';
import { transact } from '#lib/store/platform/write.ts';
import { call, type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { type Client, clientOf } from '#test/functions/compute/client.ts';

let me: SignedUp;
let mine: Client;
beforeEach(async () => {
  me = await signedUp();
  mine = clientOf(me);
});

const make = (name: string, cidr?: string) => mine(create, { body: { name, ...(cidr && { cidr }) } });
const used = async () => (await mine(quotas)).body.quotas.find(({ name }: { name: string }) => name === 'vpcs').used;
const takeAddress = (vpc: string, slot: number) =>
  transact([takeSlot(me.account_id, vpc, slot, 'host-1', () => new Error('gone'))]);

test('a VPC is created, shown, listed, changed and deleted', async () => {
  const made = await mine(create, { body: { name: 'web.prod-1', cidr: '10.7.0.0/24', description: 'front' } });
  expect(made).toMatchObject({ status: 201, headers: { etag: '"v1"' } });
  expect(made.body).toEqual({
    id: expect.stringMatching(/^vpc-[0-9a-z]{26}$/),
    account_id: me.account_id,
    name: 'web.prod-1',
    cidr: '10.7.0.0/24',
    is_default: false,
    description: 'front',
    instance_count: 0,
    available_ips: 252,
    created_at: expect.stringMatching(/Z$/),
    tags: {},
    updated_at: made.body.created_at,
  });
  const { id } = made.body;
  expect(await used()).toBe(2);
  expect(await mine(show, { params: { id } })).toMatchObject({
    status: 200,
    body: made.body,
    headers: { etag: '"v1"' },
  });
  expect((await mine(list, { query: { cidr: '10.7.0.0/24' } })).body).toEqual({ vpcs: [made.body], next_cursor: '' });

  const changed = await mine(update, { params: { id }, body: { name: 'api', description: null } });
  expect(changed).toMatchObject({
    status: 200,
    headers: { etag: '"v2"' },
    body: { name: 'api', description: null, cidr: '10.7.0.0/24' },
  });
  expect((await mine(list, { query: { name: 'api' } })).body.vpcs).toEqual([changed.body]);

  expect(await mine(remove, { params: { id } })).toMatchObject({ status: 200, body: { id, deleted: true } });
  expect(await mine(show, { params: { id } })).toMatchObject({ status: 404, body: { error: `vpc ${id} not found` } });
  expect(await mine(remove, { params: { id } })).toMatchObject({ status: 404 });
  expect(await used()).toBe(1);
  expect((await make('web.prod-1', '10.7.0.0/24')).status).toBe(201);
});

test('every account begins with a default VPC that stays', async () => {
  const { vpcs } = (await mine(list)).body;
  expect(vpcs).toMatchObject([{ name: 'default', is_default: true, cidr: '10.20.0.0/20', available_ips: 4092 }]);
  const [{ id }] = vpcs;
  expect(await mine(remove, { params: { id } })).toMatchObject({
    status: 409,
    headers: { 'x-error-code': 'protected' },
    body: { error: `vpc ${id} is the account's default VPC and cannot be deleted` },
  });
  expect((await mine(update, { params: { id }, body: { description: 'ours' } })).body.description).toBe('ours');
});

test('addresses that instances hold are not available, and keep the VPC', async () => {
  const { id } = (await make('small', '192.168.1.0/28')).body;
  await takeAddress(id, 3);
  expect((await mine(show, { params: { id } })).body).toMatchObject({ instance_count: 1, available_ips: 11 });
  expect(await mine(remove, { params: { id } })).toMatchObject({
    status: 409,
    headers: { 'x-error-code': 'in_use' },
    body: { error: `vpc ${id} has 1 instance` },
  });
  await takeAddress(id, 4);
  expect((await mine(remove, { params: { id } })).body.error).toBe(`vpc ${id} has 2 instances`);
  const renamed = await mine(update, { params: { id }, body: { name: 'still-small' } });
  expect(renamed.body).toMatchObject({ name: 'still-small', instance_count: 2, available_ips: 10 });
});

test('of a launch and a deletion at once, one happens', async () => {
  for (let round = 0; round < 5; round++) {
    const { id } = (await make(`race-${round}`, `10.9.${round}.0/24`)).body;
    const [deletion, launch] = await Promise.all([
      mine(remove, { params: { id } }),
      takeAddress(id, 3).then(
        () => 'launched',
        (error: Error) => error.message,
      ),
    ]);
    expect([`${deletion.status} ${launch}`]).toEqual([deletion.status === 200 ? '200 gone' : '409 launched']);
    if (deletion.status === 409) {
      await transact([returnSlot(me.account_id, id, 3)]);
      expect((await mine(remove, { params: { id } })).status).toBe(200);
    }
  }
});

test('a launch into a VPC that was deleted meanwhile is refused, and does not bring it back', async () => {
  const { id } = (await make('short')).body;
  await mine(remove, { params: { id } });
  await expect(takeAddress(id, 3)).rejects.toThrow('gone');
  expect(await mine(show, { params: { id } })).toMatchObject({ status: 404 });
  expect((await mine(list)).body.vpcs).toHaveLength(1);
});

test('an update of nothing changes nothing, and If-Match guards update and deletion', async () => {
  const { body } = await make('steady');
  const params = { id: body.id };
  for (const same of [{}, { name: 'steady' }, { description: null }]) {
    expect(await mine(update, { params, body: same })).toMatchObject({ status: 200, body, headers: { etag: '"v1"' } });
  }
  await mine(update, { params, body: { description: 'now' } });
  const stale = { params, headers: { 'if-match': '"v1"' } };
  expect((await mine(update, { ...stale, body: { description: 'lost' } })).status).toBe(412);
  expect((await mine(remove, stale)).status).toBe(412);
  expect((await mine(remove, { params, headers: { 'if-match': '"v2"' } })).status).toBe(200);
});

test("another account's VPC is not there, and neither is one of an impossible id", async () => {
  const { id } = (await make('private')).body;
  const theirs = clientOf(await signedUp());
  for (const handler of [show, update, remove]) {
    const body = handler === update ? { name: 'stolen' } : undefined;
    expect(await theirs(handler, { params: { id }, body })).toMatchObject({
      status: 404,
      body: { error: `vpc ${id} not found` },
    });
    expect((await mine(handler, { params: { id: 'vpc-1' }, body })).status).toBe(404);
  }
  expect((await mine(show, { params: { id } })).body.name).toBe('private');
});

test('nobody gets in without a login', async () => {
  for (const handler of [list, create, show, update, remove]) {
    expect((await call(handler, { params: { id: newId('vpc', new Date()) } })).status).toBe(401);
  }
});
