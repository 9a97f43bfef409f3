import { ownersOn, recordSamples, rollUp } from '#lib/domain/compute/metrics/record.ts';
import type { HostAsked, HostReply } from '#lib/model/compute/host-api.ts';
import { rollUpAtMost, rollUpStep } from '#lib/model/compute/metrics.ts';
import { invalidFields } from '#lib/model/platform/errors.ts';
import type { Host } from './authenticate.ts';

type Batch = HostAsked<'reportSamples'>['batches'][number];

/**
 * Stores the usage of a host's machines, and rolls up complete quarters of an hour. Returns the machines that the table
 * does not place on this host, and stores nothing of them. 400 for a range that is too long or not in quarters of an
 * hour.
 */
export async function reportSamples(
  { host_id }: Host,
  { batches }: HostAsked<'reportSamples'>,
): Promise<HostReply<'reportSamples'>> {
  for (const batch of batches) checkRange(batch);
  const owners = await ownersOn(host_id);
  const store = async ({ instance_id, points, roll_up }: Batch) => {
    const account = owners.get(instance_id);
    if (account === undefined) return;
    await recordSamples(account, instance_id, points);
    if (roll_up) await rollUp(account, instance_id, roll_up.from, roll_up.to);
  };
  await Promise.all(batches.map(store));
  return { unknown: batches.map(({ instance_id }) => instance_id).filter((id) => !owners.has(id)) };
}

function checkRange({ roll_up }: Batch): void {
  if (!roll_up) return;
  const { from, to } = roll_up;
  if (from % rollUpStep === 0 && to % rollUpStep === 0 && from < to && to - from <= rollUpAtMost) return;
  const message = `must be whole quarters of an hour, six hours at most (${from} to ${to})`;
  throw invalidFields([{ field: 'roll_up', message }]);
}
