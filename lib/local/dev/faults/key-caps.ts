import { elapsed } from '#lib/drivers/clocks/real.ts';
import { isWrite, type TableCall } from './table-faults.ts';

/** The units a second that a partition key allows. */
export interface Cap {
  readonly read_units: number;
  readonly write_units: number;
}

/** What is left to a key: at most the units of one second, and less than none after a large call. */
interface Bucket {
  left: number;
  at: number;
}

/** The keys that are remembered. One that is forgotten has all its units again. */
const MOST_KEYS = 10_000;

/** The units that each partition key of the table and of its index has left, by the clock. */
export class KeyCaps {
  readonly #buckets = new Map<string, Bucket>();

  /** The position of the first key that has no units left; -1 where each has some. */
  exhausted(call: TableCall, cap: Cap): number {
    return keysOf(call).findIndex((key) => this.#bucketOf(key, call, cap).left <= 0);
  }

  /** Takes the units of a call that was carried out, in equal parts from its keys. */
  spend(call: TableCall, cap: Cap, units: number): void {
    const keys = keysOf(call);
    for (const key of keys) this.#bucketOf(key, call, cap).left -= units / keys.length;
  }

  #bucketOf(key: string, { operation }: TableCall, { read_units, write_units }: Cap): Bucket {
    const most = isWrite(operation) ? write_units : read_units;
    const name = `${isWrite(operation) ? 'write' : 'read'} ${key}`;
    const now = elapsed();
    const known = this.#buckets.get(name) ?? { left: most, at: now };
    const left = Math.min(most, known.left + ((now - known.at) / 1000) * most);
    const bucket = { left, at: now };
    this.#buckets.delete(name);
    this.#buckets.set(name, bucket);
    const [oldest = ''] = this.#buckets.keys();
    if (this.#buckets.size > MOST_KEYS) this.#buckets.delete(oldest);
    return bucket;
  }
}

type Wire = Readonly<Record<string, { readonly S?: string }>>;

interface One {
  readonly Key?: Wire;
  readonly Item?: Wire;
}

interface Body extends One {
  readonly TransactItems?: readonly Readonly<Record<string, One>>[];
  readonly RequestItems?: Readonly<Record<string, { readonly Keys?: readonly Wire[] }>>;
  readonly KeyConditionExpression?: string;
  readonly ExpressionAttributeValues?: Wire;
}

/** The partition keys that a call reads or writes, in its order. A Scan has none. */
export function keysOf({ body }: Pick<TableCall, 'body'>): string[] {
  const call = JSON.parse(body) as Body;
  if (call.TransactItems) return call.TransactItems.flatMap((item) => Object.values(item).flatMap(keyOf));
  if (call.RequestItems)
    return Object.values(call.RequestItems).flatMap(({ Keys = [] }) => Keys.flatMap((Key) => keyOf({ Key })));
  if (call.KeyConditionExpression === undefined) return keyOf(call);
  const [, value = ''] = /= ?(:\w{1,64})/.exec(call.KeyConditionExpression) ?? [];
  return [call.ExpressionAttributeValues?.[value]?.S ?? []].flat();
}

const keyOf = ({ Key, Item }: One): string[] => [(Key ?? Item)?.pk?.S ?? []].flat();
