import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { awsJson, dynamodbAt } from '#lib/local/aws-json.ts';
import { openDataDir } from '#lib/local/data/data-dir.ts';
import { startDynoxide } from '#lib/local/dynamodb/dynoxide.ts';
import { ensureTable } from '#lib/local/dynamodb/table.ts';
import { SavedStates } from '#lib/local/state/saved.ts';
import { takeCopy } from '#lib/local/state/stage.ts';

/** The files of `written` below a data folder. */
const FILES = ['keys/signing.json', 's3/blobs/ab/abcd', 'mailbox/mail-1.json', 'gateway/journal.jsonl'];

/** A data folder without a platform, in which everything says the same word. */
export async function newDataDir(): Promise<string> {
  const dir = mkdtempSync(join(tmpdir(), 'svc-state-'));
  (await openDataDir(dir, 'a test')).release();
  return dir;
}

/** Writes a word into the table and into files of every kind. */
export async function write(dataDir: string, word: string): Promise<void> {
  for (const file of FILES) {
    mkdirSync(dirname(join(dataDir, file)), { recursive: true });
    // The platform replaces files too, of which a saved state may have the same.
    rmSync(join(dataDir, file), { force: true });
    writeFileSync(join(dataDir, file), `${word}\n`);
  }
  const engine = await startDynoxide({
    file: join(dataDir, 'dynamodb.sqlite'),
    socketPath: join(dataDir, 'lock.socket'),
  });
  try {
    await ensureTable(engine.endpoint, 'svc');
    const Item = { pk: { S: 'a' }, sk: { S: 'b' }, gsi1pk: { S: 'g' }, gsi1sk: { S: 'h' }, word: { S: word } };
    await awsJson(dynamodbAt(engine.endpoint), 'PutItem', { TableName: 'svc', Item });
  } finally {
    await engine.stop();
  }
}

/** What the files and the table say; each word once. */
export function words(dataDir: string): string[] {
  const files = FILES.map((file) => join(dataDir, file)).map((file) =>
    existsSync(file) ? readFileSync(file, 'utf8').trim() : 'nothing',
  );
  return [...new Set([...files, ...wordsOfTable(dataDir)])];
}

/** The words of the table and of its index, as their engine stores them. */
function wordsOfTable(dataDir: string): string[] {
  const database = new DatabaseSync(join(dataDir, 'dynamodb.sqlite'));
  try {
    return ['svc', 'svc::gsi::gsi1'].flatMap((table) => {
      const rows = database.prepare(`SELECT item_json AS item FROM "${table}"`).all() as { item: string }[];
      return rows.length > 0 ? rows.map(({ item }) => JSON.parse(item).word.S as string) : ['nothing'];
    });
  } finally {
    database.close();
  }
}

/** Saves the state of a data folder without a platform. */
export async function save(dataDir: string, name: string): Promise<void> {
  const saved = new SavedStates(dataDir);
  await takeCopy(dataDir, saved.draft(name));
  saved.publish(name, { now: '2030-01-02T03:04:05.678Z', driver: 'simulated' });
}
