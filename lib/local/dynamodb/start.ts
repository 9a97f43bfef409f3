import { StartError } from '#lib/local/start-error.ts';
import { type Keeping, type KeptEngine, keepDynoxide } from './keep.ts';
import { ensureTable } from './table.ts';

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
