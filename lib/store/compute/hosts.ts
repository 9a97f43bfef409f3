import { sshPorts } from '#lib/model/compute/limits.ts';
import type { Stored } from '#lib/store/entity.ts';
import { byAge, hostIndex } from '#lib/store/indexes.ts';
import { keys } from '#lib/store/keys.ts';
import { mark } from '#lib/store/platform/bitmap.ts';
import type { Clause } from '#lib/store/platform/expressions.ts';
import { get, manyOf } from '#lib/store/platform/read.ts';
import {
  create,
  type Refusal,
  remove,
  require,
  transact,
  unlessStale,
  update,
  type Write,
} from '#lib/store/platform/write.ts';
import { hasBlocks } from './address-blocks.ts';
import { type Need, roomBy } from './host-room.ts';
import type { allowed, hostRecord, hostState, loss } from './hosts.entity.ts';

/** The stored state of a host. Whether it is silent or lost is derived from its heartbeats. */
export type HostState = Stored<typeof hostState>;

/** How a host was lost. Its epoch was raised at that time, so that its previous agent cannot continue. */
export type Loss = Stored<typeof loss>;

/** What a host may share with others: disks that they all reach, and a block of addresses. */
export type Allowed = Stored<typeof allowed>;

export type HostRecord = Stored<typeof hostRecord>;

export const getHost = (host: string) => get(keys.host(host));

/** The records of these hosts, in the given order. */
export const readHostRecords = (ids: readonly string[]): Promise<(HostRecord | undefined)[]> =>
  manyOf(ids.map(keys.host));

/** Requires that a host is not lost. Throws what `refuse` returns where it is. */
export const requireNotLost = (host: string, refuse: () => Error): Write =>
  require(keys.host(host), [['lost', 'absent']], refuse);

/** Requires that a host's agent has not restarted since this epoch. */
export const requireEpoch = (host: string, epoch: number, refuse: () => Error): Write =>
  require(keys.host(host), [['epoch', '=', epoch]], refuse);

/** The capacity with which release 0.1 registered every host, without storing it. */
const unnoted: Need = { ram_mib: 128 * 1024, vcpus: 64 };

/** What an agent reports about itself when it starts. */
export interface AgentStart {
  boot_id: string;
  job_kinds: string[];
  public_ip: string;
  protocol?: number;
}

/**
 * Registers an agent's start: raises the epoch by one and returns it, and adjusts the free room by the change in
 * capacity since the last start. A repeated report of the same start gets the same epoch. `at` is stored as the time of
 * joining where that is unknown.
 */
export async function registerHost(host: string, capacity: Need, at: string, start?: AgentStart): Promise<number> {
  for (;;) {
    const known = await getHost(host);
    if (known && start && known.boot_id === start.boot_id) return known.epoch;
    const before = known?.epoch ?? 0;
    const created_at = known?.created_at ?? at;
    const made = { created_at, ...byAge(hostIndex, host, created_at) };
    const state = known?.state === 'joining' ? ({ state: 'active' } as const) : {};
    const set = { host_id: host, epoch: before + 1, ...capacity, ...start, ...state, ...made };
    const write = update(keys.host(host), { set, add: moreThan(known, capacity) }, [
      before > 0 ? ['epoch', '=', before] : ['epoch', 'absent'],
    ]);
    // Of two simultaneous starts, the second continues from the first one's epoch.
    if (await unlessStale(transact([write]))) return before + 1;
  }
}

/** How much the free room changes with this new capacity. A host that has never started had none. */
function moreThan(known: HostRecord | undefined, capacity: Need): { free_ram_mib: number; free_vcpus: number } {
  const { ram_mib, vcpus } = known?.epoch === undefined ? { ram_mib: 0, vcpus: 0 } : { ...unnoted, ...known };
  const [now, then] = [roomBy(known?.factors, capacity), roomBy(known?.factors, { ram_mib, vcpus })];
  return { free_ram_mib: now.ram_mib - then.ram_mib, free_vcpus: now.vcpus - then.vcpus };
}

/**
 * Gives a host this key, and creates the host where it does not exist. Its epoch, room and state stay: a new key does
 * not lift a fence. `at` is the time of joining for a new host. Stale where the host was removed or joined since it was
 * read.
 */
