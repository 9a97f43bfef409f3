import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { holdDataDir } from '#lib/local/data/held.ts';
import { readHolder } from '#lib/local/data/lock.ts';
import { isAlive } from '#lib/local/data/processes.ts';
import { startDatabase } from '#lib/local/dynamodb/open.ts';
import { StartError } from '#lib/local/start-error.ts';
import { endpointAt } from '#lib/model/platform/endpoint.ts';
import { setting } from '#lib/model/platform/settings.ts';

/** A table that is reached until it is closed, as the settings of functions name it. */
interface Reached {
  readonly settings: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

const nothing = async () => undefined;

/** The name of the table on a laptop, whatever the engine. */
const localTable = 'svc';

/** A deployment's table by its name, with the credentials and the region that the AWS SDK finds. */
export const deployedTable = (name: string): Reached => ({ settings: { SVC_TABLE: name }, close: nothing });

/**
 * The table of a data folder: that of the running platform, or, where none runs, its file, which nobody else opens
 * until it is closed. Refuses in one sentence.
 */
export async function localTableOf(dataDir: string): Promise<Reached> {
  const common = { ...placeholders, SVC_TABLE: localTable, SVC_CLOCK_FILE: join(dataDir, 'clock.json') };
  const other = setting('SVC_DYNAMODB_ENDPOINT');
  const running = endpointOfRunning(dataDir);
  if (other !== undefined || running !== undefined)
    return { settings: { ...common, AWS_ENDPOINT_URL_DYNAMODB: other ?? running ?? '' }, close: nothing };
  const held = await holdDataDir(dataDir);
  try {
    const keeping = { log: quiet, onStart: () => undefined };
    const { endpoint, engine } = await startDatabase({ file: join(held.path, 'dynamodb.sqlite') }, localTable, keeping);
    const close = async () => {
      await engine?.stop();
      held.release();
    };
    return { settings: { ...common, AWS_ENDPOINT_URL_DYNAMODB: endpoint }, close };
  } catch (error) {
    held.release();
    throw error;
  }
}

/** The SDK wants a region and credentials, which no engine of a laptop looks at. */
const placeholders = { AWS_REGION: 'local', AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' };

const quiet = { info: () => undefined, warn: () => undefined };

/** Where the running platform's engine listens; undefined where no platform runs. */
function endpointOfRunning(dataDir: string): string | undefined {
  const holder = readHolder(join(dataDir, 'lock'));
  if (!holder || !isAlive(holder)) return undefined;
  const run = join(dataDir, 'run.json');
  const { socketDir } = existsSync(run) ? JSON.parse(readFileSync(run, 'utf8')) : {};
  const socket = typeof socketDir === 'string' ? join(socketDir, 'table') : '';
  if (existsSync(socket)) return endpointAt(socket);
  throw new StartError(
    `the platform at ${holder.url} (process ${holder.pid}) cannot be asked beside its API; stop it first, or try again once it is ready`,
  );
}
