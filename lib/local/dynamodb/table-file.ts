import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { readItem } from './read-reply.ts';
import { decodedItem } from './values.ts';

/*
 * The engine's file is an SQLite database in WAL mode, which other connections may read by its locks: they see all that
 * the engine has answered as written, and nothing before that. A read of the file takes a fraction of what the call
 * takes, which is HTTP, JSON and other threads on both sides. The engine alone writes.
 */

interface Key {
  readonly pk: string;
  readonly sk: string;
}

type Item = Record<string, unknown>;
type Fields = Readonly<Record<string, unknown>>;

/** A call that the engine is to answer. */
class ForEngine extends Error {
  override readonly name = 'ForEngine';
}

/** The items whose last text is kept. */
const MOST_KNOWN = 1_000;

/** A table in an engine's file. */
class Table {
  readonly #database: DatabaseSync;
  readonly #name: string;
  readonly #known = new Map<string, { readonly text: string; readonly item: Item }>();
  /** By the number of keys. */
  readonly #statements: StatementSync[] = [];

  constructor(database: DatabaseSync, name: string) {
    this.#database = database;
    this.#name = name;
    if (!/^[\w.-]+$/.test(name) || !this.#isAsExpected()) throw new ForEngine();
  }

  /** The items at these keys, without those that are absent, as they all were at one moment. */
  at(keys: readonly Key[]): Item[] {
    this.#statements[keys.length] ??= this.#prepare(keys.length);
    const values = keys.flatMap(({ pk, sk }) => [`S:${pk}`, `S:${sk}`]);
    const rows = this.#statements[keys.length]?.all(...values) as unknown as [at: number, text: string][];
    return rows.map(([at, text]) => this.#item(keys[at] as Key, text));
  }

  /** The text says all of an item, so one that has the text of before need not be decoded again. */
  #item({ pk, sk }: Key, text: string): Item {
    const name = `${pk}\n${sk}`;
    const known = this.#known.get(name);
    if (known?.text === text) return known.item;
    const item = readItem(text);
    if (!item) return decodedItem(JSON.parse(text));
    this.#known.set(name, { text, item: frozen(item) });
    const [oldest = ''] = this.#known.keys();
    if (this.#known.size > MOST_KNOWN) this.#known.delete(oldest);
    return item;
  }

  #prepare(count: number): StatementSync {
    const one = (at: number) => `SELECT ${at}, item_json FROM "${this.#name}" WHERE pk = ? AND sk = ?`;
    const statement = this.#database.prepare(Array.from({ length: count }, (_, at) => one(at)).join(' UNION ALL '));
    statement.setReturnArrays(true);
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

/** The tables in an engine's file. */
class TableFile {
  readonly #database: DatabaseSync;
  readonly #tables = new Map<string, Table>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /** The engine's reply to a call; undefined for a call that it is to answer, and where the file cannot be read now. */
  answer(operation: string, input: object): object | undefined {
    try {
      return reads[operation]?.(input as Fields, (name) => this.#table(name));
    } catch {
      // Whatever is wrong, the engine has the words for it.
      return undefined;
    }
  }

  close(): void {
    this.#database.close();
  }

  #table(name: string): Table {
    const table = this.#tables.get(name) ?? new Table(this.#database, name);
    this.#tables.set(name, table);
    return table;
  }
}

/** The calls that are answered from the file, which have only the fields that are named here. */
const reads: Readonly<Record<string, (input: Fields, tableOf: (name: string) => Table) => object>> = {
  GetItem(input, tableOf) {
    const { TableName, Key } = only(input, ['TableName', 'Key', 'ConsistentRead']);
    const [Item] = tableOf(TableName as string).at([keyOf(Key)]);
    return Item ? { Item } : {};
  },
  BatchGetItem(input, tableOf) {
    const [[name = '', request] = [], ...others] = Object.entries(only(input, ['RequestItems']).RequestItems as Fields);
    if (others.length > 0) throw new ForEngine();
    const { Keys } = only(request as Fields, ['Keys', 'ConsistentRead']);
    return { Responses: { [name]: tableOf(name).at((Keys as unknown[]).map(keyOf)) }, UnprocessedKeys: {} };
  },
};

function keyOf(key: unknown): Key {
  const { pk, sk, ...others } = key as Fields;
  if (typeof pk !== 'string' || typeof sk !== 'string' || Object.keys(others).length > 0) throw new ForEngine();
  return { pk, sk };
}

function only(fields: Fields, names: readonly string[]): Fields {
  for (const name in fields) if (fields[name] !== undefined && !names.includes(name)) throw new ForEngine();
  return fields;
}

/** The files that this process reads, by the sockets of their engines. */
const files = new Map<string, TableFile>();

/** The tables of the engine behind this socket, where this process reads them itself. */
export const tableFileOf = (socketPath: string): Pick<TableFile, 'answer'> | undefined => files.get(socketPath);

/**
 * Has this process read the tables of the engine behind a socket from its file. Answers what ends that: the engine
 * tidies its file only where it is the last to close it. Where Node has no SQLite, the engine answers everything.
 */
export async function readTables(socketPath: string, file: string): Promise<() => void> {
  const sqlite = await import('node:sqlite').catch(() => undefined);
  if (!sqlite) return () => undefined;
  const tables = new TableFile(new sqlite.DatabaseSync(file, { readOnly: true, allowExtension: false }));
  files.set(socketPath, tables);
  return () => {
    files.delete(socketPath);
    tables.close();
  };
}
