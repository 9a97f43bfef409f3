import { describe, expect, test } from 'vitest';
import { handler as list } from '#functions/compute/asg/list.ts';
import { handler as update } from '#functions/compute/asg/update.ts';
import type { Asg } from '#lib/model/compute/asg.ts';
import { me, mine, useOwner } from '#test/functions/compute/owner.ts';
import { asgOf, newAsg, settled } from '#test/support/compute/asgs.ts';

useOwner();

const at = (group: Asg) => ({ params: { id: group.id } });

describe('an update', () => {
  test('changes what it names; new bounds move the desired capacity with them', async () => {
    const group = await newAsg(me, { user_data: 'echo', scaling_policy: { metric: 'ram' } });
    const patch = async (body: object) => (await mine(update, { ...at(group), body })).body;
    expect(await patch({ min_size: 3 })).toMatchObject({ min_size: 3, desired_capacity: 3 });
    expect(await patch({ min_size: 0, max_size: 1 })).toMatchObject({ desired_capacity: 1, max_size: 1 });
    expect(await patch({ user_data: null, scaling_policy: null, name: 'api' })).toMatchObject({
      user_data: null,
      scaling_policy: null,
      name: 'api',
      desired_capacity: 1,
    });
    await newAsg(me);
    const { asgs } = (await mine(list, { query: { sort: 'name' } })).body;
    expect(asgs.map(({ name }: Asg) => name)).toEqual(['api', 'web']);
  });

  test.each([
    [{ desired_capacity: 5 }, 'desired_capacity: 5 is outside 0 to 4 (min_size to max_size)'],
    [{ min_size: 5 }, 'min_size: 5 is greater than max_size 4'],
    [{ vpc_id: 'vpc-1' }, 'unknown field "vpc_id"'],
    [{ image_id: 'beos' }, 'image_id: unknown image "beos" (see GET /compute/images)'],
    [{ backend_port: 80 }, 'backend_port: 80 needs a load_balancer_id'],
    [{ desired_capacity: null }, 'desired_capacity: null must be a number'],
  ])('%o is refused', async (body, error) => {
    const group = await newAsg(me);
    const reply = await mine(update, { ...at(group), body });
    expect([reply.status, reply.body]).toEqual([400, { error }]);
  });

  test('to run the program of its image needs one that has a program', async () => {
    const group = await newAsg(me);
    expect(group.run_entrypoint).toBe(false);
    const reply = await mine(update, { ...at(group), body: { run_entrypoint: true } });
    expect([reply.status, reply.body]).toEqual([
      400,
      { error: 'run_entrypoint: image ubuntu-24.04 has no entrypoint' },
    ]);
  });

  test('to what it already is changes nothing, and If-Match guards it', async () => {
    const group = await newAsg(me);
    const { version } = await settled(group);
    expect((await mine(update, { ...at(group), body: { desired_capacity: 2 } })).status).toBe(200);
    expect((await asgOf(group)).version).toBe(version);
    const stale = { ...at(group), headers: { 'if-match': '"v1"' }, body: { max_size: 9 } };
    expect((await mine(update, stale)).status).toBe(412);
  });

  test('beside a look: both count', async () => {
    const group = await newAsg(me);
    const [reply] = await Promise.all([mine(update, { ...at(group), body: { max_size: 9 } }), settled(group)]);
    expect(reply.status).toBe(200);
    expect(await settled(group)).toMatchObject({ max_size: 9, status: 'active', members: { length: 2 } });
  });
});
