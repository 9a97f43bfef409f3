import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hosted } from '#lib/local/data/archives.ts';
import { emptyIndex } from '#lib/local/s3/store/pristine.ts';
import type { Incoming } from './exchange.ts';
import { archiveOf, packMachines, stageMachines } from './machines.ts';
import type { Manifest } from './saved.ts';
import { incoming, type Place, placeOf } from './swap.ts';
import { copyTable } from './table.ts';
import { bring, leavesOf } from './tree.ts';

/** The parts of a state beside the table: folders below the data folder, and the file of the civil clock. */
const CONTENTS = ['gateway', 'mailbox', 's3', 'stepfunctions', 'machines/simulated'];
const CLOCK = 'clock.json';
/** The table in a saved state. */
const TABLE = 'table.sqlite';
/** A reset keeps these: they belong to the installation. */
const KEYS = 'keys';

/** What follows from the code of the platform, what belongs to a process, and what was never finished. */
const NOT_STATE = /^stepfunctions\/machines\/|^s3\/index\/lock\.mdb$|\.tmp$/;
/** Files of a saved state that are not brought to the data folder as they are. */
const SPECIAL = new Set([TABLE, ...hosted.map(archiveOf)]);
/** Definitions that executions may need, and the machines that the code has now. */
const OF_CODE = ['stepfunctions/machines', 'stepfunctions/definitions'];

/** Copies the state of a data folder whose files nobody changes. */
export async function takeCopy(dataDir: string, to: string): Promise<void> {
  await copyTable(join(dataDir, 'dynamodb.sqlite'), join(to, TABLE));
  const files = [KEYS, ...CONTENTS].flatMap((part) => leavesIn(dataDir, part));
  await bring(
    dataDir,
    to,
    files.filter((path) => !NOT_STATE.test(path)),
  );
  await packMachines(dataDir, to);
}

/** Makes a saved state ready to come in. Its clock goes on from the moment at which it was saved. */
export async function stageSaved(dataDir: string, folder: string, { files, now }: Manifest): Promise<Incoming> {
  const into = incoming(dataDir);
  await bring(
    folder,
    into,
    Object.keys(files).filter((path) => !SPECIAL.has(path) && !NOT_STATE.test(path)),
  );
  const machines = await stageMachines(dataDir, folder);
  await stageCode(dataDir, into);
  writeFileSync(join(into, CLOCK), `${JSON.stringify({ offset_ms: Date.parse(now) - Date.now() })}\n`, { mode: 0o600 });
  return { table: join(folder, TABLE), places: placesOf(dataDir, [KEYS, CLOCK, ...CONTENTS]), machines };
}

/** Makes an empty state ready. */
export async function stageEmpty(dataDir: string): Promise<Incoming> {
  const into = incoming(dataDir);
  await stageCode(dataDir, into);
  mkdirSync(join(into, 's3/index'), { recursive: true, mode: 0o700 });
  writeFileSync(join(into, 's3/index/data.mdb'), await emptyIndex(), { mode: 0o600, flush: true });
  const machines = await stageMachines(dataDir, undefined);
  return { table: undefined, places: placesOf(dataDir, [CLOCK, ...CONTENTS]), machines };
}

async function stageCode(dataDir: string, into: string): Promise<void> {
  const files = OF_CODE.flatMap((folder) => leavesIn(dataDir, folder));
  await bring(
    dataDir,
    into,
    files.filter((path) => !existsSync(join(into, path))),
  );
}

const placesOf = (dataDir: string, parts: readonly string[]): Place[] => parts.map((part) => placeOf(dataDir, part));

const leavesIn = (dataDir: string, part: string): string[] => leavesOf(dataDir, part).map(({ path }) => path);
