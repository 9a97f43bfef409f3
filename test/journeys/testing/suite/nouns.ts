import type { OperationId } from '#lib/client/methods.ts';
import { newPublicKey } from '#test/support/accounts/public-key.ts';
import type { Args } from './caller.ts';

/** A kind of resource, by the operations on it. */
export interface Noun {
  readonly name: string;
  readonly create: OperationId;
  readonly body: () => Args;
  readonly list: OperationId;
  readonly show: OperationId;
  readonly remove: OperationId;
  readonly update?: { readonly operation: OperationId; readonly change: Args };
  /** The path parameter that names one, and the field that has it. */
  readonly parameter: string;
  readonly field: string;
  /** Whether two of one name are refused. */
  readonly unique: boolean;
  /** Whether it has versions. */
  readonly versioned: boolean;
  readonly dryRun?: true;
}

const named = { unique: true, versioned: true };
const byId = { parameter: 'id', field: 'id', ...named };
const byName = { parameter: 'name', field: 'name', ...named };
const group = { name: 'web', instance_type_id: 's1-nano', image_id: 'debian-12', min_size: 0, max_size: 1 };
const document = (action: string) => ({
  document: { Version: '2026-11-01', Statement: [{ Effect: 'Allow', Action: [action], Resource: ['*'] }] },
});
const tagged = { tags: { env: 'dev' } };

/** The kinds of resources that can be made without another. */
export const nouns: readonly Noun[] = [
  {
    name: 'a VPC',
    ...byId,
    create: 'createVpc',
    body: () => ({ name: 'shop' }),
    list: 'listVpcs',
    show: 'getVpc',
    update: { operation: 'updateVpc', change: { description: 'of the shop' } },
    remove: 'deleteVpc',
  },
  {
    name: 'an SSH key',
    ...byId,
    create: 'importSshKey',
    body: () => ({ name: 'laptop', public_key: newPublicKey() }),
    list: 'listSshKeys',
    show: 'getSshKey',
    update: { operation: 'updateSshKey', change: { name: 'desk' } },
    remove: 'deleteSshKey',
  },
  {
    name: 'a volume',
    ...named,
    parameter: 'vol_id',
    field: 'id',
    create: 'createVolume',
    body: () => ({ name: 'data', size_gib: 1 }),
    list: 'listVolumes',
    show: 'getVolume',
    update: { operation: 'updateVolume', change: tagged },
    remove: 'deleteVolume',
    dryRun: true,
  },
  {
    name: 'an elastic IP',
    ...byId,
    unique: false,
    create: 'allocateElasticIp',
    body: () => ({}),
    list: 'listElasticIps',
    show: 'getElasticIp',
    update: { operation: 'updateElasticIp', change: tagged },
    remove: 'releaseElasticIp',
    dryRun: true,
  },
  {
    name: 'a load balancer',
    ...byId,
    create: 'createLoadBalancer',
    body: () => ({ name: 'web', listeners: [{ protocol: 'http', port: 8080 }] }),
    list: 'listLoadBalancers',
    show: 'getLoadBalancer',
    update: { operation: 'updateLoadBalancer', change: tagged },
    remove: 'deleteLoadBalancer',
    dryRun: true,
  },
  {
    name: 'an auto scaling group',
    ...byId,
    create: 'createAutoScalingGroup',
    body: () => group,
    list: 'listAutoScalingGroups',
    show: 'getAutoScalingGroup',
    update: { operation: 'updateAutoScalingGroup', change: { max_size: 2 } },
    remove: 'deleteAutoScalingGroup',
    dryRun: true,
  },
  {
    name: 'a bucket',
    ...byName,
    create: 'createBucket',
    body: () => ({ name: 'photos' }),
    list: 'listBuckets',
    show: 'getBucket',
    update: { operation: 'updateBucket', change: tagged },
    remove: 'deleteBucket',
  },
  {
    name: 'an IAM user',
    ...named,
    parameter: 'username',
    field: 'username',
    create: 'createUser',
    body: () => ({ username: 'dev' }),
    list: 'listUsers',
    show: 'getUser',
    update: { operation: 'updateUser', change: { description: 'writes code' } },
    remove: 'deleteUser',
  },
  {
    name: 'a group',
    ...byName,
    create: 'createGroup',
    body: () => ({ name: 'developers' }),
    list: 'listGroups',
    show: 'getGroup',
    remove: 'deleteGroup',
  },
  {
    name: 'a policy',
    ...byId,
    create: 'createPolicy',
    body: () => ({ name: 'reads', ...document('compute:ListInstances') }),
    list: 'listPolicies',
    show: 'getPolicy',
    update: { operation: 'updatePolicy', change: document('compute:ListVpcs') },
    remove: 'deletePolicy',
  },
  {
    name: 'a webhook',
    ...byId,
    unique: false,
    versioned: false,
    create: 'createWebhook',
    body: () => ({ url: 'https://hooks.example.com/in' }),
    list: 'listWebhooks',
    show: 'getWebhook',
    update: { operation: 'updateWebhook', change: { description: 'tells the shop' } },
    remove: 'deleteWebhook',
  },
];
