import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { keys } from '#lib/store/keys.ts';
import { mark } from '#lib/store/platform/bitmap.ts';
import { documents, tableName } from '#lib/store/platform/client.ts';
import { all, get } from '#lib/store/platform/read.ts';
import { create, type Refusal, remove, require, update, type Write } from '#lib/store/platform/write.ts';

/** An image as a host sees it; `reason` says why it cannot boot one. */
export interface HostImage {
  id: string;
  name: string;
  distribution: string;
  version: string;
  default_user: string;
  available: boolean;
  reason: string | null;
}

/** How a host shows itself to placement, renewed with every heartbeat. */
export interface HostEntry {
  host_id: string;
  /** Real clock, epoch milliseconds. */
  seen_at: number;
  driver: string;
  capabilities: string[];
  images: HostImage[];
  public_ip: string;
  free_ram_mib: number;
  free_vcpus: number;
  /** Ports of the range that somebody else on the machine holds. */
  reserved_ports: number[];
  /** The block whose addresses this host can give to elastic IPs and load balancers; hosts may share one. */
  address_pool: string | null;
  /** Addresses of the pool that somebody on the machine listens on. */
  reserved_addresses: string[];
}

export interface HostRecord {
  host_id: string;
  /** Counts the starts of its agent: only the newest may take jobs. */
  epoch: number;
  free_ram_mib: number;
  free_vcpus: number;
  [word: `w${number}`]: number;
}

/** SSH ports that a host gives to its machines: [from, to). */
export const sshPorts = { from: 20_000, to: 30_000 } as const;

/** Every host by its id, as placement sees it. */
export async function readDirectory(): Promise<HostEntry[]> {
  const item = await get<{ hosts?: Record<string, HostEntry> }>(keys.hosts());
  return Object.values(item?.hosts ?? {});
}

/** The directory's entries in an item that a batch read brought. */
export const directoryOf = (item: Record<string, unknown> | undefined): HostEntry[] =>
  Object.values((item?.hosts ?? {}) as Record<string, HostEntry>);

export const getHost = (host: string) => get<HostRecord>(keys.host(host));

/** Requires that a host's agent has not started anew. */
export const requireEpoch = (host: string, epoch: number, refuse: () => Error): Write =>
  require(keys.host(host), [['epoch', '=', epoch]], refuse);

/** Registers an agent's start: a new epoch, and on the first one the capacity. */
export async function registerHost(host: string, capacity: { ram_mib: number; vcpus: number }): Promise<HostRecord> {
  const { Attributes } = await documents().send(
    new UpdateCommand({
      TableName: tableName(),
      Key: keys.host(host),
      UpdateExpression:
        'SET host_id = :id, free_ram_mib = if_not_exists(free_ram_mib, :ram), free_vcpus = if_not_exists(free_vcpus, :cpu) ADD epoch :one',
      ExpressionAttributeValues: { ':id': host, ':ram': capacity.ram_mib, ':cpu': capacity.vcpus, ':one': 1 },
      ReturnValues: 'ALL_NEW',
    }),
  );
  return Attributes as HostRecord;
}

/** Renews a host's entry in the directory, with the room that it has now. */
export async function announceHost(entry: Omit<HostEntry, 'free_ram_mib' | 'free_vcpus'>): Promise<void> {
  const room = await getHost(entry.host_id);
  const full: HostEntry = { ...entry, free_ram_mib: room?.free_ram_mib ?? 0, free_vcpus: room?.free_vcpus ?? 0 };
  await changeDirectory('SET hosts = if_not_exists(hosts, :none)', { ':none': {} });
  await changeDirectory('SET hosts.#id = :entry', { ':entry': full }, { '#id': entry.host_id });
}

async function changeDirectory(expression: string, values: Record<string, unknown>, names?: Record<string, string>) {
  await documents().send(
    new UpdateCommand({
      TableName: tableName(),
      Key: keys.hosts(),
      UpdateExpression: expression,
      ExpressionAttributeValues: values,
      ExpressionAttributeNames: names,
    }),
  );
}

interface Need {
  ram_mib: number;
  vcpus: number;
}

/** Reserves room and an SSH port on a host for an instance; the claim carries whose it is. Stale where others were faster. */
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

/** Gives an instance's room and port back. */
export function releaseHost(host: string, port: number, need: Need, instance: string): Write[] {
  return [
    update(keys.host(host), {
      add: { free_ram_mib: need.ram_mib, free_vcpus: need.vcpus, ...mark(port - sshPorts.from, -1) },
    }),
    remove(keys.port(host, port), [['instance_id', '=', instance]]),
  ];
}

/** Takes so much more of a host's room for an instance that it has already, or gives it back; `full` reads the host as it stood. */
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

/** Every instance that a host holds a port for. */
export function instancesOf(host: string) {
  return all<{ port: number; account_id: string; instance_id: string }>({ pk: keys.host(host).pk, begins: 'PORT#' });
}
