import type { HealthCheck } from '#lib/model/compute/health-check.ts';
import { maxBackends } from '#lib/model/compute/limits.ts';
import type { Listener } from '#lib/model/compute/listener.ts';
import type { Algorithm, Health, LoadBalancerStatus } from '#lib/model/compute/load-balancer.ts';
import { nameIndex } from '#lib/store/indexes.ts';
import { keys } from '#lib/store/keys.ts';
import { get, queryAll } from '#lib/store/platform/read.ts';
import { changing, create, put, type Refusal, remove, update, type Write } from '#lib/store/platform/write.ts';

/** A backend: its address, and its share of the traffic. */
export interface BackendRecord {
  /** Null where each listener's target_port is meant. */
  port: number | null;
  weight: number;
  /** The instance's address, which never changes. */
  private_ip: string;
  /** The group that registered it. Only this group may remove it. */
  asg_id: string | null;
  added_at: string;
}

/** A backend that was removed and whose open connections have time to end. */
export interface DrainingRecord extends BackendRecord {
  /** When they must have ended: real clock, epoch milliseconds. */
  until: number;
  /** The same moment by the civil clock, as replies show it. */
  draining_until: string;
}

/** The health of a backend, as the host last reported it. */
export interface HealthRecord {
  health: Exclude<Health, 'draining'>;
  reason: string | null;
  checked_at: string | null;
}

/** What records of before there was such a field lack. */
type LaterField = 'certificate_ids' | 'redirect_https' | 'proxy_protocol' | 'backend_protocol';

/** A listener. */
export type StoredListener = Omit<Listener, LaterField> & Partial<Pick<Listener, LaterField>>;

export interface LoadBalancerRecord {
  id: string;
  account_id: string;
  name: string;
  status: LoadBalancerStatus;
  status_reason: string | null;
  algorithm: Algorithm;
  public_ip: string;
  /** The pool to which `public_ip` belongs. */
  address_pool: string;
  public_hostname: string;
  vpc_id: string;
  /** Its address in the VPC, and the slot of that. Absent where its host has none, and in records of before. */
  private_ip?: string;
  address_slot?: number;
  listeners: StoredListener[];
  health_check: HealthCheck;
  sticky_sessions: boolean;
  /** Absent in records of before there were tags. */
  tags?: Record<string, string>;
  price_monthly: number;
  price_hourly_paise: number;
  created_at: string;
  updated_at: string;
  /** Every change that a client can make adds one; the ETag shows it. Health reports do not. */
  version: number;
  /** The host of its VPC. */
  host_id: string;
  /** These three are maps by instance id, so that each changes without the others. */
  backends: Record<string, BackendRecord>;
  draining: Record<string, DrainingRecord>;
  health: Record<string, HealthRecord>;
  /** Whether its host is lost, so that it is in error and costs nothing. */
  lost?: boolean;
  /** The groups that register their members with it. */
  asg_ids?: Set<string>;
}

declare module '#lib/store/records.ts' {
  interface Records {
    'load-balancer': LoadBalancerRecord;
  }
}

const keyOf = (account: string, id: string) => keys.listed(account, 'load-balancer', id);

const index = ({ account_id, name, id }: Pick<LoadBalancerRecord, 'account_id' | 'name' | 'id'>) =>
  nameIndex(account_id, 'load-balancer', name, id);

export const getLoadBalancer = (account: string, id: string) => get(keyOf(account, id));

/** Every load balancer of an account; the quota keeps them few. */
export const loadBalancersOf = (account: string): Promise<LoadBalancerRecord[]> =>
  queryAll({ pk: keyOf(account, '').pk });

/** Creates a load balancer, and its host's assignment to serve it. */
export const createLoadBalancer = (record: LoadBalancerRecord): Write[] => [
  changing(
    'load_balancer',
    undefined,
    record,
    create({ ...keyOf(record.account_id, record.id), ...index(record), ...record }),
  ),
  put({
    ...keys.balancerAssignment(record.host_id, record.id),
    account_id: record.account_id,
    load_balancer_id: record.id,
  }),
];

/** The settings, which change independently of the backends. */
export type Settings = Pick<
  LoadBalancerRecord,
  | 'name'
  | 'status'
  | 'status_reason'
  | 'algorithm'
  | 'listeners'
  | 'health_check'
  | 'sticky_sessions'
  | 'tags'
  | 'updated_at'
