import { maxBackends } from '#lib/model/compute/limits.ts';
import type { Stored } from '#lib/store/entity.ts';
import { nameIndex } from '#lib/store/indexes.ts';
import { keys } from '#lib/store/keys.ts';
import { get, queryAll } from '#lib/store/platform/read.ts';
import { changing, create, put, type Refusal, remove, update, type Write } from '#lib/store/platform/write.ts';
import type {
  backendRecord,
  drainingRecord,
  healthRecord,
  loadBalancerRecord,
  storedListener,
} from './load-balancers.entity.ts';

/** A backend: its address and its share of the traffic. */
export type BackendRecord = Stored<typeof backendRecord>;

/** A removed backend whose open connections still have time to end. */
export type DrainingRecord = Stored<typeof drainingRecord>;

/** The health of a backend, as the host last reported it. */
export type HealthRecord = Stored<typeof healthRecord>;

/** A listener. */
export type StoredListener = Stored<typeof storedListener>;

export type LoadBalancerRecord = Stored<typeof loadBalancerRecord>;

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

/** The settings. They change independently of the backends. */
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

/** Changes settings. Stale where they have changed since they were read. Backends and health stay unchanged. */
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

/**
 * Adds a backend where there are fewer than twenty, or returns a draining one to service. `refuse` gets the stored
 * item.
 */
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

/** Removes a backend, and drains it where `draining` is given. `refuse` gets the stored item. */
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

/**
 * Deletes a load balancer in status deleting, or one of a lost host that has not changed since it was read, and its
 * host's assignment.
 */
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
