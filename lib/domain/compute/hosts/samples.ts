import { ownersOn, recordSamples, rollUp } from '#lib/domain/compute/metrics/record.ts';
import type { HostAsked, HostReply } from '#lib/model/compute/host-api.ts';
import { rollUpEvery } from '#lib/model/compute/metrics.ts';
import { invalidFields } from '#lib/model/platform/errors.ts';
import type { Host } from './authenticate.ts';

type Batch = HostAsked<'reportSamples'>['batches'][number];

/** The maximum number of seconds that are rolled up at once. */
const rolledUpBy = 6 * 3600;

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
  for (const { instance_id, points, roll_up } of batches) {
    const account = owners.get(instance_id);
    if (account === undefined) continue;
    if (points.length > 0) await recordSamples(account, instance_id, points);
    if (roll_up) await rollUp(account, instance_id, roll_up.from, roll_up.to);
  }
  return { unknown: batches.map(({ instance_id }) => instance_id).filter((id) => !owners.has(id)) };
}

function checkRange({ roll_up }: Batch): void {
  if (!roll_up) return;
  const { from, to } = roll_up;
  if (from % rollUpEvery === 0 && to % rollUpEvery === 0 && from < to && to - from <= rolledUpBy) return;
  const message = `must be whole quarters of an hour, six hours at most (${from} to ${to})`;
  throw invalidFields([{ field: 'roll_up', message }]);
}
