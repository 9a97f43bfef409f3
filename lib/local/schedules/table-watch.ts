import { AsyncLocalStorage } from 'node:async_hooks';

/** A call of the table: the command's name of the SDK, and its input and reply in the document client's form. */
export interface TableCall {
  readonly command: string | undefined;
  readonly input: object;
  readonly output?: { readonly Items?: readonly Attributes[] | undefined } | undefined;
}

type Attributes = Record<string, unknown>;

interface Operation {
  readonly Key?: Attributes;
  readonly Item?: Attributes;
  readonly ExpressionAttributeNames?: Record<string, string>;
  readonly ExpressionAttributeValues?: Attributes;
}

interface Input extends Operation {
  readonly TransactItems?: readonly Record<string, Operation | undefined>[];
  readonly RequestItems?: Record<string, { readonly Keys?: readonly Attributes[] }>;
}

/** The partitions that one run has read, and whether another wrote to one of them since. */
export class Reads {
  readonly #partitions = new Set<unknown>();
  #isWritten = false;

  /** Whether one of the partitions was written since. */
  get isWritten(): boolean {
    return this.#isWritten;
  }

  /** Whether the same work would read the same now. False where it read nothing of the table. */
  get areUnchanged(): boolean {
    return this.#partitions.size > 0 && !this.#isWritten;
  }

  add(partitions: readonly unknown[]): void {
    for (const partition of partitions) this.#partitions.add(partition);
  }

  /** `everything` stands for partitions that a write does not name. */
  note(written: readonly unknown[], everything: boolean): void {
    this.#isWritten ||= everything || written.some((partition) => this.#partitions.has(partition));
  }
}

const current = new AsyncLocalStorage<Reads>();
const watched = new Set<Reads>();

/** Runs `work`, and from then on watches what it read until `unwatch`. Its own writes do not count. */
export async function watchReads<T>(work: () => Promise<T>): Promise<{ answer: T; reads: Reads }> {
  const reads = new Reads();
  watched.add(reads);
  return { answer: await current.run(reads, work), reads };
}

/** Ends the watching of these reads. */
export function unwatch(reads: Reads): void {
  watched.delete(reads);
}

/** Notes a call of the table by a function: what it read, for the run that it belongs to; what it wrote, for others. */
export function noteTableCall(call: TableCall): void {
  if (watched.size === 0) return;
  current.getStore()?.add(readBy(call));
  const operations = writesOf(call);
  if (operations.length === 0) return;
  const written = operations.flatMap(partitionsOf);
  const everything = operations.some(movesUnnamed);
  for (const reads of watched) if (reads !== current.getStore()) reads.note(written, everything);
}

function readBy({ command, input: given, output }: TableCall): unknown[] {
  const input: Input = given;
  if (command === 'GetItemCommand') return [input.Key?.pk];
  if (command === 'BatchGetItemCommand')
    return Object.values(input.RequestItems ?? {}).flatMap(({ Keys = [] }) => Keys.map(({ pk }) => pk));
  if (command !== 'QueryCommand') return [];
  // One of the values is the partition; that the others count as partitions too does no harm.
  return [...Object.values(input.ExpressionAttributeValues ?? {}), ...(output?.Items ?? []).map(({ pk }) => pk)];
}

const single = new Set(['PutItemCommand', 'UpdateItemCommand', 'DeleteItemCommand']);

function writesOf({ command = '', input: given }: TableCall): Operation[] {
  const input: Input = given;
  if (single.has(command)) return [input];
  return (input.TransactItems ?? []).flatMap(({ Put, Update, Delete }) => Put ?? Update ?? Delete ?? []);
}

/** The partitions of the table and of its index that a write may concern. */
function partitionsOf({ Key, Item, ExpressionAttributeValues = {} }: Operation): unknown[] {
  return [Key?.pk, Item?.pk, Item?.gsi1pk, ...Object.values(ExpressionAttributeValues)].filter(
    (value) => typeof value === 'string',
  );
}

/** Whether a write moves an item within a partition of the index that it does not name. */
function movesUnnamed({ ExpressionAttributeNames = {} }: Operation): boolean {
  const names = Object.values(ExpressionAttributeNames);
  return names.includes('gsi1sk') && !names.includes('gsi1pk');
}
