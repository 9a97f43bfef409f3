import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { usableSlots } from '#lib/domain/compute/vpcs/addresses.ts';
import { startDynoxide } from '#lib/local/dynamodb/dynoxide.ts';
import { blocksAround } from '#lib/model/compute/address-blocks.ts';
import { sshPorts } from '#lib/model/compute/limits.ts';
import { reach } from '#lib/model/platform/endpoint.ts';
import type { AsgRecord } from '#lib/store/compute/asgs.ts';
import type { HostRecord } from '#lib/store/compute/hosts.ts';
import type { InstanceRecord } from '#lib/store/compute/instances.ts';
import { isTaken } from '#lib/store/platform/bitmap.ts';
import type { Item } from '#lib/store/platform/read.ts';

/** The capacity of a laptop's hosts on which nothing runs (lib/agent/capacity.ts); others have what they say. */
const laptop = { ram_mib: 128 * 1024, vcpus: 64 };
const capacityOf = ({ host_id, ram_mib = 0, vcpus = 0 }: HostRecord) =>
  host_id.startsWith('local') ? laptop : { ram_mib, vcpus };

/** Every item in the table of a stopped platform, from its data folder. */
export async function readBooks(dataDir: string): Promise<Item[]> {
  const engine = await startDynoxide({ file: `${dataDir}/dynamodb.sqlite` });
  try {
    return await scan(engine.endpoint);
  } finally {
    await engine.stop();
  }
}

/** Every item in the platform's table in this engine. */
export async function scan(endpoint: string): Promise<Item[]> {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const engine = new DynamoDBClient({ ...reach(endpoint), region: 'ap-south-1', credentials });
  const client = DynamoDBDocumentClient.from(engine);
  const items: Item[] = [];
  let from: Item | undefined;
  try {
    do {
      const page = await client.send(new ScanCommand({ TableName: 'svc', ExclusiveStartKey: from }));
      items.push(...(page.Items ?? []));
      from = page.LastEvaluatedKey;
    } while (from);
    return items;
  } finally {
    // Tests scan until something is so. The relay of an engine has room for some hundreds of connections.
    engine.destroy();
  }
}

/** Every counter, claim and hold that does not agree with its records, in words. A settled platform has none. */
export function faultsIn(items: readonly Item[]): string[] {
  const books = new Books(items);
  return [
    ...books.hosts().flatMap((host) => books.hostFaults(host)),
    ...books.blockFaults(),
    ...books.vpcs().flatMap((vpc) => books.vpcFaults(vpc)),
    ...books.accounts().flatMap((account) => books.accountFaults(account)),
    ...books.unfinished(),
  ];
}

class Books {
  readonly #items: readonly Item[];
  readonly #instances: readonly InstanceRecord[];

  constructor(items: readonly Item[]) {
    this.#items = items;
    this.#instances = this.#under(/^A#\d+#instance$/) as InstanceRecord[];
  }

  hosts = () => this.#under(/^HOST#/, /^HOST$/) as (HostRecord & { claimed?: string[] })[];
  vpcs = () => this.#under(/^A#\d+#vpc$/);
  accounts = () => this.#under(/^A#\d+$/, /^ACCOUNT$/).map(({ account_id }) => account_id as string);

  hostFaults(host: HostRecord): string[] {
    const placed = this.#instances.filter((one) => one.placed && one.host_id === host.host_id);
    const ports = placed.map(({ ssh_port }) => ssh_port);
    const span = Array.from({ length: sshPorts.to - sshPorts.from }, (_, slot) => slot);
    const marked = span.filter((slot) => isTaken(host, slot)).map((slot) => slot + sshPorts.from);
    const claims = this.#items.filter(({ pk, sk }) => pk === `HOST#${host.host_id}` && sk.startsWith('PORT#'));
    const owners = (list: readonly Item[]) =>
      list.map((one) => `${one.ssh_port ?? one.port} ${one.instance_id ?? one.id}`);
    const capacity = capacityOf(host);
    const who = `host ${host.host_id}`;
    return [
      ...differ(`${who}: free RAM`, host.free_ram_mib, capacity.ram_mib - sum(placed.map(({ ram }) => ram))),
      ...differ(`${who}: free vCPUs`, host.free_vcpus, capacity.vcpus - sum(placed.map(({ cpu }) => cpu))),
      ...differ(`${who}: ports in the bitmap`, sorted(marked), sorted(ports)),
      ...differ(`${who}: claims of ports`, sorted(owners(claims)), sorted(owners(placed as unknown as Item[]))),
    ];
  }

