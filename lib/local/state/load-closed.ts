import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ApiError } from '#lib/model/platform/errors.ts';
import { exchange } from './exchange.ts';
import { checkDriver, SavedStates } from './saved.ts';
import { stageSaved } from './stage.ts';
import { discard } from './swap.ts';
import { emptyCopy } from './table.ts';

interface Platform {
  /** Its compute driver, where that is known already. */
  readonly driver: string | undefined;
  /** Why the state is not all here, where it is not. */
  readonly elsewhere: string | undefined;
}

/** Loads a saved state into a data folder that is held by this process, and of which nothing is open. */
export async function loadClosed(dataDir: string, name: string, { driver, elsewhere }: Platform): Promise<void> {
  if (elsewhere !== undefined) throw new ApiError('wrong_state', elsewhere);
  const { folder, manifest } = new SavedStates(dataDir).open(name);
  if (driver !== undefined) checkDriver(name, manifest, driver);
  await makeTable(dataDir, join(folder, 'table.sqlite'));
  const next = await stageSaved(dataDir, folder, manifest);
  try {
    await exchange(dataDir, [], next);
  } finally {
    discard(dataDir, next.machines);
  }
}

/** A new data folder has no table yet. It is made whole before it gets its name: a crash leaves it empty or absent. */
async function makeTable(dataDir: string, copy: string): Promise<void> {
  const file = join(dataDir, 'dynamodb.sqlite');
  if (existsSync(file)) return;
  rmSync(`${file}.new`, { force: true });
  await emptyCopy(copy, `${file}.new`);
  renameSync(`${file}.new`, file);
}
