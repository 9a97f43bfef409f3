import type { Activity, AsgHealthCheck, AsgStatus, MemberState, ScalingPolicy } from '#lib/model/compute/asg.ts';
import type { AccountRecord } from '#lib/store/identity/accounts.ts';
import { asgIndex, keys, nameIndex } from '#lib/store/keys.ts';
import { batchGet, get, query } from '#lib/store/platform/read.ts';
import { create, put, type Refusal, remove, type Write } from '#lib/store/platform/write.ts';
import type { InstanceRecord } from './instances.ts';
import type { LoadBalancerRecord } from './load-balancers.ts';

/** A member as its group knows it; the instance's own record says how it does. */
export interface Member {
  instance_id: string;
  state: MemberState;
  /** Null until it was first in service. */
  healthy: boolean | null;
  /** The refresh it was launched after; one below the group's own is to be replaced. */
  epoch: number;
  launched_at: string;
  in_service_at: string | null;
  /** Since when it does badly in a way that may pass. */
  unwell_since: string | null;
  /** Where it is registered as a backend. */
  balancer: string | null;
  /** When it is terminated once its connections had time to end (civil clock). */
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
  load_balancer_id: string | null;
  backend_port: number | null;
  min_size: number;
  max_size: number;
  desired_capacity: number;
  scaling_policy: ScalingPolicy | null;
  health_check: AsgHealthCheck;
  created_at: string;
  updated_at: string;
  last_activity: Activity | null;

  /** Every write adds one: a step of scaling is claimed by it. */
  version: number;
  members: Member[];
  /** What is under way. */
  open_activity: Activity | null;
  /** Launches that failed one after another; three of them are an error. */
  failures: number;
  /** Before this moment nothing that failed is tried again (civil clock). */
  retry_at: string | null;
  /** When the policy last changed the desired capacity, or what it began was done. */
  scaled_at: string | null;
  /** Counts the refreshes. */
  epoch: number;
  /** Of a deletion: whether the members stay. */
  keep_instances: boolean;
  /** The workflow that follows what is under way; the scaling schedule does without. */
  operation: string | null;
}

/** Every group of the platform, for the scaling schedule's round. */
export const asgRound = asgIndex;

export const getAsg = (account: string, id: string) => get<AsgRecord>(keys.listed(account, 'asg', id));

const item = (record: AsgRecord) => ({
  ...record,
  ...keys.listed(record.account_id, 'asg', record.id),
  ...nameIndex(record.account_id, 'asg', record.name, record.id),
});

/** A new group, to be looked at by every scaling schedule. */
export const createAsg = (record: AsgRecord): Write[] => [
  create(item(record)),
  put({
    ...keys.asgAssignment(record.id),
    gsi1pk: asgIndex,
    gsi1sk: record.id,
    account_id: record.account_id,
    asg_id: record.id,
  }),
];

/** Changes a group that nobody changed since it was read. */
export const changeAsg = (record: AsgRecord, next: AsgRecord, refuse?: Refusal): Write =>
  put(item({ ...next, version: record.version + 1 }), [['version', '=', record.version]], refuse);

/** Deletes a group that nobody changed since it was read. */
export const removeAsg = (record: AsgRecord): Write[] => [
  remove(keys.listed(record.account_id, 'asg', record.id), [['version', '=', record.version]]),
  remove(keys.asgAssignment(record.id)),
];

/** Days that an activity is kept. */
const retention = 30;

/** Notes an activity, or how it went on. */
export function putActivity(account: string, asg: string, activity: Activity): Write {
  const ttl = Math.floor(Date.parse(activity.at) / 1000) + retention * 86_400;
  return put({ ...keys.asgActivity(account, asg, activity.id), ...activity, ttl });
}

/** The newest activities of a group, newest first. */
export async function listActivities(account: string, asg: string): Promise<Activity[]> {
  const key = keys.asgActivity(account, asg, '');
  return (await query<Activity>({ pk: key.pk, begins: key.sk, newestFirst: true, limit: 200 })).items;
}

/** What a group stands on, in one read: its members' instances, its load balancer, and the account. */
export async function readSurroundings({ account_id, members, load_balancer_id }: AsgRecord) {
  const [account, ...rest] = await batchGet([
    keys.account(account_id),
    ...members.map(({ instance_id }) => keys.listed(account_id, 'instance', instance_id)),
    ...(load_balancer_id ? [keys.listed(account_id, 'load-balancer', load_balancer_id)] : []),
  ]);
  return {
    suspended: (account as AccountRecord | undefined)?.status === 'suspended',
    balancer: rest[members.length] as LoadBalancerRecord | undefined,
    instances: new Map(members.map(({ instance_id }, at) => [instance_id, rest[at] as InstanceRecord | undefined])),
  };
}