  /** Of each block of public addresses, how many hosts have it, and how many have a part of it. */
  blockFaults(): string[] {
    const claimed = this.hosts().flatMap((host) => host.claimed ?? []);
    const around = claimed.flatMap(blocksAround);
    const times = (list: readonly string[], block: string) => list.filter((one) => one === block).length;
    const known = new Map(this.#under(/^BLOCK#/).map(({ pk, hosts, parts }) => [pk.slice(6), `${hosts} ${parts}`]));
    return [...new Set([...claimed, ...around, ...known.keys()])].flatMap((block) =>
      differ(`block ${block}`, known.get(block), `${times(claimed, block)} ${times(around, block)}`),
    );
  }

  vpcFaults(vpc: Item): string[] {
    const placed = this.#instances.filter((one) => one.placed && one.vpc_id === vpc.id);
    const { from, to } = usableSlots(vpc.cidr);
    const slots = Array.from({ length: to - from }, (_, i) => from + i).filter((slot) => isTaken(vpc, slot));
    const claims = this.#items.filter(({ pk }) => pk === `VPC#${vpc.id}`);
    return [
      ...differ(`${vpc.id}: instances`, vpc.instance_count, placed.length),
      ...differ(`${vpc.id}: slots in the bitmap`, sorted(slots), sorted(placed.map((one) => one.address_slot))),
      ...differ(
        `${vpc.id}: claims of addresses`,
        sorted(claims.map(({ sk, instance_id }) => `${sk} ${instance_id}`)),
        sorted(placed.map(({ private_ip, id }) => `IP#${private_ip} ${id}`)),
      ),
    ];
  }

  accountFaults(account: string): string[] {
    const mine = this.#instances.filter((one) => one.account_id === account);
    const live = mine.filter(({ status }) => status !== 'terminated');
    const used = (name: string) => this.#one(`A#${account}#quota`, name)?.used ?? 0;
    const count = (noun: string) => this.#items.filter(({ pk }) => pk === `A#${account}#${noun}`).length;
    const volumes = this.#items.filter(({ pk }) => pk === `A#${account}#volume`);
    const wallet = this.#one(`A#${account}#wallet`, 'WALLET');
    const holds = this.#items.filter(({ pk, sk }) => pk === `A#${account}#wallet` && sk.startsWith('HOLD#'));
    const held = mine.flatMap(({ hold }) => hold ?? []);
    return [
      ...differ(`${account}: quota of instances`, used('instances'), live.length),
      ...differ(`${account}: quota of vCPUs`, used('vcpus'), sum(live.map(({ cpu }) => cpu))),
      ...differ(`${account}: quota of SSH keys`, used('ssh_keys'), count('ssh-key')),
      ...differ(`${account}: quota of VPCs`, used('vpcs'), count('vpc')),
      ...differ(`${account}: quota of volumes`, used('volumes'), count('volume')),
      ...differ(
        `${account}: quota of GiB in volumes`,
        used('volume_gib'),
        sum(volumes.map(({ size_gib }) => size_gib)),
      ),
      ...differ(`${account}: quota of groups`, used('asgs'), count('asg')),
      ...differ(
        `${account}: members of groups`,
        sorted(live.flatMap(({ id, asg_id }) => (asg_id ? [`${asg_id} ${id}`] : []))),
        sorted(this.#membersOf(account)),
      ),
      ...differ(`${account}: quota of snapshots`, used('snapshots'), count('snapshot')),
      ...differ(
        `${account}: volumes in instances`,
        sorted(live.flatMap(({ id, volume_ids }) => volume_ids.map((volume) => `${volume} ${id}`))),
        sorted(volumes.filter((one) => one.instance_id).map(({ id, instance_id }) => `${id} ${instance_id}`)),
      ),
      ...differ(
        `${account}: holds`,
        sorted(holds.map(({ sk }) => sk)),
        sorted(held.map((one) => `HOLD#${one.operation}`)),
      ),
      ...differ(
        `${account}: what the wallet has available`,
        wallet?.available_paise,
        (wallet?.balance_paise ?? 0) - sum(holds.map(({ amount_paise }) => amount_paise)),
      ),
    ];
  }

  #membersOf(account: string): string[] {
    const groups = this.#items.filter(({ pk }) => pk === `A#${account}#asg`) as AsgRecord[];
    return groups.flatMap(({ id, members }) => members.map(({ instance_id }) => `${id} ${instance_id}`));
  }

  /** Operations, intents, deadlines and open jobs. Empty when everything has settled. */
  unfinished(): string[] {
    const disks = this.#under(/^A#\d+#(volume|snapshot)$/) as { id: string; status: string; operation: unknown }[];
    const held = [...this.#instances, ...disks]
      .filter(({ operation }) => operation)
      .map(({ id, status }) => `${id} is ${status}`);
    const waiting = this.#items.filter(({ pk, gsi1pk }) => /^OUTBOX#/.test(pk) || /^HOST#.*#open$/.test(gsi1pk ?? ''));
    const scaling = (this.#under(/#asg$/) as AsgRecord[]).filter(
      ({ status, operation }) => operation || !['active', 'error'].includes(status),
    );
    return [
      ...held,
      ...scaling.map(({ id, status }) => `${id} is ${status}`),
      ...waiting.map(({ pk, sk }) => `${pk} ${sk} is left`),
    ];
  }

  #under(pk: RegExp, sk = /./): Item[] {
    return this.#items.filter((item) => pk.test(item.pk) && sk.test(item.sk));
  }

  #one(pk: string, sk: string): Item | undefined {
    return this.#items.find((item) => item.pk === pk && item.sk === sk);
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
const sorted = <T>(list: readonly T[]) => [...list].sort();

function differ(what: string, is: unknown, should: unknown): string[] {
  const [found, expected] = [JSON.stringify(is), JSON.stringify(should)];
  return found === expected ? [] : [`${what}: ${found}, not ${expected}`];
}
