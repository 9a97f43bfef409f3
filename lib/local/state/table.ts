import { closeSync, fsyncSync, openSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';

/*
 * The file of the embedded DynamoDB is an SQLite database in WAL mode, which other processes may read and write by its
 * locks. So the engine goes on running while the contents of its tables are exchanged in one transaction. That
 * transaction also sets `user_version`, which the engine does not use: after a crash it tells whether it was committed.
 */

/** Milliseconds that a call of the engine may hold its file. */
const BUSY_MS = 2_000;

/** Tables of the engine that describe tables; they are as this version of the platform makes them. */
const OF_ENGINE = new Set(['_config', '_tables']);

/** Copies the whole table into a new file, as small as it can be. It is on the disk when this resolves. */
export async function copyTable(file: string, to: string): Promise<void> {
  const database = await open(file);
  try {
    database.prepare('VACUUM INTO ?').run(to);
  } finally {
    database.close();
  }
  const handle = openSync(to, 'r+');
  fsyncSync(handle);
  closeSync(handle);
}

/** An exchange that is carried out, and not yet committed. */
export interface TableExchange {
  /** The table's mark once it is committed: one more than that of the exchange before. */
  readonly mark: number;
  /** From here on, also after a crash, the contents are the new ones. */
  commit(): void;
  /** Leaves the contents as they were. */
  undo(): void;
}

/**
 * Replaces the contents of the table by those of a copy, or by nothing, in a transaction that is still open. Throws,
 * and leaves all as it was, where the copy is damaged or of another version of the engine.
 */
export async function exchangeTable(file: string, copy: string | undefined): Promise<TableExchange> {
  const database = await open(file);
  const mark = (markIn(database) % MOST) + 1;
  try {
    if (copy !== undefined) database.prepare('ATTACH ? AS copy').run(copy);
    const tables = contentsOf(database, 'main');
    if (copy !== undefined && JSON.stringify(contentsOf(database, 'copy')) !== JSON.stringify(tables))
      throw new Error('its table was written by another version of the embedded DynamoDB');
    database.exec('BEGIN IMMEDIATE');
    for (const { name } of tables) {
      database.exec(`DELETE FROM main."${name}"`);
      if (copy !== undefined) database.exec(`INSERT INTO main."${name}" SELECT * FROM copy."${name}"`);
    }
    database.exec(`PRAGMA main.user_version = ${mark}`);
  } catch (error) {
    database.close();
    throw error;
  }
  return {
    mark,
    commit() {
      database.exec('COMMIT');
      database.close();
    },
    undo: () => database.close(),
  };
}

/** The mark of the last exchange that was committed; 0 before the first. */
export async function markOf(file: string): Promise<number> {
  const database = await open(file);
  try {
    return markIn(database);
  } finally {
    database.close();
  }
}

/** The largest mark: that of 31 bits. */
const MOST = 2 ** 31 - 1;

const markIn = (database: DatabaseSync): number => Number(database.prepare('PRAGMA user_version').get()?.user_version);

/** Makes the file that an engine without a table would make of this copy: the same tables, without contents. */
export async function emptyCopy(copy: string, to: string): Promise<void> {
  await copyTable(copy, to);
  (await exchangeTable(to, undefined)).commit();
}

/** The tables with contents, with what made them. */
function contentsOf(database: DatabaseSync, schema: 'main' | 'copy'): { name: string; sql: string }[] {
  const text = `SELECT name, sql FROM ${schema}.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite!_%' ESCAPE '!' ORDER BY name`;
  const tables = database.prepare(text).all() as unknown as { name: string; sql: string }[];
  return tables.filter(({ name }) => !OF_ENGINE.has(name) && !name.includes('"'));
}

/** Loaded when it is first needed: on older releases of Node it prints that it is experimental. */
async function open(file: string): Promise<DatabaseSync> {
  const { DatabaseSync } = await import('node:sqlite');
  const database = new DatabaseSync(file, { timeout: BUSY_MS, allowExtension: false });
  // Contents may come from another machine.
  database.exec('PRAGMA trusted_schema = OFF');
  return database;
}
