import { expect, test } from 'vitest';
import { handler as create } from '#functions/compute/asg/create.ts';
import { handler as removeGroup } from '#functions/compute/asg/delete.ts';
import { handler as createVpc } from '#functions/compute/vpcs/create.ts';
import { handler as removeVpc } from '#functions/compute/vpcs/delete.ts';
import { handler as showVpc } from '#functions/compute/vpcs/show.ts';
import type { Asg } from '#lib/model/compute/asg.ts';
import { keys } from '#lib/store/keys.ts';
import { get } from '#lib/store/platform/read.ts';
import { transact, update } from '#lib/store/platform/write.ts';
import { me, mine, useOwner } from '#test/functions/compute/owner.ts';
import { expectStatus, newName, refusal } from '#test/support/accounts/iam.ts';
import { asgBody, newAsg, settled } from '#test/support/compute/asgs.ts';

useOwner();

const newVpc = async (): Promise<string> =>
  (await expectStatus(201, mine(createVpc, { body: { name: newName('vpc') } }))).id;
const drop = (vpc: string, query = {}) => mine(removeVpc, { params: { id: vpc }, query });
const groupIn = (vpc_id: string, changes = {}) =>
  newAsg(me, { name: newName('web'), desired_capacity: 0, vpc_id, ...changes });
const end = async (group: Asg) => {
  await mine(removeGroup, { params: { id: group.id } });
  await settled(group);
};
const itemOf = (vpc: string) => get(keys.listed(me.account_id, 'vpc', vpc));

test('a VPC into which a group launches stays until the group is gone, however small it is', async () => {
  const vpc = await newVpc();
  const group = await groupIn(vpc);
  const refused = [409, 'in_use', `vpc ${vpc} has auto scaling group ${group.id}`];
  expect(refusal(await drop(vpc))).toEqual(refused);
  expect(refusal(await drop(vpc, { dry_run: 'true' }))).toEqual(refused);
  expect(await expectStatus(200, mine(showVpc, { params: { id: vpc } }))).not.toHaveProperty('asg_ids');
  await end(group);
  expect((await itemOf(vpc))?.asg_ids).toBeUndefined();
  expect(await expectStatus(200, drop(vpc))).toEqual({ id: vpc, deleted: true });
});

test('the refusal names every group beside what is in the VPC', async () => {
  const vpc = await newVpc();
  const groups = [await groupIn(vpc, { desired_capacity: 1 }), await groupIn(vpc)];
  await settled(groups[0] as Asg);
  const { id: other } = await groupIn(await newVpc());
  const { error } = (await drop(vpc)).body;
  const [first, second] = groups.map(({ id }) => id).sort();
  expect(error).toBe(`vpc ${vpc} has 1 instance and auto scaling groups ${first}, ${second}`);
  expect(error).not.toContain(other);
});

test('so does one with a group from before VPCs noted them; its deletion makes nothing of the VPC', async () => {
  const vpc = await newVpc();
  const group = await groupIn(vpc);
  const key = keys.listed(me.account_id, 'vpc', vpc);
  await transact([update(key, { remove: ['asg_ids'] }, [['pk', 'exists']])]);
  expect(refusal(await drop(vpc))).toEqual([409, 'in_use', `vpc ${vpc} has auto scaling group ${group.id}`]);
  const before = await itemOf(vpc);
  await end(group);
  expect(await itemOf(vpc)).toEqual(before);
  await expectStatus(200, drop(vpc));
  expect(await itemOf(vpc)).toBeUndefined();
});

test('of a creation of a group and a deletion of its VPC at once, one happens', async () => {
  for (let round = 0; round < 8; round++) {
    const vpc = await newVpc();
    const body = asgBody({ name: newName('web'), desired_capacity: 0, vpc_id: vpc });
    const [made, dropped] = await Promise.all([mine(create, { body }), drop(vpc)]);
    const seen = [made.status, dropped.status];
    expect([
      [201, 409],
      [404, 200],
    ]).toContainEqual(seen);
    if (made.status === 201) {
      expect(dropped.body.error).toBe(`vpc ${vpc} has auto scaling group ${made.body.id}`);
      await end(made.body);
      await expectStatus(200, drop(vpc));
    } else {
      expect(made.body.error).toBe(`vpc ${vpc} not found`);
      expect(await itemOf(vpc)).toBeUndefined();
    }
  }
});
