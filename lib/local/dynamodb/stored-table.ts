import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { readItem } from './read-reply.ts';
import { decodedItem } from './values.ts';

export interface Key {
  readonly pk: string;
  readonly sk: string;
}

export type Item = Record<string, unknown>;

/** A call that the engine is to answer. */
export class ForEngine extends Error {
  override readonly name = 'ForEngine';
}

/** What a page is of: items of one partition, of the table or of its index, in the order of their sort keys. */
export interface Range {
  readonly index: string | undefined;
  readonly partition: string;
  /** The bounds of the sort keys: from the first, below the second or up to the third. */
  readonly from?: string | undefined;
  readonly below?: string | undefined;
  readonly upTo?: string | undefined;
  readonly after?: (Key & { readonly sort: string }) | undefined;
  readonly isDescending: boolean;
  readonly limit: number | undefined;
}

/** An item of a page: its key, and its sort key in the order of the page. */
export interface Row {
  readonly key: Key;
  readonly sort: string;
  readonly item: Item;
}

/** The items whose last text is kept. */
const MOST_KNOWN = 1_000;

/** The bytes of a page, as they are stored. */
const MOST_BYTES = 1_048_576;

/** How the engine keeps a table and an index: its name, and its columns. */
const ofTable = (table: string) => ({ name: table, columns: ['pk', 'sk', 'pk', 'sk'], order: ['sk'] }) as const;
const ofIndex = (table: string, index: string) =>
  ({
    name: `${table}::gsi::${index}`,
    columns: ['gsi_pk', 'gsi_sk', 'table_pk', 'table_sk'],
    order: ['gsi_sk', 'table_pk', 'table_sk'],
  }) as const;

/** Every key is a text, which the engine keeps with its type. */
const stored = (text: string): string => `S:${text}`;
const textOf = (column: string): string => column.slice(2);

/** A table in an engine's file. */
export class StoredTable {
  readonly #database: DatabaseSync;
  readonly #name: string;
  readonly #known = new Map<string, { readonly text: string; readonly item: Item }>();
  readonly #statements = new Map<string, StatementSync>();

  constructor(database: DatabaseSync, name: string) {
    this.#database = database;
    this.#name = name;
    if (!/^[\w.-]+$/.test(name) || !this.#isAsExpected()) throw new ForEngine();
  }

  /** The items at these keys, without those that are absent, as they all were at one moment. */
  at(keys: readonly Key[]): Item[] {
    const one = (_: Key, at: number) => `SELECT ${at}, item_json FROM "${this.#name}" WHERE pk = ? AND sk = ?`;
    const statement = this.#prepared(`${keys.length}`, () => keys.map(one).join(' UNION ALL '));
    const rows = statement.all(...keys.flatMap(({ pk, sk }) => [stored(pk), stored(sk)])) as unknown as [
      number,
      string,
    ][];
    return rows.map(([at, text]) => this.#item('', keys[at] as Key, text));
  }

  /** A page of at most `limit` items and about 1 MB, and whether it ends before the range does, as far as one knows. */
  page(range: Range): { rows: Row[]; isCut: boolean } {
    const { index, limit } = range;
    const { statement, values } = this.#query(range);
    const rows: Row[] = [];
    let bytes = 0;
    for (const [sort, pk, sk, text] of statement.iterate(...values) as unknown as Iterable<
      [string, string, string, string]
    >) {
      const key = { pk: textOf(pk), sk: textOf(sk) };
      rows.push({ key, sort: textOf(sort), item: this.#item(index ?? '', key, text) });
      bytes += text.length;
      if (bytes > MOST_BYTES) return { rows, isCut: true };
    }
    return { rows, isCut: rows.length === limit };
  }

  #query({ index, partition, from, below, upTo, after, isDescending, limit }: Range) {
    const { name, columns, order } = index === undefined ? ofTable(this.#name) : ofIndex(this.#name, index);
    const [pk, sk, ...key] = columns;
    const bounds = { '>=': from, '<': below, '<=': upTo };
    const set = Object.entries(bounds).filter(([, bound]) => bound !== undefined) as [string, string][];
    const beyond = isDescending ? '<' : '>';
    const place = after && (index === undefined ? [after.sk] : [after.sort, after.pk, after.sk]);
    const conditions = [
      `${pk} = ?`,
      ...set.map(([op]) => `${sk} ${op} ?`),
      ...(place ? [`(${order.join(', ')}) ${beyond} (${place.map(() => '?').join(', ')})`] : []),
    ];
    const direction = isDescending ? 'DESC' : 'ASC';
    const text = `SELECT ${sk}, ${key.join(', ')}, item_json FROM "${name}" WHERE ${conditions.join(' AND ')}
      ORDER BY ${order.map((column) => `${column} ${direction}`).join(', ')} LIMIT ?`;
    const values = [partition, ...set.map(([, bound]) => bound), ...(place ?? [])].map(stored);
    return { statement: this.#prepared(text, () => text), values: [...values, limit ?? -1] };
  }

  /** The text says all of an item, so one that has the text of before need not be decoded again. */
  #item(index: string, { pk, sk }: Key, text: string): Item {
    const name = `${index}\n${pk}\n${sk}`;
    const known = this.#known.get(name);
    if (known?.text === text) return known.item;
    const item = readItem(text);
    if (!item) return decodedItem(JSON.parse(text));
    this.#known.set(name, { text, item: frozen(item) });
    const [oldest = ''] = this.#known.keys();
    if (this.#known.size > MOST_KNOWN) this.#known.delete(oldest);
    return item;
  }

  /** Statements are few: what differs between calls of one kind is a value. */
  #prepared(name: string, text: () => string): StatementSync {
    const known = this.#statements.get(name);
    if (known) return known;
    const statement = this.#database.prepare(text());
    statement.setReturnArrays(true);
    this.#statements.set(name, statement);
    return statement;
  }

  /** Whether the engine keeps items in the form that is known here. Another version of it may have another one. */
  #isAsExpected(): boolean {
    const row = this.#database.prepare(`SELECT pk, sk, item_json FROM "${this.#name}" LIMIT 1`).get();
    if (!row) return false;
    const { pk, sk } = decodedItem(JSON.parse(row.item_json as string));
    return row.pk === `S:${pk}` && row.sk === `S:${sk}`;
  }
}

/** Several requests may have the same item. */
function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  for (const part of Object.values(value)) frozen(part);
  return Object.freeze(value);
}
