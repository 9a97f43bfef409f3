import { join } from 'node:path';
import type { DataDir } from '#lib/local/data/data-dir.ts';
import { civilOffset } from '#lib/local/schedules/civil-offset.ts';
import type { Settings } from '#lib/local/settings.ts';
import { StartError } from '#lib/local/start-error.ts';
import { socketOf } from '#lib/model/platform/endpoint.ts';
import { type Keeping, type KeptEngine, keepDynoxide } from './keep.ts';
import { ensureTable } from './table.ts';
import { readTables } from './table-file.ts';
import { sweepRegularly } from './ttl.ts';

/** The endpoints of the table. */
export interface OpenDatabase {
  readonly endpoint: string;
  /** The table's name. */
  readonly name: string;
  /** Whether the embedded engine serves it. */
  readonly isEmbedded: boolean;
  /**
   * The embedded engine's endpoint where every user of this machine can reach it, because it has no network of its own.
   */
  readonly openEngine: string | undefined;
}

const TABLE = 'svc';
const SWEEP_MS = 3_600_000;

/** Starts the embedded engines, or uses the one of SVC_DYNAMODB_ENDPOINT. Adds to `stops` what ends them. */
export async function openDatabase(
  { dynamodbEndpoint: other }: Settings,
  data: DataDir,
  stops: (() => unknown)[],
  { socketDir, keeping }: { readonly socketDir: string; readonly keeping: Keeping },
): Promise<OpenDatabase> {
  const place = { file: data.file('dynamodb.sqlite'), socketPath: join(socketDir, 'table'), other };
  const { engine, endpoint } = await startDatabase(place, TABLE, keeping);
  if (!engine) return { endpoint, name: TABLE, isEmbedded: false, openEngine: undefined };
  stops.push(() => engine.stop());
  const socketPath = socketOf(endpoint);
  if (socketPath !== undefined) stops.push(await readTables(socketPath, place.file));
  const clock = civilOffset(data.file('clock.json'));
  const now = () => clock.now();
  stops.push(sweepRegularly({ endpoint, table: TABLE, everyMs: SWEEP_MS, now, log: keeping.log }));
  const openEngine = socketPath === undefined ? endpoint : undefined;
  return { endpoint, name: TABLE, isEmbedded: true, openEngine };
}

/** The database in use; `engine` is set for the embedded one. */
export interface Database {
  readonly endpoint: string;
  readonly engine: KeptEngine | undefined;
}

/** The embedded engine's file and socket, or another engine's endpoint. */
interface Place {
  readonly file: string;
  readonly socketPath?: string | undefined;
  readonly other?: string | undefined;
}

/** Starts the embedded DynamoDB or uses the other one, and creates the table. Refuses in one sentence. */
export async function startDatabase(
  { file, socketPath, other }: Place,
  table: string,
  keeping: Keeping,
): Promise<Database> {
  const engine = other === undefined ? await keepDynoxide({ file, socketPath }, keeping) : undefined;
  const endpoint = engine?.endpoint ?? other ?? '';
  try {
    await ensureTable(endpoint, table);
    return { endpoint, engine };
  } catch (error) {
    await engine?.stop();
    const where = other === undefined ? 'the embedded DynamoDB' : `SVC_DYNAMODB_ENDPOINT ${other}`;
    throw new StartError(`${where} cannot hold the table: ${wordsOf(error as Error)}`, { cause: error });
  }
}

function wordsOf(error: Error): string {
  if (error.name === 'AbortError') return 'no answer within 10 s';
  return 'code' in error ? 'nothing answers there' : `${error.name}: ${error.message}`;
}
