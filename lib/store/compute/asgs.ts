import type { Activity, AsgHealthCheck, AsgStatus, MemberState, ScalingPolicy } from '#lib/model/compute/asg.ts';
import type { TemplateRule } from '#lib/model/compute/firewall.ts';
import { asgIndex, nameIndex } from '#lib/store/indexes.ts';
import { keys } from '#lib/store/keys.ts';
import { batchGet, get, queryAll } from '#lib/store/platform/read.ts';
import { changing, create, put, type Refusal, remove, type Write } from '#lib/store/platform/write.ts';

/** A member as its group knows it. The instance's status is in its own record. */
export interface Member {
  instance_id: string;
  state: MemberState;
  /** Null before it was first in service. */
  healthy: boolean | null;
  /** The group's refresh count at its launch. A member with a lower count than the group is to be replaced. */
  epoch: number;
  launched_at: string;
  /** When it was first in service; null before that. */
  in_service_at: string | null;
  /** Since when it has been unreachable; null while it is reachable. */
  unwell_since: string | null;
  /** The load balancer with which it is registered as a backend. */
  balancer: string | null;
  /** When it is terminated, after its connections had time to end (civil clock). */
  leaves_at: string | null;
}

export interface AsgRecord {
  id: string;
  account_id: string;
  name: string;
  status: AsgStatus;
  status_reason: string | null;
  instance_type_id: string;
  image_id: string;
  ssh_key_id: string | null;
  vpc_id: string;
  user_data: string | null;
  /** Null where members have the default rules; absent in groups from before there were others. */
  firewall_rules?: TemplateRule[] | null;
  load_balancer_id: string | null;
  backend_port: number | null;
  min_size: number;
  max_size: number;
  desired_capacity: number;
  scaling_policy: ScalingPolicy | null;
  health_check: AsgHealthCheck;
  /** Absent in records of before there were tags. */
  tags?: Record<string, string>;
  created_at: string;
  updated_at: string;
  last_activity: Activity | null;

  /** Every write adds one. Each step is conditional on it. */
  version: number;
  members: Member[];
  /** The activity in progress. */
  open_activity: Activity | null;
  /** Failed launches in a row; three of them set status error. */
  failures: number;
  /** Nothing that failed is tried again before this moment (civil clock). */
  retry_at: string | null;
  /** When the policy last changed the desired capacity, or that change was completed. */
  scaled_at: string | null;
  /** The number of refreshes. */
  epoch: number;
  /** Whether members stay when the group is deleted. */
  keep_instances: boolean;
  /** The workflow that follows the activity in progress; null where only the scheduled task does. */
  operation: string | null;
}

declare module '#lib/store/records.ts' {
  interface Records {
    asg: AsgRecord;
    asgActivity: Activity;
    asgAssignment: { account_id: string; asg_id: string };
  }
}

/** The index of all groups of the platform, for the scheduled task. */
export const asgRound: typeof asgIndex = asgIndex;

export const getAsg = (account: string, id: string) => get(keys.listed(account, 'asg', id));

/** The ids of the groups whose members are launched into a VPC. */
export const asgsInVpc = async (account: string, vpc: string): Promise<string[]> => {
  const { pk } = keys.listed(account, 'asg', '');
  return (await queryAll({ pk, filter: [['vpc_id', '=', vpc]] })).map(({ id }) => id);
};

const item = (record: AsgRecord) => ({
  ...record,
  ...keys.listed(record.account_id, 'asg', record.id),
  ...nameIndex(record.account_id, 'asg', record.name, record.id),
});

/** Creates a group, and enters it into the index. */
export const createAsg = (record: AsgRecord): Write[] => [
  changing('asg', undefined, record, create(item(record))),
  put({
    ...keys.asgAssignment(record.id),
    gsi1pk: asgIndex,
    gsi1sk: record.id,
    account_id: record.account_id,
    asg_id: record.id,
  }),
];

/** Changes a group. Stale where it was changed since it was read. */
export const changeAsg = (record: AsgRecord, next: AsgRecord, refuse?: Refusal<AsgRecord>): Write =>
  changing(
    'asg',
    record,
    next,
    put(item({ ...next, version: record.version + 1 }), [['version', '=', record.version]], refuse),
  );

/** Deletes a group. Stale where it was changed since it was read. */
export const removeAsg = (record: AsgRecord): Write[] => [
  changing(
    'asg',
    record,
    undefined,
    remove(keys.listed(record.account_id, 'asg', record.id), [['version', '=', record.version]]),
  ),
  remove(keys.asgAssignment(record.id)),
];

/** Days for which an activity is kept. */
const retention = 30;

/** Creates or updates an activity. */
export function putActivity(account: string, asg: string, activity: Activity): Write {
  const ttl = Math.floor(Date.parse(activity.at) / 1000) + retention * 86_400;
  return put({ ...keys.asgActivity(account, asg, activity.id), ...activity, ttl });
}

/** What a group's next step depends on, in one read: its members' instances, its load balancer, and the account. */
export async function readSurroundings({ account_id, members, load_balancer_id }: AsgRecord) {
  const [account, balancer, ...instances] = await batchGet([
    keys.account(account_id),
    load_balancer_id ? keys.listed(account_id, 'load-balancer', load_balancer_id) : undefined,
    ...members.map(({ instance_id }) => keys.listed(account_id, 'instance', instance_id)),
  ]);
  return {
    suspended: account?.status === 'suspended',
    balancer,
    instances: new Map(members.map(({ instance_id }, at) => [instance_id, instances[at]])),
  };
}
