import { isDeepStrictEqual } from 'node:util';

/* Request units of single items, as DynamoDB counts them. */

/** An item as the document client has it. */
export type Item = Readonly<Record<string, unknown>>;

/** One write of an item: what was there, and what is there afterwards. */
export interface ItemWrite {
  readonly before: Item | undefined;
  readonly after: Item | undefined;
  /** Of a transaction, which costs twice as much in the table, and the same in an index. */
  readonly isTransactional: boolean;
}

/** Units of one partition key, in the table or in its index. */
export interface KeyUnits {
  readonly place: 'table' | 'gsi1';
  readonly pk: string;
  readonly units: number;
}

const unit = 1024;

/** Bytes of an item, its names included. */
export const bytesOf = (item: Item | undefined): number =>
  item === undefined
    ? 0
    : Object.entries(item).reduce((sum, [name, value]) => sum + Buffer.byteLength(name) + bytesOfValue(value), 0);

function bytesOfValue(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (typeof value === 'number') return Math.ceil(String(value).replace(/\D/g, '').length / 2) + 1;
  if (value instanceof Uint8Array) return value.byteLength;
  if (value === null || typeof value !== 'object') return value === undefined ? 0 : 1;
  const parts = value instanceof Set ? [...value] : Object.values(value);
  const names = Array.isArray(value) || value instanceof Set ? [] : Object.keys(value);
  const nested = parts.reduce<number>((sum, part) => sum + bytesOfValue(part) + 1, 3);
  return names.reduce((sum, name) => sum + Buffer.byteLength(name), nested);
}

const unitsOf = (bytes: number): number => Math.max(1, Math.ceil(bytes / unit));

/**
 * What a write costs in the table, and in the index where the item is or was in one: nothing where it changes nothing,
 * one write where its place in the index stays, and a removal and an addition where it moves.
 */
export function unitsOfWrite({ before, after, isTransactional }: ItemWrite, pk: string): KeyUnits[] {
  const larger = unitsOf(Math.max(bytesOf(before), bytesOf(after)));
  const own: KeyUnits = { place: 'table', pk, units: larger * (isTransactional ? 2 : 1) };
  return [own, ...unitsOfIndex(before, after)];
}

function unitsOfIndex(before: Item | undefined, after: Item | undefined): KeyUnits[] {
  const [from, to] = [placeOf(before), placeOf(after)];
  const sizes = [bytesOf(before), bytesOf(after)].map(unitsOf);
  const [left = 1, entered = 1] = sizes;
  if (from !== undefined && to !== undefined && from.pk === to.pk && from.sk === to.sk)
    return isDeepStrictEqual(before, after) ? [] : [{ place: 'gsi1', pk: to.pk, units: Math.max(left, entered) }];
  return [
    ...(from ? [{ place: 'gsi1' as const, pk: from.pk, units: left }] : []),
    ...(to ? [{ place: 'gsi1' as const, pk: to.pk, units: entered }] : []),
  ];
}

/** Where an item is in the index; undefined where it is not. */
function placeOf(item: Item | undefined): { pk: string; sk: string } | undefined {
  if (item?.gsi1pk === undefined || item.gsi1sk === undefined) return undefined;
  return { pk: String(item.gsi1pk), sk: String(item.gsi1sk) };
}
