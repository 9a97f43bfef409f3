import type { Client } from '#lib/client/client.ts';
import { SvcError } from '#lib/client/error.ts';
import type { OperationId } from '#lib/client/methods.ts';
import type { Reply } from '#lib/terraform/map/noun.ts';
import { ask } from '#lib/terraform/provider/resource.ts';

/** Where the resources of an account are found: the texts by which an import takes them, by noun. */
export interface Found {
  readonly noun: string;
  readonly texts: readonly string[];
}

/** A list of the API, and what of its items are resources of Terraform. */
interface Root {
  readonly noun: string;
  readonly list: OperationId;
  /** The field that names an item. */
  readonly by: string;
  readonly holds?: (item: Reply) => boolean;
  /** What an item has that are resources of their own. */
  readonly below?: (client: Client, name: string, item: Reply) => Promise<readonly Found[]> | readonly Found[];
}

/** What each instance, or each bucket, has at most one of. */
const oneOf = (nouns: readonly string[], text: string): Found[] => nouns.map((noun) => ({ noun, texts: [text] }));

/** Members of groups are the group's; what is going is gone. */
const isOwn = ({ status, asg_id }: Reply) => !asg_id && !/^(terminat|delet)/.test(status ?? '');

const roots: readonly Root[] = [
  { noun: 'ssh_key', list: 'listSshKeys', by: 'id' },
  { noun: 'vpc', list: 'listVpcs', by: 'id' },
  { noun: 'certificate', list: 'listCertificates', by: 'id' },
  {
    noun: 'instance',
    list: 'listInstances',
    by: 'id',
    holds: isOwn,
    below: (_, id) => oneOf(['firewall', 'autoscale_rule', 'backup_schedule'], id),
  },
  // Those of schedules come and go by themselves.
  { noun: 'snapshot', list: 'listSnapshots', by: 'id', holds: (one) => isOwn(one) && one.trigger === 'manual' },
  { noun: 'image', list: 'listImages', by: 'id', holds: (one) => isOwn(one) && one.type === 'account' },
  {
    noun: 'volume',
    list: 'listVolumes',
    by: 'id',
    holds: isOwn,
    below: (_, id, { instance_id }) => (instance_id ? oneOf(['volume_attachment'], id) : []),
  },
  {
    noun: 'elastic_ip',
    list: 'listElasticIps',
    by: 'id',
    holds: isOwn,
    below: (_, id, { instance_id }) => (instance_id ? oneOf(['elastic_ip_attachment'], id) : []),
  },
  { noun: 'load_balancer', list: 'listLoadBalancers', by: 'id', holds: isOwn, below: backendsOf },
  { noun: 'asg', list: 'listAutoScalingGroups', by: 'id', holds: isOwn },
  { noun: 'bucket', list: 'listBuckets', by: 'name', holds: isOwn, below: inBucket },
  { noun: 'iam_user', list: 'listUsers', by: 'username', below: ofUser },
  { noun: 'iam_group', list: 'listGroups', by: 'name', below: ofGroup },
  { noun: 'iam_policy', list: 'listPolicies', by: 'id', holds: ({ type }) => type !== 'managed' },
  { noun: 'webhook', list: 'listWebhooks', by: 'id' },
  { noun: 'team_invite', list: 'listInvites', by: 'id', holds: ({ status }) => status === 'pending' },
];

async function itemsOf(client: Client, list: OperationId, path: object = {}): Promise<Reply[]> {
  const items: Reply[] = [];
  // The operations above are lists; which of them is data here.
  for await (const item of client.paginate(list as 'listVpcs', path)) items.push(item);
  return items;
}

async function backendsOf(client: Client, id: string): Promise<Found[]> {
  const { backends } = await ask(client, 'getLoadBalancer', { id });
  const members = new Set((await itemsOf(client, 'listInstances')).filter((one) => !isOwn(one)).map((one) => one.id));
  const own = backends.filter((one: Reply) => one.health !== 'draining' && !members.has(one.instance_id));
  return [{ noun: 'load_balancer_backend', texts: own.map((one: Reply) => `${id}/${one.instance_id}`) }];
}

async function inBucket(client: Client, name: string): Promise<Found[]> {
  const keys = await itemsOf(client, 'listBucketKeys', { name });
  const texts = keys.map(({ access_key_id }) => `${name}/${access_key_id}`);
  return [{ noun: 'bucket_key', texts }, ...oneOf(['bucket_cors', 'bucket_lifecycle', 'bucket_policy'], name)];
}

async function ofUser(client: Client, username: string): Promise<Found[]> {
  const { policies = [] } = await ask(client, 'getUser', { username });
  const keys = await itemsOf(client, 'listAccessKeys', { username });
  return [
    { noun: 'iam_access_key', texts: keys.map(({ access_key_id }) => `${username}/${access_key_id}`) },
    { noun: 'iam_user_policy_attachment', texts: policies.map((id: string) => `${username}/${id}`) },
  ];
}

async function ofGroup(client: Client, name: string): Promise<Found[]> {
  const { members = [], policies = [] } = await ask(client, 'getGroup', { name });
  return [
    { noun: 'iam_group_membership', texts: members.map((one: string) => `${name}/${one}`) },
    { noun: 'iam_group_policy_attachment', texts: policies.map((id: string) => `${name}/${id}`) },
  ];
}

/** What an account has, nouns that others refer to first. Lists that a policy hides are given to `onHidden`. */
export async function inventory(client: Client, onHidden: (list: string) => void): Promise<Found[]> {
  const found: Found[] = oneOf(['password_policy', 'budget'], 'account');
  const below: Found[] = [];
  for (const { noun, list, by, holds = () => true, below: belowIt } of roots) {
    try {
      const items = (await itemsOf(client, list)).filter(holds);
      found.push({ noun, texts: items.map((item) => item[by]) });
      for (const item of items) below.push(...((await belowIt?.(client, item[by], item)) ?? []));
    } catch (error) {
      if (!(error instanceof SvcError && error.status === 403)) throw error;
      onHidden(list);
    }
  }
  return [...found, ...below];
}
