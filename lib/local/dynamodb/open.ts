import { join } from 'node:path';
import type { DataDir } from '#lib/local/data/data-dir.ts';
import { civilOffset } from '#lib/local/schedules/civil-offset.ts';
import type { Settings } from '#lib/local/settings.ts';
import { socketOf } from '#lib/model/platform/endpoint.ts';
import type { Keeping } from './keep.ts';
import { startDatabase } from './start.ts';
import { sweepRegularly } from './ttl.ts';
import { startWindows } from './windows.ts';

/** The endpoints of the table. */
export interface OpenDatabase {
  readonly endpoint: string;
  /** The endpoint of the engine for rate windows, where there is one. */
  readonly windowsEndpoint?: string;
  /**
   * The embedded engine's endpoint where every user of this machine can reach it, because it has no network of its own.
   */
  readonly openEngine: string | undefined;
}

const TABLE = 'svc';
const SWEEP_EVERY_MS = 3_600_000;

/** Starts the embedded engines, or uses the one of SVC_DYNAMODB_ENDPOINT. Adds to `stops` what ends them. */
export async function openDatabase(
  { dynamodbEndpoint: other }: Settings,
  data: DataDir,
  stops: (() => unknown)[],
  { socketDir, keeping }: { readonly socketDir: string; readonly keeping: Keeping },
): Promise<OpenDatabase> {
  const place = { file: data.file('dynamodb.sqlite'), socketPath: join(socketDir, 'table'), other };
  const { engine, endpoint } = await startDatabase(place, TABLE, keeping);
  if (!engine) return { endpoint, openEngine: undefined };
  stops.push(() => engine.stop());
  const clock = civilOffset(data.file('clock.json'));
  const now = () => clock.now();
  stops.push(sweepRegularly({ endpoint, table: TABLE, everyMs: SWEEP_EVERY_MS, now, log: keeping.log }));
  const windows = await startWindows(TABLE, keeping, join(socketDir, 'windows'));
  stops.push(() => windows.stop());
  const openEngine = socketOf(endpoint) === undefined ? endpoint : undefined;
  return { endpoint, windowsEndpoint: windows.endpoint, openEngine };
}
