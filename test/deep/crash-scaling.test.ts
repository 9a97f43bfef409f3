import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Asg } from '#lib/model/compute/asg.ts';
import { type CrashPoints, openCrashPoints } from '#test/support/crash/points.ts';
import type { CrashSite } from '#test/support/crash/site.ts';
import { demand } from '#test/support/http/client.ts';

let points: CrashPoints;
let site: CrashSite;
beforeAll(async () => {
  points = await openCrashPoints();
  site = points.site;
});
afterAll(() => points?.close());

const groups = async (): Promise<Asg[]> => demand(await site.client.get('/compute/asg'), 200).body.asgs;

async function clear(): Promise<void> {
  for (const { id } of await groups()) demand(await site.client.remove(`/compute/asg/${id}`), 200);
  await expect.poll(groups, { timeout: 30_000 }).toEqual([]);
}

it("a group's creation, with all that it launches", async () => {
  const { image_id, instance_type_id } = await site.client.launchBody();
  const count = await points.everyPoint(async (n, side) => {
    const body = { name: `g-${side}-${n}`, image_id, instance_type_id, min_size: 2, max_size: 2 };
    const { killed, again } = await points.strike(n, side, '/compute/asg', { method: 'POST', body });
    const [group] = await groups();
    if (again) expect(group).toMatchObject({ name: body.name, status: 'active', current_size: 2 });
    await clear();
    return killed;
  });
  expect(count).toBeGreaterThan(10);
});

it("a group's new size", async () => {
  const { image_id, instance_type_id } = await site.client.launchBody();
  const body = { name: 'sized', image_id, instance_type_id, min_size: 1, max_size: 3 };
  const { id } = demand(await site.client.post('/compute/asg', body), 201).body;
  const count = await points.everyPoint(async (n, side) => {
    const [{ desired_capacity = 0 } = {}] = await groups();
    const wanted = desired_capacity === 1 ? 2 : 1;
    const change = { method: 'PATCH', body: { desired_capacity: wanted } };
    const { killed, again } = await points.strike(n, side, `/compute/asg/${id}`, change);
    const [group] = await groups();
    expect(group).toMatchObject({ status: 'active', current_size: again ? wanted : group?.desired_capacity });
    return killed;
  });
  expect(count).toBeGreaterThan(10);
  await clear();
});

it('a resize', async () => {
  const count = await points.everyPoint(async (n, side) => {
    const { id } = await site.client.launch({ name: `resized-${side}-${n}` });
    await site.client.operate(id, 'stop');
    const resize = { method: 'POST', body: { instance_type_id: 's1-micro' } };
    const { killed, again } = await points.strike(n, side, `/compute/instances/${id}/resize`, resize);
    const after = await site.client.show(id);
    expect(after).toMatchObject({ status: 'stopped', task: null, plan: { name: after.instance_type_id } });
    if (again) expect(after.instance_type_id).toBe('s1-micro');
    await site.client.operate(id, 'terminate');
    return killed;
  });
  expect(count).toBeGreaterThan(1);
});
