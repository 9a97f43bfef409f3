import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { replaceFile, syncFolder } from '#lib/local/data/files.ts';
import { markOf } from './table.ts';

/*
 * The files of a state are exchanged by renaming: a part's folder goes to `swap/out`, and the new one comes from
 * `swap/in`. `swap.json` says so first. The exchange counts once the table's transaction is committed, which carries the
 * same mark. Until then everything is put back, by the platform or by its next start.
 */

const PLAN = 'swap.json';
const FOLDER = 'swap';

/** A part of a state by its path below the data folder, and whether there was one. */
interface Planned {
  readonly path: string;
  readonly existed: boolean;
}

interface Plan {
  readonly mark: number;
  readonly parts: readonly Planned[];
}

/** An empty folder for what is to come in. */
export function incoming(dataDir: string): string {
  discard(dataDir);
  const folder = join(dataDir, FOLDER, 'in');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/** Exchanges these parts for those of `incoming`; a part that is not there is absent afterwards. */
export function exchangeFiles(dataDir: string, paths: readonly string[], mark: number): void {
  const parts = paths.map((path) => ({ path, existed: existsSync(join(dataDir, path)) }));
  replaceFile(join(dataDir, PLAN), `${JSON.stringify({ mark, parts } satisfies Plan)}\n`);
  for (const { path, existed } of parts) {
    const place = placeOf(dataDir, path);
    if (existed) move(place.live, place.out);
    if (existsSync(place.in)) move(place.in, place.live);
  }
  for (const folder of new Set(paths.map((path) => dirname(join(dataDir, path))))) syncFolder(folder);
}

/** Keeps the exchange. What was before may then be discarded. */
export function keep(dataDir: string): void {
  rmSync(join(dataDir, PLAN), { force: true });
  syncFolder(dataDir);
}

/** Puts back what `exchangeFiles` exchanged, also where it was interrupted. */
export function putBack(dataDir: string): void {
  for (const { path, existed } of planOf(dataDir)?.parts ?? []) {
    const place = placeOf(dataDir, path);
    if (existed && !existsSync(place.out)) continue;
    rmSync(place.live, { recursive: true, force: true });
    if (existed) move(place.out, place.live);
  }
  syncFolder(dataDir);
  keep(dataDir);
}

/** Removes what an exchange left, in the background. */
export function discard(dataDir: string): void {
  const [folder, leaving] = [join(dataDir, FOLDER), join(dataDir, `${FOLDER}.${randomUUID()}`)];
  if (!existsSync(folder)) return;
  renameSync(folder, leaving);
  // What is left of it, the next start removes.
  rm(leaving, { recursive: true, force: true }).catch(() => undefined);
}

/** After a crash: keeps an exchange whose table was committed, and puts any other back. */
export async function settleExchange(dataDir: string): Promise<void> {
  const plan = planOf(dataDir);
  if (plan && (await markOf(join(dataDir, 'dynamodb.sqlite'))) !== plan.mark) putBack(dataDir);
  keep(dataDir);
  const left = readdirSync(dataDir).filter((name) => name === FOLDER || name.startsWith(`${FOLDER}.`));
  for (const name of left) rmSync(join(dataDir, name), { recursive: true, force: true });
}

function planOf(dataDir: string): Plan | undefined {
  const file = join(dataDir, PLAN);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Plan) : undefined;
}

const placeOf = (dataDir: string, path: string) => ({
  live: join(dataDir, path),
  in: join(dataDir, FOLDER, 'in', path),
  out: join(dataDir, FOLDER, 'out', path),
});

function move(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
  renameSync(from, to);
}
