import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import type { hostStates } from '#lib/model/compute/host-messages.ts';
import { byAge, hostIndex, keys } from '#lib/store/keys.ts';
import { mark } from '#lib/store/platform/bitmap.ts';
import { documents, tableName } from '#lib/store/platform/client.ts';
import { all, get } from '#lib/store/platform/read.ts';
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
import { type Factors, type Need, roomBy } from './host-room.ts';

/** An image on a host; `reason` says why the host cannot boot it. */
export interface HostImage {
  id: string;
  name: string;
  distribution: string;
  version: string;
  default_user: string;
  available: boolean;
  reason: string | null;
}

/** A host's entry in the directory, renewed with every heartbeat. */
export interface HostEntry {
  host_id: string;
  /** The last heartbeat: real clock, epoch milliseconds. */
  seen_at: number;
  driver: string;
  capabilities: string[];
  images: HostImage[];
  public_ip: string;
  free_ram_mib: number;
  free_vcpus: number;
  /** Ports of the range that other programs on the machine use. */
  reserved_ports: number[];
  /** The block from which this host serves elastic IPs and load balancers. Several hosts may have the same. */
  address_pool: string | null;
  /** Addresses of the pool on which other programs on the machine listen. */
  reserved_addresses: string[];
  /** The start of the local platform from which this heartbeat is; absent in a deployment. */
  run?: string | undefined;
}

type HostState = (typeof hostStates)[number];

export interface HostRecord {
  host_id: string;
  /** The number of starts of its agent. Only the latest start may take jobs. */
  epoch: number;
  /** Its Ed25519 key, as `x` of a JWK; absent until it has joined. */
  public_key?: string;
  /** The key before, and until when calls may still be signed with it: real clock, epoch milliseconds. */
  previous_key?: { public_key: string; until: number };
  /** What its operators and its agent have made of it; active where it is absent. */
  state?: HostState;
  /** When it joined; absent before the first start of release 0.2. */
  created_at?: string;
  /** What operators call it; its id where they do not. */
  name?: string;
  /** By how much more is placed on it than it has. */
  factors?: Factors;
  /** The version of the host API that its agent speaks. */
  protocol?: number;
  /** The start that has the epoch, and the kinds of jobs that its agent knows. */
  boot_id?: string;
  job_kinds?: string[];
  /** The address of its machines. */
  public_ip?: string;
  /** What it has, used and free; absent where release 0.1 registered it. */
  ram_mib?: number;
  vcpus?: number;
  free_ram_mib: number;
  free_vcpus: number;
  [word: `w${number}`]: number;
}

/** SSH ports that a host gives to its machines: [from, to). */
export const sshPorts = { from: 20_000, to: 30_000 } as const;

/** The directory: every host by its id. */
export async function readDirectory(): Promise<HostEntry[]> {
  const item = await get<{ hosts?: Record<string, HostEntry> }>(keys.hosts());
  return Object.values(item?.hosts ?? {});
}

/** The entries of the directory item that a batch read returned. */
export const directoryOf = (item: Record<string, unknown> | undefined): HostEntry[] =>
  Object.values((item?.hosts ?? {}) as Record<string, HostEntry>);

export const getHost = (host: string) => get<HostRecord>(keys.host(host));

/** Requires that a host's agent has not restarted since this epoch. */
export const requireEpoch = (host: string, epoch: number, refuse: () => Error): Write =>
  require(keys.host(host), [['epoch', '=', epoch]], refuse);

/** What release 0.1 registered every host with, without noting it. */
const unnoted: Need = { ram_mib: 128 * 1024, vcpus: 64 };

/** What an agent says of itself when it starts. */
export interface AgentStart {
  boot_id: string;
  job_kinds: string[];
  public_ip: string;
  protocol?: number;
}

/**
 * Registers an agent's start: adds one to the epoch, which it answers, and to the free room what the host has more than
 * at its last start. The same start, said again, has the same epoch. `at` is when it joined, where that is not known.
 */
