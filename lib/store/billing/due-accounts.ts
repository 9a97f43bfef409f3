import type { Share } from '#lib/model/platform/spread.ts';
import { meteringIndex } from '#lib/store/indexes.ts';
import { due } from '#lib/store/platform/read.ts';
import { firstOfPlaces } from '#lib/store/platform/shards.ts';
import { meteringShard } from './marks.ts';

/** What makes accounts due at this moment (RFC 3339): several items of one account, where its resources changed. */
export const dueMetering = (now: string) => due(meteringIndex, `${now}#~`, meteringShard);

/** When the next account of a run's share is due, or null. */
export async function nextMetering(share: Share): Promise<string | null> {
  return (await firstOfPlaces(meteringIndex, share))?.gsi1sk?.split('#')[0] ?? null;
}
