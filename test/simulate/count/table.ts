import { isDeepStrictEqual } from 'node:util';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { BatchGetCommand, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { directTo } from '#lib/local/dynamodb/transport.ts';
import { callDirectly } from '#lib/local/transport/client.ts';
import { reach } from '#lib/model/platform/endpoint.ts';
import { setting } from '#lib/model/platform/settings.ts';
import { documents, tableName } from '#lib/store/platform/client.ts';
import { type Item, type KeyUnits, unitsOfWrite } from './items.ts';
import type { Ledger } from './ledger.ts';

/** One write of a call, as the document client has it. */
interface Write {
  readonly Item?: Item;
  readonly Key?: Item;
  readonly UpdateExpression?: string;
  readonly ConditionExpression?: string;
}

interface Input extends Write {
  readonly IndexName?: string;
  readonly TransactItems?: readonly Readonly<Record<string, Write>>[];
  readonly RequestItems?: Readonly<Record<string, { readonly Keys: readonly Item[] }>>;
  readonly KeyConditionExpression?: string;
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>>;
  readonly ExpressionAttributeValues?: Readonly<Record<string, unknown>>;
}

interface Capacity {
  readonly CapacityUnits?: number;
  readonly Table?: { readonly CapacityUnits?: number };
  readonly GlobalSecondaryIndexes?: Readonly<Record<string, { readonly CapacityUnits?: number }>>;
}

/** A command of the document client. */
interface Command {
  readonly input: Input;
  readonly clientCommand?: { readonly constructor: { readonly name: string } };
}

type Send = (command: Command, ...rest: unknown[]) => Promise<object>;

/**
 * Has the ledger keep account of the calls of the table that functions send. The units of a call are the engine's own;
 * by which keys they go follows from the items before and after it. `wrote` gets the keys of the items that a call put.
 * It stands before the client, whose short way to the engine stays open (lib/local/transport/client.ts).
 */
export function countTable(ledger: Ledger, wrote: (keys: readonly Item[]) => void): () => void {
  const images = new Images(setting('AWS_ENDPOINT_URL_DYNAMODB') ?? '');
  const client = documents() as unknown as { send: Send };
  const send = client.send.bind(client);
  client.send = async (command, ...rest) => {
    const name = (command.clientCommand ?? command).constructor.name.replace(/Command$/, '');
    const writes = writesOf(name, command.input);
    if (!ledger.isOpen) return send(command, ...rest).finally(() => images.forget(writes));
    Object.assign(command.input, { ReturnConsumedCapacity: 'INDEXES' });
    const before = await images.known(writes);
    const end = ledger.begin();
    let output: object = {};
    try {
      output = await send(command, ...rest);
      return output;
    } finally {
      end();
      if (writes.length === 0) ledger.note(name, 'read', readsOf(command.input, output));
      else {
        const after = await images.read(writes);
        const changed = writes.filter((_, at) => !isDeepStrictEqual(before[at], after[at]));
        ledger.note(name, 'write', adjusted(ledger, unitsOf(name, writes, before, after), output), changed.length);
        wrote(changed.map(keyOf).filter((key) => images.has(key)));
      }
    }
  };
  return () => {
    client.send = send;
  };
}

function unitsOf(name: string, writes: readonly Write[], before: Found, after: Found): KeyUnits[] {
  const isTransactional = name.startsWith('TransactWrite');
  return writes.flatMap((write, at) =>
    unitsOfWrite({ before: before[at], after: after[at], isTransactional }, String(keyOf(write).pk)),
  );
}

/** In the place of a key stands this for a scan, which reads of every partition. */
export const scanned = 'SCAN';

/** What a call writes or, in a transaction, checks. */
function writesOf(name: string, input: Input): Write[] {
  if (input.TransactItems) return input.TransactItems.flatMap((item) => Object.values(item));
  return /^(Put|Update|Delete)/.test(name) ? [input] : [];
}

const keyOf = ({ Key, Item }: Write): Item => {
  const { pk, sk } = Key ?? Item ?? {};
  return { pk, sk };
};

type Found = readonly (Item | undefined)[];

/** The items that calls write, as they are: read by a client of its own, of which nothing is counted, or remembered. */
class Images {
  readonly #client: DynamoDBDocumentClient;
  readonly #items = new Map<string, Item | undefined>();

  constructor(endpoint: string) {
    this.#client = DynamoDBDocumentClient.from(new DynamoDBClient(reach(endpoint)));
    callDirectly(this.#client, endpoint, directTo);
  }

  /** The items of these writes, which are read where they are not remembered. */
  async known(writes: readonly Write[]): Promise<Found> {
    const unknown = writes.filter((write) => !this.#items.has(nameOf(keyOf(write))));
    await this.read(unknown);
    return writes.map((write) => this.#items.get(nameOf(keyOf(write))));
  }

  async read(writes: readonly Write[]): Promise<Found> {
    if (writes.length === 0) return [];
    const keys = [...new Map(writes.map((write) => [nameOf(keyOf(write)), keyOf(write)])).values()];
    const command = new BatchGetCommand({
      RequestItems: { [tableName()]: { Keys: keys as Record<string, unknown>[], ConsistentRead: true } },
    });
    const { Responses } = await this.#client.send(command);
    const found = new Map((Responses?.[tableName()] ?? []).map((item) => [nameOf(item), item as Item]));
    for (const key of keys) this.#items.set(nameOf(key), found.get(nameOf(key)));
    return writes.map((write) => found.get(nameOf(keyOf(write))));
  }

  has(key: Item): boolean {
    return this.#items.get(nameOf(key)) !== undefined;
  }

  /** What is written uncounted is not remembered. */
  forget(writes: readonly Write[]): void {
    for (const write of writes) this.#items.delete(nameOf(keyOf(write)));
  }
}

const nameOf = ({ pk, sk }: Item): string => `${pk}\n${sk}`;

/** The units of a read: those of a batch in equal parts, those of a query by the one key that it reads. */
function readsOf(input: Input, output: object): KeyUnits[] {
  const { total } = capacityOf(output);
  const keys = Object.values(input.RequestItems ?? {}).flatMap(({ Keys }) => Keys);
  const place = input.IndexName === undefined ? 'table' : 'gsi1';
  const pks = keys.length > 0 ? keys.map(({ pk }) => String(pk)) : [pkRead(input)];
  return pks.map((pk) => ({ place, pk, units: total / pks.length }));
}

/** The partition key of a get or a query. A scan has none: it goes through all of them. */
function pkRead({ Key, KeyConditionExpression = '', ExpressionAttributeValues = {} }: Input): string {
  if (Key) return String(Key.pk);
  const [, value = ''] = /= ?(:\w{1,64})/.exec(KeyConditionExpression) ?? [];
  return String(ExpressionAttributeValues[value] ?? scanned);
}

function capacityOf(output: object): { total: number; table: number; index: number } {
  const { ConsumedCapacity = [] } = output as { ConsumedCapacity?: Capacity | Capacity[] };
  let [total, table, index] = [0, 0, 0];
  for (const { CapacityUnits = 0, Table, GlobalSecondaryIndexes = {} } of [ConsumedCapacity].flat()) {
    total += CapacityUnits;
    table += Table?.CapacityUnits ?? 0;
    for (const { CapacityUnits: units = 0 } of Object.values(GlobalSecondaryIndexes)) index += units;
  }
  return { total, table, index };
}

/**
 * The units by key, so that they add up to what the engine says. It says nothing of a call that was refused, which
 * DynamoDB counts like any other.
 */
function adjusted(ledger: Ledger, units: readonly KeyUnits[], output: object): KeyUnits[] {
  const said = capacityOf(output);
  if (said.total === 0) return [...units];
  const sum = { table: 0, gsi1: 0 };
  for (const { place, units: some } of units) sum[place] += some;
  ledger.unexplained += Math.abs(said.table - sum.table) + Math.abs(said.index - sum.gsi1);
  const factor = { table: sum.table > 0 ? said.table / sum.table : 1, gsi1: sum.gsi1 > 0 ? said.index / sum.gsi1 : 1 };
  return units.map((one) => ({ ...one, units: one.units * factor[one.place] }));
}
