import * as z from 'zod';
import { activityEvent } from '#lib/model/platform/activity.ts';
import { entity } from '#lib/store/entity.ts';

/** The last event of an account's feed. Ids always rise: the next one is later than `ms`, whatever the clock says. */
export const endOfFeed = z.strictObject({
  event_id: z.string(),
  /** The time in the last event's id, in epoch milliseconds. */
  ms: z.number(),
});

export const entities = {
  feedEnd: entity({
    about: 'end of the feed',
    pk: 'A#<account>',
    sk: 'FEED',
    read: 'activity schedule',
    record: endOfFeed,
  }),
  feed: entity({
    about: 'activity event',
    pk: 'A#<account>#feed',
    sk: '<event>',
    read: 'GET /auth/activity',
    expires: 'always',
    record: activityEvent,
  }),
  failureMail: entity({
    about: 'failure mail',
    pk: 'A#<account>#mailed',
    sk: '<subject>',
    read: 'placing the events of failures',
    expires: 'always',
    record: z.strictObject({
      mailed_at: z.number(),
    }),
  }),
};
