import { join } from 'node:path';
import type { OpenDatabase } from '#lib/local/dynamodb/open.ts';
import type { KeySource } from '#lib/local/s3/auth/keys.ts';
import type { Settings } from '#lib/local/settings.ts';
import type { FaultBook } from './faults/book.ts';
import { openFaults } from './faults/start.ts';
import { Limits } from './limits/limits.ts';
import { RequestLog } from './requests/request-log.ts';

/** What /dev controls of a run beside its clock, its mail and its gateway. */
export interface DevParts {
  readonly faults: FaultBook;
  readonly limits: Limits;
  readonly requests: RequestLog;
}

interface Options {
  readonly socketDir: string;
  readonly database: OpenDatabase;
  /** Looks up the access key that a request is signed with. */
  readonly keys: KeySource['lookup'] | undefined;
  readonly stops: (() => unknown)[];
}

/** Without faults, and with the limits that the settings name. */
export async function openDev(settings: Settings, { socketDir, database, keys, stops }: Options): Promise<DevParts> {
  const faults = openFaults({ socketPath: join(socketDir, 'faults'), table: database.endpoint, stops });
  const limits = new Limits();
  if (settings.limits === 'off') limits.lift();
  const accountOfKey = async (id: string) => (await keys?.(id))?.user?.account;
  const print = settings.log === 'requests' ? (line: string) => void process.stdout.write(`${line}\n`) : undefined;
  return { faults, limits, requests: new RequestLog(accountOfKey, print) };
}
