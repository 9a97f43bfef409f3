import type { Activity } from '#lib/model/compute/asg.ts';
import type { Stored } from '#lib/store/entity.ts';
import { asgIndex, nameIndex, shardOf } from '#lib/store/indexes.ts';
import { keys } from '#lib/store/keys.ts';
import { batchGet, due, get, queryAll } from '#lib/store/platform/read.ts';
import { changing, create, put, type Refusal, remove, type Write } from '#lib/store/platform/write.ts';
import type { asgRecord, member } from './asgs.entity.ts';

/** A member as its group sees it. The instance's status is in its own record. */
export type Member = Stored<typeof member>;

export type AsgRecord = Stored<typeof asgRecord>;

const asgShard = ({ asg_id }: { asg_id: string }) => shardOf(asgIndex, asg_id);

/** All groups of the platform, each of which is due at any time. */
export const everyAsg = () => ({ ...due(asgIndex, '~', asgShard), limit: 500 });

export const getAsg = (account: string, id: string) => get(keys.listed(account, 'asg', id));

/** The ids of the groups whose members are launched into a VPC. */
export const asgsInVpc = async (account: string, vpc: string): Promise<string[]> => {
  const { pk } = keys.listed(account, 'asg', '');
  return (await queryAll({ pk, filter: [['vpc_id', '=', vpc]] })).map(({ id }) => id);
};

/** The ids of the groups whose new members are of an image. */
export const asgsWithImage = async (account: string, image: string): Promise<string[]> => {
  const { pk } = keys.listed(account, 'asg', '');
  return (await queryAll({ pk, filter: [['image_id', '=', image]] })).map(({ id }) => id);
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
    gsi1pk: asgShard({ asg_id: record.id }),
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

/** What a group's next step depends on, in one read: its members' instances, its load balancer and the account. */
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
