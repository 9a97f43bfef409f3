import type { Activity } from '#lib/model/compute/asg.ts';
import type { InstanceEvent } from '#lib/model/compute/instance.ts';
import { keys } from '#lib/store/keys.ts';
import { type LogRequest, logPage } from '#lib/store/platform/lists.ts';

/** One page of the events of an instance. */
export const listEvents = (account: string, instance: string, page: LogRequest) =>
  logPage<InstanceEvent>(keys.event(account, instance, ''), page);

/** One page of the activities of a group. */
export const listActivities = (account: string, asg: string, page: LogRequest) =>
  logPage<Activity>(keys.asgActivity(account, asg, ''), page);
