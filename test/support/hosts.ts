import { randomUUID } from 'node:crypto';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { listHosts, makeCatalog } from '#lib/domain/compute/hosts/catalog.ts';
import { announce, registerAgent } from '#lib/domain/compute/hosts/register.ts';
import { keys } from '#lib/store/keys.ts';
import { documents, tableName } from '#lib/store/platform/client.ts';

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

const everything = [
  'ssh',
  'console',
  'load_balancing',
  'https_listeners',
  'elastic_ip',
  'east_west_firewall',
  'volumes',
  'volume_hot_attach',
  'snapshots',
];

interface Room {
  ram_mib?: number;
  vcpus?: number;
  images?: string[];
  public_ip?: string;
  address_pool?: string | null;
  reserved_addresses?: string[];
  capabilities?: string[];
  driver?: string;
  id?: string;
  console_url?: string;
}

/**
 * Registers a host in the table that SVC_TABLE names. By default it boots ubuntu-24.04 and debian-12, and gives a
 * reason for the other images.
 */
export async function standInHost({ ram_mib = 131_072, vcpus = 64, ...given }: Room = {}): Promise<StandInHost> {
  const id = given.id ?? `host-${randomUUID().slice(0, 8)}`;
  const offered = given.images ?? ['ubuntu-24.04', 'debian-12'];
  const epoch = await registerAgent(id, { ram_mib, vcpus });
  const beat = async () => {
    await announce(id, {
      driver: given.driver ?? 'simulated',
      capabilities: given.capabilities ?? everything,
      images: [...offered.map((name) => image(name)), image('alpine-3.22', 'this host has no alpine')],
      public_ip: given.public_ip ?? '127.0.0.1',
      reserved_ports: [],
      address_pool: given.address_pool === undefined ? '127.11.184.0/24' : given.address_pool,
      reserved_addresses: given.reserved_addresses ?? [],
      console_url: given.console_url ?? 'wss://consoles.example.in',
    });
    await makeCatalog(await listHosts());
  };
  await beat();
  return { id, epoch, beat };
}

/** Makes a host look silent: moves its last heartbeat two minutes into the past. */
export async function silence(id: string): Promise<void> {
  await documents().send(
    new UpdateCommand({
      TableName: tableName(),
      Key: keys.hostBeat(id),
      UpdateExpression: 'SET seen_at = :then',
      ExpressionAttributeValues: { ':then': Date.now() - 120_000 },
    }),
  );
}