export async function registerHost(host: string, capacity: Need, at: string, start?: AgentStart): Promise<number> {
  for (;;) {
    const known = await getHost(host);
    if (known && start && known.boot_id === start.boot_id) return known.epoch;
    // One that has joined and not started yet has a key alone.
    const before = known?.epoch === undefined ? { epoch: 0, ram_mib: 0, vcpus: 0 } : known;
    const { ram_mib = unnoted.ram_mib, vcpus = unnoted.vcpus } = before;
    const epoch = before.epoch + 1;
    const [now, then] = [roomBy(known?.factors, capacity), roomBy(known?.factors, { ram_mib, vcpus })];
    const more = { free_ram_mib: now.ram_mib - then.ram_mib, free_vcpus: now.vcpus - then.vcpus };
    const created_at = known?.created_at ?? at;
    const set = { host_id: host, epoch, ...capacity, ...start, created_at, ...byAge(hostIndex, host, created_at) };
    const write = update(keys.host(host), { set, add: more }, [
      before.epoch > 0 ? ['epoch', '=', before.epoch] : ['epoch', 'absent'],
    ]);
    // Of two starts at the same moment the second one counts on from the first.
    if (await unlessStale(transact([write]))) return epoch;
  }
}

/**
 * Gives a host this key, and makes the host where there is none. Its epoch and its room stay. A host that is new says
 * when it joined.
 */
export const enrolHostKey = (host: string, public_key: string, created_at?: string): Write => {
  const made = created_at === undefined ? {} : { created_at, ...byAge(hostIndex, host, created_at) };
  const set = { host_id: host, public_key, state: 'active', ...made };
  return update(keys.host(host), { set, remove: ['previous_key'] });
};

/** Changes a host's key where nobody else has; the one before is good for some time. */
export const changeHostKey = (host: string, public_key: string, before: { public_key: string; until: number }): Write =>
  update(keys.host(host), { set: { public_key, previous_key: before } }, [['public_key', '=', before.public_key]]);

/** Has a host count as silent, until its next heartbeat. */
export async function silenceHost(host: string): Promise<void> {
  await changeDirectory({
    UpdateExpression: 'SET hosts.#id.seen_at = :never',
    ConditionExpression: 'attribute_exists(hosts.#id)',
    ExpressionAttributeValues: { ':never': 0 },
    ExpressionAttributeNames: { '#id': host },
  });
}

/** Renews a host's entry in the directory, with its free room. */
export async function announceHost(entry: Omit<HostEntry, 'free_ram_mib' | 'free_vcpus'>): Promise<void> {
  const room = await getHost(entry.host_id);
  const full: HostEntry = { ...entry, free_ram_mib: room?.free_ram_mib ?? 0, free_vcpus: room?.free_vcpus ?? 0 };
  const renew = () =>
    changeDirectory({
      UpdateExpression: 'SET hosts.#id = :entry',
      ConditionExpression: 'attribute_exists(hosts)',
      ExpressionAttributeValues: { ':entry': full },
      ExpressionAttributeNames: { '#id': entry.host_id },
    });
  const begin = () =>
    changeDirectory({
      UpdateExpression: 'SET hosts = :all',
      ConditionExpression: 'attribute_not_exists(hosts)',
      ExpressionAttributeValues: { ':all': { [entry.host_id]: full } },
    });
  // Where another host began the directory meanwhile, it is there now.
  if (!(await renew()) && !(await begin())) await renew();
}

/** Whether the directory was changed: not where the condition failed. */
async function changeDirectory(change: Omit<UpdateCommandInput, 'TableName' | 'Key'>): Promise<boolean> {
  try {
    await documents().send(new UpdateCommand({ TableName: tableName(), Key: keys.hosts(), ...change }));
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}

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
      [
        ['free_ram_mib', '>=', need.ram_mib],
        ['free_vcpus', '>=', need.vcpus],
      ],
    ),
    create({ ...keys.port(host, port), port, ...owner }),
  ];
}

/** Releases an instance's room and port. */
export function releaseHost(host: string, port: number, need: Need, instance: string): Write[] {
  return [
    update(keys.host(host), {
      add: { free_ram_mib: need.ram_mib, free_vcpus: need.vcpus, ...mark(port - sshPorts.from, -1) },
    }),
    remove(keys.port(host, port), [['instance_id', '=', instance]]),
  ];
}

/**
 * Changes the room that an instance has on its host; negative amounts release room. `full` gets the host where it has
 * too little.
 */
export const changeRoom = (host: string, more: Need, full: Refusal): Write =>
  update(
    keys.host(host),
    { add: { free_ram_mib: -more.ram_mib, free_vcpus: -more.vcpus } },
    [
      ['free_ram_mib', '>=', more.ram_mib],
      ['free_vcpus', '>=', more.vcpus],
    ],
    full,
  );

/** Every instance for which a host holds a port. */
export function instancesOf(host: string) {
  return all<{ port: number; account_id: string; instance_id: string }>({ pk: keys.host(host).pk, begins: 'PORT#' });
}
