import { join } from 'node:path';
import type { OpenDatabase } from '#lib/local/dynamodb/open.ts';
import type { Settings } from '#lib/local/settings.ts';
import type { FaultBook } from './faults/book.ts';
import { openFaults } from './faults/start.ts';
import { Limits } from './limits/limits.ts';

/** What /dev controls of a run beside its clock, its mail and its gateway. */
export interface DevParts {
  readonly faults: FaultBook;
  readonly limits: Limits;
}

interface Options {
  readonly socketDir: string;
  readonly database: OpenDatabase;
  readonly stops: (() => unknown)[];
}

/** Without faults, and with the limits that the settings name. */
export async function openDev(settings: Settings, { socketDir, database, stops }: Options): Promise<DevParts> {
  const faults = openFaults({ socketPath: join(socketDir, 'faults'), table: database.endpoint, stops });
  const limits = new Limits(join(socketDir, 'no-limits'), database.windowsEndpoint);
  stops.push(() => limits.close());
  if (settings.limits === 'off') await limits.lift();
  return { faults, limits };
}
