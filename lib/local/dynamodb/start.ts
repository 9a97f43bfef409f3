import { StartError } from '#lib/local/start-error.ts';
import { type Keeping, type KeptEngine, keepDynoxide } from './keep.ts';
import { ensureTable } from './table.ts';

/** The database in use; `engine` only where it is ours. */
export interface Database {
  readonly endpoint: string;
  readonly engine: KeptEngine | undefined;
}

/** Starts the embedded DynamoDB on `file`, or takes the one at `other`, and sees to the table; refuses in one sentence. */
export async function startDatabase(file: string, table: string, keeping: Keeping, other?: string): Promise<Database> {
  const engine = other === undefined ? await keepDynoxide({ file }, keeping) : undefined;
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
  if (error.name === 'TypeError') return 'nothing answers there';
  return error.name === 'TimeoutError' ? 'no answer within 10 s' : `${error.name}: ${error.message}`;
}
