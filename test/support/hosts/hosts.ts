import { randomUUID } from 'node:crypto';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { listHosts, makeCatalog } from '#lib/domain/compute/hosts/catalog.ts';
import { announce, registerAgent } from '#lib/domain/compute/hosts/register.ts';
import { realNow } from '#lib/drivers/clocks/real.ts';
import { getHost } from '#lib/store/compute/hosts.ts';
import { keys } from '#lib/store/keys.ts';
import { documents, tableName } from '#lib/store/platform/client.ts';
import { get } from '#lib/store/platform/read.ts';
import { changeHost } from './host-link.ts';

/** A host without machines: its offer and its capacity, as its agent would make them. */
export interface StandInHost {
  id: string;
  epoch: number;
  /** Sends a heartbeat, so that placement knows the host's free capacity. */
  beat(): Promise<void>;
}

const image = (id: string, reason: string | null = null) => {
  const [distribution = '', version = ''] = id.split('-');
  return { id, name: id, distribution, version, default_user: distribution, available: reason === null, reason };
};

const contents = {
  ...{ digest: `sha256:${'b'.repeat(64)}`, size_bytes: 3 * 2 ** 30, architecture: 'amd64' },
  ...{ shell: true, init: null, package_manager: 'apt' },
};

const everything = [
  'ssh',
  'console',
  'load_balancing',
  'https_listeners',
  'proxy_protocol',
  'grpc_backends',
  'elastic_ip',
  'east_west_firewall',
  'volumes',
  'volume_hot_attach',
  'disk_limit',
  'snapshots',
  'images',
];

interface Room {
  ram_mib?: number;
  vcpus?: number;
  images?: string[];
  /** Images that it has pulled. */
  stored?: string[];
  /** Images that it can pull, but has not. */
  pullable?: string[];
  public_ip?: string;
  address_pool?: string | null;
  reserved_addresses?: string[];
  capabilities?: string[];
  driver?: string;
  id?: string;
  console_url?: string;
  disk_scope?: string;
}

/**
 * Registers a host in the table that SVC_TABLE names. By default it boots ubuntu-24.04 and debian-12, gives a
 * reason for the other images, and may have the pool of other hosts.
 */
export async function standInHost({ ram_mib = 131_072, vcpus = 64, ...given }: Room = {}): Promise<StandInHost> {
  const id = given.id ?? `host-${randomUUID().slice(0, 8)}`;
  const offered = given.images ?? ['ubuntu-24.04', 'debian-12'];
  const { pullable = [], stored = [] } = given;
  const epoch = await registerAgent(id, { ram_mib, vcpus });
  const address_pool = given.address_pool === undefined ? '127.11.184.0/24' : given.address_pool;
  const public_ip = given.public_ip ?? (await freeAddress(id));
  await changeHost(id, { allowed: { address_pool, disk_scope: given.disk_scope ?? null } });
  const beat = async () => {
    await announce(id, {
      driver: given.driver ?? 'simulated',
      capabilities: given.capabilities ?? everything,
      images: [
        ...offered.map((name) => ({ ...image(name), ...(stored.includes(name) && { pulled: true, contents }) })),
        ...pullable.map((name) => ({ ...image(name), pulled: false, reference: `mirror.example.in/${name}:1` })),
        ...(pullable.includes('alpine-3.22') ? [] : [image('alpine-3.22', 'this host has no alpine')]),
      ],
      public_ip,
      reserved_ports: [],
      address_pool,
      reserved_addresses: given.reserved_addresses ?? [],
      console_url: given.console_url ?? 'wss://consoles.example.in',
      ...(given.disk_scope !== undefined && { disk_scope: given.disk_scope }),
    });
    await makeCatalog(await listHosts());
  };
  await beat();
  return { id, epoch, beat };
}

/** The first address from 127.0.0.1 on that no other host has. */
async function freeAddress(id: string): Promise<string> {
  for (let last = 1; ; last++) {
    const address = `127.0.0.${last}`;
    const { hosts = 0 } = (await get<{ hosts?: number }>(keys.addressBlock(`${address}/32`))) ?? {};
    if (hosts === 0 || (await getHost(id))?.claimed?.includes(`${address}/32`)) return address;
  }
}

/** Makes a host look silent: moves its last heartbeat two minutes into the past. */
export async function silence(id: string): Promise<void> {
  await documents().send(
    new UpdateCommand({
      TableName: tableName(),
      Key: keys.hostBeat(id),
      UpdateExpression: 'SET seen_at = :then',
      ExpressionAttributeValues: { ':then': realNow().getTime() - 120_000 },
    }),
  );
}
