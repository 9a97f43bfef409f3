import { keys } from '#lib/store/keys.ts';
import { type LogRequest, logPage } from '#lib/store/platform/lists.ts';

/** One page of the events of an instance. */
export const listEvents = (account: string, instance: string, page: LogRequest) =>
  logPage(keys.event(account, instance, ''), page);

/** One page of the activities of a group. */
export const listActivities = (account: string, asg: string, page: LogRequest) =>
  logPage(keys.asgActivity(account, asg, ''), page);
