import { type AsgRecord, changeAsg, putActivity } from '#lib/store/compute/asgs.ts';
import { transact, type Write } from '#lib/store/platform/write.ts';
import type { Change } from './changes.ts';

/** Somebody else has taken the group's next step, or changed the group: whoever gets this reads again. */
export class Overtaken extends Error {
  constructor(id: string) {
    super(`group ${id} changed meanwhile`);
    this.name = 'Overtaken';
  }
}

/** A step's writes to the group itself, which claim the step: no other is taken from what was read. */
export const claim = (group: AsgRecord, { next, activities }: Change): Write[] => [
  changeAsg(group, next, () => new Overtaken(group.id)),
  ...activities.map((activity) => putActivity(group.account_id, group.id, activity)),
];

/** Claims a step and does it, in one transaction; throws Overtaken, and what the other writes refuse with. */
export const claimed = (group: AsgRecord, change: Change, writes: readonly Write[] = []): Promise<void> =>
  transact([...claim(group, change), ...writes]);
