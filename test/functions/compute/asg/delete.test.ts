import { describe, expect, test } from 'vitest';
import { handler as remove } from '#functions/compute/asg/delete.ts';
import { handler as refresh } from '#functions/compute/asg/refresh.ts';
import { handler as show } from '#functions/compute/asg/show.ts';
import { handler as update } from '#functions/compute/asg/update.ts';
import type { Asg } from '#lib/model/compute/asg.ts';
import { getInstance } from '#lib/store/compute/instances.ts';
import { me, mine, useOwner } from '#test/functions/compute/owner.ts';
import { asgOf, look, machinesArrive, membersOf, newAsg, settled } from '#test/support/compute/asgs.ts';
import { createdVolume, putVolumeInto } from '#test/support/compute/disks.ts';
import { putInto } from '#test/support/compute/instances.ts';

useOwner();

const at = (group: Asg) => ({ params: { id: group.id } });
const ids = async (group: Asg) => (await asgOf(group)).members.map(({ instance_id }) => instance_id);

describe('a deletion', () => {
  test('terminates the members, and then the group is gone with its name', async () => {
    const group = await newAsg(me);
    await settled(group);
    const members = await membersOf(group);
    const reply = await mine(remove, at(group));
    expect(reply).toMatchObject({ status: 200, body: { id: group.id, status: 'deleting' } });
    expect(await mine(remove, at(group))).toMatchObject({ status: 200, body: reply.body });
    expect(await mine(update, { ...at(group), body: { desired_capacity: 3 } })).toMatchObject({
      status: 409,
      body: { error: `auto scaling group ${group.id} is deleting; it can no longer be changed` },
    });
    expect((await mine(refresh, at(group))).status).toBe(409);
    await settled(group);
    expect((await mine(show, at(group))).status).toBe(404);
    for (const { id } of members) expect((await getInstance(me.account_id, id))?.status).toBe('terminated');
    await newAsg(me);
  });

  test('with keep_instances leaves them to themselves', async () => {
    const group = await newAsg(me);
    await settled(group);
    const members = await membersOf(group);
    await mine(remove, { ...at(group), query: { keep_instances: 'true' } });
    await settled(group);
    expect((await mine(show, at(group))).status).toBe(404);
    for (const { id } of members) {
      expect(await getInstance(me.account_id, id)).toMatchObject({ status: 'running', asg_id: null });
    }
  });

  test('rehearsed names what the members have and stand behind, and what it saves', async () => {
    const group = await newAsg(me, { desired_capacity: 1 });
    await settled(group);
    const [member = ''] = await ids(group);
    const kept = await createdVolume(me);
    const lost = await createdVolume(me);
    for (const { id } of [kept, lost])
      await putVolumeInto(me, id, { instance_id: member, delete_on_termination: id === lost.id });
    await putInto({ account_id: me.account_id, id: member }, { volume_ids: [kept.id, lost.id] });
    const rehearse = async (query: object) =>
      (await mine(remove, { ...at(group), query: { dry_run: 'true', ...query } })).body;
    expect(await rehearse({})).toMatchObject({
      // s1-nano and a volume of 1 GiB.
      price_delta_paise_per_month: -(29_900 + 600),
      cascade: [
        { type: 'instance', id: member, effect: 'terminated' },
        { type: 'volume', id: kept.id, effect: 'detached' },
        { type: 'volume', id: lost.id, effect: 'deleted' },
      ],
    });
    expect(await rehearse({ keep_instances: 'true' })).toMatchObject({
      price_delta_paise_per_month: 0,
      cascade: [{ type: 'instance', id: member, effect: 'kept as an ordinary instance' }],
    });
  });

  test('is refused while a member is protected, and takes its time where one is protected later', async () => {
    const group = await newAsg(me);
    await settled(group);
    const [first = ''] = await ids(group);
    const instance = { account_id: me.account_id, id: first };
    await putInto(instance, { termination_protection: true });
    expect(await mine(remove, at(group))).toMatchObject({
      status: 409,
      headers: { 'x-error-code': 'protected' },
      body: { error: expect.stringContaining(`instance ${first} of group ${group.id} has termination protection`) },
    });
    await putInto(instance, { termination_protection: false });
    await mine(remove, at(group));
    await putInto(instance, { termination_protection: true });
    await look(group);
    await machinesArrive(group);
    await look(group);
    expect(await ids(group)).toEqual([first]);
    await putInto(instance, { termination_protection: false });
    await settled(group);
    expect((await mine(show, at(group))).status).toBe(404);
  });
});