export function enrolHostKey(
  host: string,
  public_key: string,
  at: string,
  known: HostRecord | undefined,
  allowed?: Allowed,
): Write {
  const isKept = known !== undefined && known.state !== 'removed';
  const state = isKept ? known.state : 'joining';
  const made = isKept ? {} : { created_at: at, ...byAge(hostIndex, host, at) };
  return update(
    keys.host(host),
    {
      set: { host_id: host, public_key, ...(state && { state }), ...made, ...(allowed && { allowed }) },
      remove: ['previous_key'],
    },
    [isSame(known)],
  );
}

/** Condition: the host's state has not changed since it was read. */
const isSame = (known: HostRecord | undefined): Clause<HostRecord> =>
  known?.state === undefined ? ['state', 'absent'] : ['state', '=', known.state];

/** Attributes that are removed with a host. */
const own = ['claimed', 'allowed', 'refused'] as const;

/** Changes a host's state or loss. Stale where its state, its epoch or its loss was changed since it was read. */
export function changeHostState(
  known: HostRecord,
  { state, lost, epoch }: { state?: HostState; lost?: Loss | null; epoch?: number },
): Write {
  const set = { ...(state && { state }), ...(epoch && { epoch }), ...(lost && { lost }) };
  return update(
    keys.host(known.host_id),
    {
      set: { host_id: known.host_id, ...set },
      remove: [...(lost === null ? (['lost'] as const) : []), ...(state === 'removed' ? own : [])],
    },
    [
      ...(state === 'removed' ? [hasBlocks(known.claimed)] : []),
      isSame(known),
      known.epoch === undefined ? ['epoch', 'absent'] : ['epoch', '=', known.epoch],
      known.lost ? ['lost.at', '=', known.lost.at] : ['lost', 'absent'],
    ],
  );
}

/** Conditions for placing anything new on a host: it is not draining, fenced or lost. */
const isOpen: readonly Clause<HostRecord>[] = [
  { any: [[['state', 'absent']], [['state', '=', 'active']]] },
  ['lost', 'absent'],
];

/** Whether anything new may be placed on a host. */
export const isOpenHost = ({ state = 'active', lost }: Pick<HostRecord, 'state' | 'lost'>): boolean =>
  state === 'active' && !lost;

/** Requires that anything new may be placed on a host. Stale where it is draining, fenced or lost. */
export const requireOpen = (host: string): Write => require(keys.host(host), isOpen);

/** Changes a host's key unless another call has done so. The previous key stays valid for some time. */
export const changeHostKey = (host: string, public_key: string, before: { public_key: string; until: number }): Write =>
  update(keys.host(host), { set: { public_key, previous_key: before } }, [['public_key', '=', before.public_key]]);

/** Reserves room and an SSH port on a host for an instance. Stale where another launch took them. */
export function reserveHost(
  host: string,
  port: number,
  need: Need,
  owner: { account_id: string; instance_id: string },
): Write[] {
  return [
    update(
      keys.host(host),
      { add: { free_ram_mib: -need.ram_mib, free_vcpus: -need.vcpus, ...mark(port - sshPorts.from, 1) } },
      [['free_ram_mib', '>=', need.ram_mib], ['free_vcpus', '>=', need.vcpus], ...isOpen],
    ),
    create({ ...keys.port(host, port), port, ...owner }),
  ];
}

/** Releases an instance's room and port. With `known`, stale where the host's state has changed. */
export function releaseHost(host: string, port: number, need: Need, instance: string, known?: HostRecord): Write[] {
  return [
    update(
      keys.host(host),
      { add: { free_ram_mib: need.ram_mib, free_vcpus: need.vcpus, ...mark(port - sshPorts.from, -1) } },
      known ? [isSame(known)] : [],
    ),
    remove(keys.port(host, port), [['instance_id', '=', instance]]),
  ];
}

/**
 * Changes the room that an instance has on its host. Negative amounts release room. `full` gets the host where its room
 * is not enough.
 */
export const changeRoom = (host: string, more: Need, full: Refusal<HostRecord>): Write =>
  update(
    keys.host(host),
    { add: { free_ram_mib: -more.ram_mib, free_vcpus: -more.vcpus } },
    [
      ['free_ram_mib', '>=', more.ram_mib],
      ['free_vcpus', '>=', more.vcpus],
    ],
    full,
  );
