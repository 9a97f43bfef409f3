import { beforeEach, expect, test } from 'vitest';
import { handler as create } from '#functions/compute/load-balancers/create.ts';
import { handler as remove } from '#functions/compute/load-balancers/delete.ts';
import { handler as show } from '#functions/compute/load-balancers/show.ts';
import { handler as update } from '#functions/compute/load-balancers/update.ts';
import { handler as createVpc } from '#functions/compute/vpcs/create.ts';
import { handler as showVpc } from '#functions/compute/vpcs/show.ts';
import { assignmentsOf, finishRemoval } from '#lib/domain/compute/hosts/balancers.ts';
import { keys } from '#lib/store/keys.ts';
import { get } from '#lib/store/platform/read.ts';
import { update as change, transact } from '#lib/store/platform/write.ts';
import { type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { testTable } from '#lib/testing/functions/table.ts';
import { type Client, clientOf } from '#test/functions/compute/client.ts';
import { standInHost } from '#test/support/hosts/hosts.ts';

const able = ['ssh', 'load_balancing', 'private_load_balancer'];
const listeners = [{ protocol: 'http', port: 8080 }];

let me: SignedUp;
let mine: Client;
let vpc_id: string;
beforeEach(async () => {
  await testTable();
  me = await signedUp();
  mine = clientOf(me);
  vpc_id = (await mine(createVpc, { body: { name: 'small', cidr: '10.9.0.0/28' } })).body.id;
});

const make = (name: string) => mine(create, { body: { name, listeners, vpc_id } });
const free = async () => (await mine(showVpc, { params: { id: vpc_id } })).body.available_ips;
const claimOf = (address: string) => get(keys.address(vpc_id, address));

test('it is one of its VPC’s, for it alone, told to its host with its names, and returned at its deletion', async () => {
  await standInHost({ id: 'host-1', capabilities: able });
  expect(await free()).toBe(12);
  const { id, private_ip, name, public_hostname } = (await make('front')).body;
  expect(private_ip).toMatch(/^10\.9\.0\.([3-9]|1[0-4])$/);
  expect(await claimOf(private_ip)).toMatchObject({ instance_id: id });
  expect(await free()).toBe(11);
  const [assigned] = await assignmentsOf('host-1');
  expect(assigned?.description?.inside).toEqual({ address: private_ip, name, public_hostname });
  await mine(remove, { params: { id } });
  await finishRemoval((await assignmentsOf('host-1'))[0]!);
  expect([await free(), await claimOf(private_ip)]).toEqual([12, undefined]);
});

test('no two have the same, and none is made where the VPC is full', async () => {
  await standInHost({ id: 'host-1', capabilities: able });
  const taken = Object.fromEntries([['w0', 2 ** 15 - 2 ** 5]]);
  await transact([change(keys.listed(me.account_id, 'vpc', vpc_id), { add: taken }, [['pk', 'exists']])]);
  const [one, two] = await Promise.all([make('one'), make('two')]);
  expect([one.body.private_ip, two.body.private_ip].sort()).toEqual(['10.9.0.3', '10.9.0.4']);
  const refused = await make('three');
  expect([refused.status, refused.body.error]).toEqual([409, `vpc ${vpc_id} has no free address in 10.9.0.0/28`]);
});

test('a host that cannot serve it gives none', async () => {
  await standInHost({ id: 'host-1', capabilities: ['ssh', 'load_balancing'] });
  expect((await make('front')).body.private_ip).toBeNull();
  expect(await free()).toBe(12);
});

test('one of before there were any gets it with its next change', async () => {
  await standInHost({ id: 'host-1', capabilities: ['ssh', 'load_balancing'] });
  const { id } = (await make('front')).body;
  await standInHost({ id: 'host-1', capabilities: able });
  expect((await mine(show, { params: { id } })).body.private_ip).toBeNull();
  const same = await mine(update, { params: { id }, body: { name: 'front' } });
  expect(same.body.private_ip).toBeNull();
  const { private_ip } = (await mine(update, { params: { id }, body: { sticky_sessions: true } })).body;
  expect(private_ip).toMatch(/^10\.9\.0\.\d+$/);
  expect(await claimOf(private_ip)).toMatchObject({ instance_id: id });
  expect((await mine(update, { params: { id }, body: { name: 'gate' } })).body).toMatchObject({ private_ip });
  expect(await free()).toBe(11);
});