> &
  Pick<LoadBalancerRecord, 'lost'> &
  /** Set once. */
  Pick<LoadBalancerRecord, 'private_ip' | 'address_slot'>;

/** Changes settings. Stale where they were changed since they were read. Backends and health stay. */
export const changeLoadBalancer = (
  record: LoadBalancerRecord,
  next: Partial<Settings>,
  refuse?: Refusal<LoadBalancerRecord>,
): Write =>
  changing(
    'load_balancer',
    record,
    { ...record, ...next },
    update(
      keyOf(record.account_id, record.id),
      { set: { ...next, ...index({ ...record, ...next }), version: record.version + 1 } },
      [['version', '=', record.version]],
      refuse,
    ),
  );

/** Adds a backend to at most nineteen others, or returns a draining one to service; `refuse` gets the item as it is. */
export const addBackend = (
  account: string,
  id: string,
  instance: string,
  { backend, health, at }: { backend: BackendRecord; health: HealthRecord; at: string },
  refuse: Refusal<LoadBalancerRecord>,
): Write =>
  update(
    keyOf(account, id),
    {
      set: { [`backends.${instance}`]: backend, [`health.${instance}`]: health, updated_at: at },
      add: { version: 1 },
      remove: [`draining.${instance}`],
    },
    [
      ['status', '<>', 'deleting'],
      [`backends.${instance}`, 'absent'],
      ['backends', 'fewer than', maxBackends],
      ['pk', 'exists'],
    ],
    refuse,
  );

/** Removes a backend, and drains it where `draining` is given; `refuse` gets the item as it is. */
export const dropBackend = (
  account: string,
  id: string,
  instance: string,
  { draining, at }: { draining?: DrainingRecord | undefined; at: string },
  refuse?: Refusal<LoadBalancerRecord>,
): Write =>
  update(
    keyOf(account, id),
    {
      set: { updated_at: at, ...(draining && { [`draining.${instance}`]: draining }) },
      add: { version: 1 },
      remove: [`backends.${instance}`, `health.${instance}`],
    },
    [[`backends.${instance}`, 'exists']],
    refuse,
  );

/** Changes a backend. Stale where it was changed since it was read. */
export const changeBackend = (record: LoadBalancerRecord, instance: string, next: BackendRecord): Write =>
  update(keyOf(record.account_id, record.id), { set: { [`backends.${instance}`]: next }, add: { version: 1 } }, [
    [`backends.${instance}`, '=', record.backends[instance]],
  ]);

/** Removes backends that have been drained. */
export const forgetDrained = (record: LoadBalancerRecord, instances: readonly string[]): Write =>
  update(
    keyOf(record.account_id, record.id),
    { add: { version: 1 }, remove: instances.map((instance) => `draining.${instance}` as const) },
    instances.map((instance) => [`draining.${instance}`, '=', record.draining[instance]]),
  );

/** Stores the health of backends. Stale where one of them was removed meanwhile. */
export const noteHealth = (account: string, id: string, changes: Readonly<Record<string, HealthRecord>>): Write => {
  const paths = Object.entries(changes).map(([instance, health]) => [`health.${instance}`, health] as const);
  return update(
    keyOf(account, id),
    { set: Object.fromEntries(paths) },
    paths.map(([path]) => [path, 'exists']),
  );
};

/** Binds a group to this load balancer, or unbinds it. */
export const bindGroup = (account: string, id: string, asg: string, refuse: Refusal<LoadBalancerRecord>): Write =>
  update(
    keyOf(account, id),
    { add: { asg_ids: new Set([asg]), version: 1 } },
    [
      ['pk', 'exists'],
      ['status', '<>', 'deleting'],
    ],
    refuse,
  );
export const unbindGroup = (account: string, id: string, asg: string): Write =>
  update(keyOf(account, id), { delete: { asg_ids: new Set([asg]) }, add: { version: 1 } }, [['pk', 'exists']]);

/** Deletes a load balancer in status deleting, or one of a lost host as it was read, and its host's assignment. */
export const removeLoadBalancer = (record: LoadBalancerRecord): Write[] => [
  changing(
    'load_balancer',
    record,
    undefined,
    remove(keyOf(record.account_id, record.id), [
      record.lost ? ['version', '=', record.version] : ['status', '=', 'deleting'],
    ]),
  ),
  remove(keys.balancerAssignment(record.host_id, record.id)),
];
