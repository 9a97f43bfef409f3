import { rollUpStep, type UsagePoint } from '#lib/model/compute/metrics.ts';
import { coarsened } from '#lib/model/compute/usage-means.ts';
import { instancesOf } from '#lib/store/compute/host-machines.ts';
import { levels, readPoints, storePoints } from '#lib/store/compute/metrics.ts';

const minute = levels[1];

/** The accounts of a host's instances, by instance id. */
export async function ownersOn(host: string): Promise<Map<string, string>> {
  const owners = new Map<string, string>();
  for await (const { account_id, instance_id } of instancesOf(host)) owners.set(instance_id, account_id);
  return owners;
}

/** Stores an instance's points, each of 10 seconds or of a minute. */
export const recordSamples = (account: string, instance: string, points: readonly UsagePoint[]): Promise<void> =>
  storePoints(account, instance, 'fine', points);

/**
 * Rolls the points of [from, to) up into quarters of an hour. Both bounds are multiples of a quarter of an hour and at
 * most six hours apart. It can be repeated, even after an interruption.
 */
export async function rollUp(account: string, instance: string, from: number, to: number): Promise<void> {
  // By the minute: some may have samples of ten seconds, and others their mean.
  const points = await readPoints(account, instance, { level: minute, from, to });
  await storePoints(account, instance, 'quarters', coarsened(points, rollUpStep));
}
