import type { DatabaseSync } from 'node:sqlite';
import { rangeOf, shownBy } from './stored-query.ts';
import { ForEngine, type Key, StoredTable } from './stored-table.ts';

/*
 * The engine's file is an SQLite database in WAL mode, which other connections may read by its locks: they see all that
 * the engine has answered as written, and nothing before that. A read of the file takes a fraction of what the call
 * takes, which is HTTP, JSON and other threads on both sides. The engine alone writes.
 */

type Fields = Readonly<Record<string, unknown>>;

/** The tables in an engine's file. */
class TableFile {
  readonly #database: DatabaseSync;
  readonly #tables = new Map<string, StoredTable>();

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

  #table(name: string): StoredTable {
    const table = this.#tables.get(name) ?? new StoredTable(this.#database, name);
    this.#tables.set(name, table);
    return table;
  }
}

/** The calls that are answered from the file, which have only the fields that are named here. */
const reads: Readonly<Record<string, (input: Fields, tableOf: (name: string) => StoredTable) => object>> = {
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
  Query(input, tableOf) {
    const range = rangeOf(input);
    const isShown = shownBy(input);
    const { rows, isCut } = tableOf(input.TableName as string).page(range);
    const Items = rows.map(({ item }) => item).filter(isShown);
    const last = isCut ? rows.at(-1) : undefined;
    return {
      Items,
      Count: Items.length,
      ScannedCount: rows.length,
      ...(last && {
        LastEvaluatedKey: { ...last.key, ...(range.index && { gsi1pk: range.partition, gsi1sk: last.sort }) },
      }),
    };
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
