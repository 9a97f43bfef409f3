import { disksOn } from '#lib/domain/compute/hosts/loss-disks.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { instancesOf } from '#lib/store/compute/host-machines.ts';
import { readInstances } from '#lib/store/compute/instances.ts';

/** Ids that a refusal names at most. */
const named = 5;
/** Instances that are read at once. */
const atOnce = 100;

/** 409 in_use where machines or snapshots of a host are made of an image. */
export async function refuseUsed(host: string, image: string): Promise<void> {
  const users = [...(await instancesMadeOf(host, image)), ...(await snapshotsMadeOf(host, image))];
  if (users.length === 0) return;
  const more = users.length > named ? ` and ${users.length - named} more` : '';
  const what = `image ${image} of host ${host} is used by ${users.slice(0, named).join(', ')}${more}`;
  throw new ApiError('in_use', what);
}

async function instancesMadeOf(host: string, image: string): Promise<string[]> {
  const found: string[] = [];
  let batch: { account_id: string; instance_id: string }[] = [];
  const look = async () => {
    for (const { id, image_id, base_image_id = image_id, status } of await readInstances(batch))
      if (base_image_id === image && status !== 'terminated') found.push(id);
    batch = [];
  };
  for await (const placed of instancesOf(host)) if (batch.push(placed) === atOnce) await look();
  await look();
  return found;
}

async function snapshotsMadeOf(host: string, image: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { snapshots } of disksOn(host))
    found.push(...snapshots.filter(({ image_id }) => image_id === image).map(({ id }) => id));
  return found;
}
