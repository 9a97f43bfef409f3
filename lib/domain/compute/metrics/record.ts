import type { UsagePoint } from '#lib/model/compute/metrics.ts';
import { instancesOf } from '#lib/store/compute/host-machines.ts';
import { levels, putPoints, readPoints } from '#lib/store/compute/metrics.ts';
import { transact } from '#lib/store/platform/write.ts';
import { coarsened } from './averages.ts';

const [fine, minute, quarter] = levels;

/** The accounts of a host's instances, by instance id. */
export async function ownersOn(host: string): Promise<Map<string, string>> {
  const owners = new Map<string, string>();
  for await (const { account_id, instance_id } of instancesOf(host)) owners.set(instance_id, account_id);
  return owners;
}

/** Stores an instance's samples, each of 10 seconds. */
export const recordSamples = (account: string, instance: string, points: readonly UsagePoint[]): Promise<void> =>
  transact(putPoints(account, instance, fine, points));

/**
 * Rolls the samples of [from, to) up into minutes and quarters of an hour. Both bounds are multiples of a quarter of an
 * hour and at most six hours apart. It can be repeated, even after an interruption.
 */
export async function rollUp(account: string, instance: string, from: number, to: number): Promise<void> {
  const [points = []] = await readPoints(account, instance, [{ level: fine, from, to }]);
  await transact(
    [minute, quarter].flatMap((level) => putPoints(account, instance, level, coarsened(points, level.step))),
  );
}
