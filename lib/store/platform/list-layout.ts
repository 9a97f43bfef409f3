import { ageIndex, nameIndex } from '#lib/store/indexes.ts';
import { type Key, keys } from '#lib/store/keys.ts';
import type { Listed, Named, Partition, RecordOf } from '#lib/store/records.ts';

/** A row's position in a list. The attribute that the order does not use may be missing (""). */
export interface Row {
  id: string;
  name: string;
}

/** How the rows of a noun are stored in one order. */
export interface Layout<T> {
  pk: Partition<T>;
  index?: 'gsi1';
  /** The key after which a page begins. */
  startKey(row: Row): Record<string, unknown>;
  /** A row's position, from its keys. */
  rowOf(key: { readonly sk?: unknown; readonly gsi1sk?: unknown }): Row;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/**
 * The layout of a noun in an order. One of its two orders is the table's, with strong reads; the other is the index's.
 */
export function layoutOf<N extends Listed | Named>(account: string, noun: N, byName: boolean): Layout<RecordOf<N>> {
  return noun === 'iam-user' || noun === 'group' || noun === 'bucket'
    ? ofNamed(account, noun, byName)
    : ofListed(account, noun, byName);
}

function ofListed<T>(account: string, noun: Listed, byName: boolean): Layout<T> {
  const keyOf = (row: Row) => keys.listed(account, noun, row.id);
  const index = (row: Row) => nameIndex(account, noun, row.name, row.id);
  return {
    ...indexKeys<T>(keyOf, index, byName),
    rowOf: (key) => {
      const id = text(key.sk);
      return { id, name: text(key.gsi1sk).slice(0, -(id.length + 1)) };
    },
  };
}

const keyOfNamed: Record<Named, (account: string, name: string) => Key> = {
  'iam-user': keys.iamUser,
  group: keys.group,
  bucket: keys.bucket,
};

function ofNamed<T>(account: string, noun: Named, byName: boolean): Layout<T> {
  const keyOf = (row: Row) => keyOfNamed[noun](account, row.name);
  const index = (row: Row) => ageIndex(account, noun, row.id);
  return {
    ...indexKeys<T>(keyOf, index, !byName),
    rowOf: (key) => ({ id: text(key.gsi1sk), name: text(key.sk) }),
  };
}

type Index = { gsi1pk: string; gsi1sk: string };

function indexKeys<T>(
  keyOf: (row: Row) => Key,
  index: (row: Row) => Index,
  indexed: boolean,
): Omit<Layout<T>, 'rowOf'> {
  const emptyRow = { id: '', name: '' };
  const { pk }: { pk: string } = keyOf(emptyRow);
  if (!indexed) return { pk, startKey: (row: Row) => ({ ...keyOf(row) }) };
  return {
    pk: index(emptyRow).gsi1pk,
    index: 'gsi1' as const,
    startKey: (row: Row) => ({ ...keyOf(row), ...index(row) }),
  };
}
