/** The events of one kind of resource. */
export interface Kind {
  /** The first half of its event types. */
  prefix: string;
  /** The service and the type in its SRN. A sub-resource has those of its parent (contract 1.10). */
  service: 'compute' | 'storage' | 'iam' | 'billing' | 'notifications';
  type: string;
  /** The second half of the event type for a creation and for a deletion; null if that is not an event. */
  created: string | null;
  removed: string | null;
  /** The second half of the event type for statuses whose word differs from the status. */
  words: Readonly<Record<string, string>>;
}

/**
 * The kinds of resources whose creation, deletion and changes of status are events, with the words of their event
 * types. The store names the kind with each write (`changing` in lib/store/platform/write.ts).
 */
export const resourceKinds = {
  instance: {
    prefix: 'instance',
    service: 'compute',
    type: 'instance',
    created: 'launched',
    removed: null,
    words: { provisioning: 'launched', error: 'failed' },
  },
  volume: {
    prefix: 'volume',
    service: 'compute',
    type: 'volume',
    created: 'created',
    removed: 'deleted',
    words: { 'in-use': 'attached', error: 'failed' },
  },
  snapshot: {
    prefix: 'snapshot',
    service: 'compute',
    type: 'snapshot',
    created: 'created',
    removed: 'deleted',
    words: { error: 'failed' },
  },
  image: {
    prefix: 'image',
    service: 'compute',
    type: 'image',
    created: 'created',
    removed: 'deleted',
    words: { error: 'failed' },
  },
  elastic_ip: {
    prefix: 'elastic_ip',
    service: 'compute',
    type: 'elastic-ip',
    created: 'allocated',
    removed: 'released',
    words: {},
  },
  load_balancer: {
    prefix: 'load_balancer',
    service: 'compute',
    type: 'load-balancer',
    created: 'created',
    removed: 'deleted',
    words: { error: 'failed' },
  },
  certificate: {
    prefix: 'certificate',
    service: 'compute',
    type: 'certificate',
    created: 'imported',
    removed: 'deleted',
    words: {},
  },
  asg: {
    prefix: 'asg',
    service: 'compute',
    type: 'asg',
    created: 'created',
    removed: 'deleted',
    words: { active: 'scaled', error: 'failed' },
  },
  vpc: {
    prefix: 'vpc',
    service: 'compute',
    type: 'vpc',
    created: 'created',
    removed: 'deleted',
    words: {},
  },
  ssh_key: {
    prefix: 'ssh_key',
    service: 'compute',
    type: 'ssh-key',
    created: 'created',
    removed: 'deleted',
    words: {},
  },
  bucket: {
    prefix: 'bucket',
    service: 'storage',
    type: 'bucket',
    created: 'created',
    removed: 'deleted',
    words: {},
  },
  bucket_key: {
    ...{
      prefix: 'bucket',
      service: 'storage',
      type: 'bucket',
      created: 'access_key_created',
      removed: 'access_key_deleted',
    },
    words: { active: 'access_key_activated', inactive: 'access_key_deactivated' },
  },
  iam_user: {
    prefix: 'iam',
    service: 'iam',
    type: 'user',
    created: 'user_created',
    removed: 'user_deleted',
    words: {},
  },
  iam_group: {
    prefix: 'iam',
    service: 'iam',
    type: 'group',
    created: 'group_created',
    removed: 'group_deleted',
    words: {},
  },
  iam_policy: {
    prefix: 'iam',
    service: 'iam',
    type: 'policy',
    created: 'policy_created',
    removed: 'policy_deleted',
    words: {},
  },
  access_key: {
    prefix: 'iam',
    service: 'iam',
    type: 'user',
    created: 'access_key_created',
    removed: 'access_key_deleted',
    words: { active: 'access_key_activated', inactive: 'access_key_deactivated' },
  },
  webhook: {
    prefix: 'webhook',
    service: 'notifications',
    type: 'webhook',
    created: 'created',
    removed: 'deleted',
    words: { active: 'enabled' },
  },
  order: {
    prefix: 'payment',
    service: 'billing',
    type: 'order',
    created: 'requested',
    removed: null,
    words: { attempted: 'failed', paid: 'succeeded' },
  },
  invoice: {
    prefix: 'invoice',
    service: 'billing',
    type: 'invoice',
    created: 'created',
    removed: null,
    words: {},
  },
  mandate: {
    prefix: 'autopay',
    service: 'billing',
    type: 'mandate',
    created: 'created',
    removed: null,
    words: {},
  },
  subscription: {
    prefix: 'subscription',
    service: 'billing',
    type: 'subscription',
    created: 'created',
    removed: null,
    words: {},
  },
  account: {
    prefix: 'wallet',
    service: 'billing',
    type: 'account',
    created: null,
    removed: null,
    words: { active: 'restored' },
  },
} as const satisfies Record<string, Kind>;
export type ResourceKind = keyof typeof resourceKinds;
