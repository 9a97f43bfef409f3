import * as z from 'zod';
import { activityEvent } from '#lib/model/platform/activity.ts';
import { type ResourceKind, resourceKinds } from '#lib/model/platform/resource-kinds.ts';
import { anyObject, entity } from '#lib/store/entity.ts';

/** An event as its transaction leaves it. Its id and its place in the feed are decided later. */
export const unplacedEvent = z.strictObject({
  ...activityEvent.omit({ id: true, at: true }).shape,
  /** RFC 3339 (civil clock); absent where the record does not contain the time of its change. */
  at: z.string().exactOptional(),
  kind: z
    .custom<ResourceKind>((kind) => typeof kind === 'string' && Object.hasOwn(resourceKinds, kind))
    .exactOptional(),
  /** The record after the change, or before its deletion. */
  record: z.record(z.string(), z.any()).exactOptional(),
  data: anyObject.exactOptional(),
});

/** The events of one transaction in one account. */
export const unplacedActivity = z.strictObject({
  account_id: z.string(),
  /** When the transaction was sent (real clock, epoch milliseconds). */
  left_at: z.number(),
  events: z.array(unplacedEvent),
});

export const entities = {
  unplaced: entity({
    about: 'unplaced events',
    pk: 'UNPLACED#<account>',
    sk: '<id>',
    index: { name: 'activityIndex', pk: 'ACTIVITY', sk: '<at>#<account>', isDivided: true },
    read: 'activity schedule, activity stream',
    record: unplacedActivity,
  }),
};
