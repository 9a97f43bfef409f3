import { join } from 'node:path';
import type { OpenDatabase } from '#lib/local/dynamodb/open.ts';
import type { KeySource } from '#lib/local/s3/auth/keys.ts';
import type { Settings } from '#lib/local/settings.ts';
import type { FaultBook } from './faults/book.ts';
import { openFaults } from './faults/start.ts';
import { endStream } from './faults/table-stream.ts';
import type { OperateImages } from './images.ts';
import { Limits } from './limits/limits.ts';
import { RequestLog } from './requests/request-log.ts';

/** What /dev controls of a run beside its clock, its mail and its gateway. */
export interface DevParts {
  readonly faults: FaultBook;
  readonly limits: Limits;
  readonly requests: RequestLog;
  readonly images: OwnUse['operateImages'];
}

/** What the laptop itself calls of the service, in the same process. */
export interface OwnUse {
  /** Looks up a key of object storage. Without it there is no object storage. */
  readonly objectKeys: KeySource['lookup'] | undefined;
  /** Does with hosts' images what operators' routes do; where there is none, /dev/images is no route. */
  readonly operateImages: OperateImages | undefined;
}

interface Options {
  readonly socketDir: string;
  readonly database: OpenDatabase;
  readonly service: OwnUse;
  readonly stops: (() => unknown)[];
}

/** Without faults, and with the limits that the settings name. */
export async function openDev(settings: Settings, { socketDir, database, service, stops }: Options): Promise<DevParts> {
  // A platform that was killed may have left it on.
  if (database.isEmbedded) await endStream(database.endpoint, database.name);
  const faults = openFaults({ socketPath: join(socketDir, 'faults'), table: database, stops });
  const limits = new Limits();
  if (settings.limits === 'off') limits.lift();
  const accountOfKey = async (id: string) => (await service.objectKeys?.(id))?.user?.account;
  const print = settings.log === 'requests' ? (line: string) => void process.stdout.write(`${line}\n`) : undefined;
  return { faults, limits, requests: new RequestLog(accountOfKey, print), images: service.operateImages };
}
