// biome-ignore lint/plugin: samples come every ten seconds
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Asg } from '#lib/model/compute/asg.ts';
import type { Instance } from '#lib/model/compute/instance.ts';
import { whereContainersWork } from '#test/lib/runtime/support/container-works.ts';
import { Client, demand } from '#test/support/http/client.ts';
import { advance } from '#test/support/platform/dev-clock.ts';
import { type RunningPlatform, startPlatform } from '#test/support/platform/platform.ts';
import { eventually } from '#test/support/vitest/eventually.ts';

/** A first boot that holds 160 MiB for good: 31 % of the least instance, however busy the machine below it is. */
const full = '#!/bin/sh\nnohup sh -c "head -c 160m /dev/zero | tail -c 160m | sleep 10000" >/dev/null 2>&1 &\n';

await whereContainersWork(() => {
  let platform: RunningPlatform;
  let client: Client;
  let image: object;
  let group: Asg;
  let lone: Instance;
  beforeAll(async () => {
    platform = await startPlatform({ env: { SVC_COMPUTE: 'container' } });
    client = await Client.register(platform.baseUrl);
    const { image_id, instance_type_id } = await client.launchBody();
    image = { image_id, instance_type_id };
  });
  afterAll(async () => void (await platform?.stop()));

  const show = async (): Promise<Asg> => demand(await client.get(`/compute/asg/${group.id}`), 200).body;
  /** The group once it is settled with so many members. */
  const settled = async (size: number): Promise<Asg> => {
    await expect
      .poll(async () => {
        const { status, instances } = await show();
        return { status, size: instances.length };
      })
      .toEqual({ status: 'active', size });
    return show();
  };
  /** Has every scheduled task look now instead of within its minute. */
  const lookNow = () => advance(platform.baseUrl, 0);

  it('a group comes up at once, and members answer', async () => {
    lone = await client.launch({ name: 'lone', user_data: full });
    const rule = {
      metric: 'ram',
      scale_up_percent: 20,
      scale_down_percent: 1,
      evaluation_seconds: 60,
      min_instance_type_id: 's1-nano',
      max_instance_type_id: 's1-micro',
    };
    demand(await client.ask(`/compute/instances/${lone.id}/autoscaling`, { method: 'PUT', body: rule }), 200);
    const body = {
      ...image,
      name: 'web',
      min_size: 1,
      max_size: 3,
      desired_capacity: 2,
      user_data: full,
      scaling_policy: { metric: 'ram', target_percent: 5, cooldown_seconds: 60 },
    };
    group = demand(await client.post('/compute/asg', body), 201).body;
    expect(group).toMatchObject({ status: 'scaling', current_size: 0 });
    const { instances } = await settled(2);
    for (const { instance_id } of instances) {
      expect(await client.show(instance_id)).toMatchObject({ status: 'running', ssh_ready: true, asg_id: group.id });
    }
  });

  it('a member that is terminated by hand is replaced', async () => {
    const [lost] = (await show()).instances;
    const path = `/compute/instances/${lost?.instance_id}`;
    demand(await client.remove(path), 200);
    await expect.poll(async () => (await show()).status).toBe('scaling');
    const { instances } = await settled(2);
    expect(instances.map(({ instance_id }) => instance_id)).not.toContain(lost?.instance_id);
  });

  it('full members make the group larger, and a full instance gets the next type', async () => {
    const decided = async () => {
      const { body } = await client.get(`/compute/instances/${lone.id}/autoscaling`);
      return { desired: (await show()).desired_capacity, last_decision: body.last_decision };
    };
    const haveDecided = async () => {
      // Samples come every ten seconds.
      await wait(1000);
      await lookNow();
      const { desired, last_decision } = await decided();
      return desired === 3 && last_decision !== null;
    };
    await eventually(haveDecided, { seen: decided, patience: 100_000 });
    expect((await settled(3)).last_activity).toMatchObject({
      reason: 'scale_out',
      from: 2,
      to: 3,
      status: 'successful',
    });
    const resized = await eventually(async () => {
      const { status, instance_type_id, plan } = await client.show(lone.id);
      return status === 'running' && instance_type_id === 's1-micro' ? plan : undefined;
    });
    // The rule keeps the disk, so that it can go down again.
    expect(resized).toMatchObject({ name: 's1-micro', ram: 1024, disk: 10 });
  });

  it('a group that is deleted takes its members along', async () => {
    demand(await client.remove(`/compute/asg/${group.id}`), 200);
    await expect.poll(async () => (await client.get(`/compute/asg/${group.id}`)).status).toBe(404);
    const { instances } = (await client.get('/compute/instances')).body;
    expect(instances.map(({ id }: Instance) => id)).toEqual([lone.id]);
  });
});
