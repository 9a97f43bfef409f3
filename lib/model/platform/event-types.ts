import { type Kind, type ResourceKind, resourceKinds } from './resource-kinds.ts';

/** The events that are not changes of a resource's status. Verbs announce them. */
const announced = [
  'team.invite_created',
  'team.invite_revoked',
  'team.invite_expired',
  'team.member_joined',
  'team.member_updated',
  'team.member_removed',
  'billing.low_balance',
  'billing.account_stopped',
  'billing.mandate_notice',
  'billing.budget_alert',
  'autopay.announced',
  'backup.succeeded',
  'backup.failed',
  'backup.skipped',
  'certificate.expiring',
  'instance.disk_filling',
  'instance.lost',
  'instance.out_of_memory',
  'instance.service_failed',
  'instance.user_data_started',
  'instance.user_data_finished',
  'instance.user_data_failed',
  'load_balancer.backend_healthy',
  'load_balancer.backend_unhealthy',
  'security.login_failed_repeatedly',
] as const;

/** The statuses that each kind of resource changes to. */
const statusesOf = {
  instance: [
    'provisioning',
    'starting',
    'running',
    'stopping',
    'stopped',
    'rebooting',
    'restoring',
    'terminating',
    'terminated',
    'error',
  ],
  volume: ['available', 'attaching', 'in-use', 'detaching', 'deleting', 'error'],
  snapshot: ['available', 'restoring', 'deleting', 'error'],
  image: ['available', 'deleting', 'error'],
  elastic_ip: ['available', 'attaching', 'attached', 'detaching', 'error'],
  load_balancer: ['active', 'updating', 'deleting', 'error'],
  certificate: [],
  asg: ['scaling', 'active', 'deleting', 'error'],
  vpc: [],
  ssh_key: [],
  bucket: ['active', 'deleting', 'failed'],
  bucket_key: ['active', 'inactive'],
  iam_user: [],
  iam_group: [],
  iam_policy: [],
  access_key: ['active', 'inactive'],
  webhook: ['active', 'disabled'],
  order: ['attempted', 'paid', 'failed', 'expired', 'refunded'],
  invoice: [],
  mandate: ['pending_authorization', 'active', 'paused', 'rejected', 'cancelled', 'expired', 'failed'],
  subscription: ['authenticated', 'active', 'pending', 'halted', 'cancelled', 'completed', 'expired'],
  account: ['active', 'suspended'],
} as const satisfies Record<ResourceKind, readonly string[]>;

type Words<K extends ResourceKind> =
  | NonNullable<(typeof resourceKinds)[K]['created' | 'removed']>
  | (typeof resourceKinds)[K]['words'][keyof (typeof resourceKinds)[K]['words']]
  | Exclude<(typeof statusesOf)[K][number], keyof (typeof resourceKinds)[K]['words']>;
type OfKind<K extends ResourceKind> = K extends ResourceKind
  ? `${(typeof resourceKinds)[K]['prefix']}.${Words<K> & string}`
  : never;

/** The type of an event, of the activity feed and of webhooks (contract 4.11). */
export type EventType = (typeof announced)[number] | OfKind<ResourceKind>;

function ofKind([kind, { prefix, created, removed, words }]: [string, Kind]): string[] {
  const statuses = statusesOf[kind as ResourceKind].map((status) => words[status] ?? status);
  return [created, removed, ...statuses].flatMap((word) => (word === null ? [] : `${prefix}.${word}`));
}

/** Every event type, in alphabetical order. */
export const eventTypes = [...new Set([...announced, ...Object.entries(resourceKinds).flatMap(ofKind)])].sort() as [
  EventType,
  ...EventType[],
];

/** Whether a pattern names an event type: the type itself, `*`, or a prefix such as `instance.*`. */
export const namesType = (pattern: string, type: string): boolean =>
  pattern === type || (pattern.endsWith('*') && type.startsWith(pattern.slice(0, -1)));

/** What webhooks subscribe to and filters of the feed name: a type, `*`, or `<prefix>.*`. */
export const typePatterns = [
  '*',
  ...new Set(eventTypes.map((type) => `${type.split('.')[0]}.*`)),
  ...eventTypes,
] as unknown as ['*', ...string[]];

/** The action that is required, besides the route's, to read the data of an event; undefined where none is needed. */
export function readingAction(type: string): string | undefined {
  const [prefix = ''] = type.split('.');
  return reading[prefix];
}

const reading: Readonly<Record<string, string>> = {
  billing: 'billing:GetSummary',
  payment: 'billing:GetSummary',
  autopay: 'billing:GetSummary',
  invoice: 'billing:GetSummary',
  wallet: 'billing:GetSummary',
  subscription: 'billing:GetSummary',
  iam: 'iam:ListUsers',
  security: 'iam:ListUsers',
  team: 'team:ListMembers',
};
