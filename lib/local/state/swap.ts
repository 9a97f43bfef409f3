import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { removeWithMachines } from '#lib/agent/hosted/id-range.ts';
import { replaceFile, syncFolder } from '#lib/local/data/files.ts';
import { markOf } from './table.ts';

/*
 * The files of a state are exchanged by renaming: a part's folder goes to `swap/out`, and the new one comes from
 * `swap/in`. `swap.json` says so first. The exchange counts once the table's transaction is committed, which has the
 * same mark. Until then everything is put back, by the platform or by its next start.
 */

const PLAN = 'swap.json';
const FOLDER = 'swap';

/** How the names of the folders outside the data folder end, from which a part comes and to which it goes. */
export const IN = '.in';
export const OUT = '.out';

/** Where a part of a state lives, where the next one comes in from, and where it goes out to: on one file system. */
export interface Place {
  readonly live: string;
  readonly in: string;
  readonly out: string;
}

/** The place of a part of the data folder. */
export const placeOf = (dataDir: string, path: string): Place => ({
  live: join(dataDir, path),
  in: join(dataDir, FOLDER, 'in', path),
  out: join(dataDir, FOLDER, 'out', path),
});

/** Paths in the data folder are relative to it, and `existed` says whether there was something before. */
interface Plan {
  readonly mark: number;
  readonly places: readonly (Place & { readonly existed: boolean })[];
}

/** An empty folder for the parts of the data folder that are to come in. */
export function incoming(dataDir: string): string {
  discard(dataDir, []);
  const folder = join(dataDir, FOLDER, 'in');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/** Exchanges what is at these places for what is to come in; where that is nothing, there is nothing afterwards. */
export function exchangeFiles(dataDir: string, places: readonly Place[], mark: number): void {
  const stored = (path: string) => (path.startsWith(`${dataDir}/`) ? relative(dataDir, path) : path);
  const planned = places.map((place) => ({
    live: stored(place.live),
    in: stored(place.in),
    out: stored(place.out),
    existed: existsSync(place.live),
  }));
  replaceFile(join(dataDir, PLAN), `${JSON.stringify({ mark, places: planned } satisfies Plan)}\n`);
  for (const place of places) {
    if (existsSync(place.live)) move(place.live, place.out);
    if (existsSync(place.in)) move(place.in, place.live);
  }
  for (const folder of new Set(places.map(({ live }) => dirname(live)))) if (existsSync(folder)) syncFolder(folder);
}

/** Keeps the exchange. What was before may then be discarded. */
export function keep(dataDir: string): void {
  rmSync(join(dataDir, PLAN), { force: true });
  syncFolder(dataDir);
}

/** Puts back what `exchangeFiles` exchanged, also where it was interrupted. */
export async function putBack(dataDir: string): Promise<void> {
  for (const place of planOf(dataDir)?.places ?? []) {
    const [live, out] = [resolve(dataDir, place.live), resolve(dataDir, place.out)];
    if (place.existed && !existsSync(out)) continue;
    await removeWithMachines([live]);
    if (place.existed) move(out, live);
  }
  syncFolder(dataDir);
  keep(dataDir);
}

/** Removes what an exchange left, in the background: in the data folder, and at places outside of it. */
export function discard(dataDir: string, places: readonly Place[]): void {
  const outside = places
    .filter(({ live }) => !live.startsWith(`${dataDir}/`))
    .flatMap((place) => [place.in, place.out]);
  for (const folder of [join(dataDir, FOLDER), ...outside]) {
    if (!existsSync(folder)) continue;
    const leaving = `${folder}.${randomUUID()}`;
    renameSync(folder, leaving);
    // What is left of it, the next start removes.
    removeWithMachines([leaving]).catch(() => undefined);
  }
}

/** After a crash: keeps an exchange whose table was committed, and puts any other back. */
export async function settleExchange(dataDir: string): Promise<void> {
  const plan = planOf(dataDir);
  if (plan && (await markOf(join(dataDir, 'dynamodb.sqlite'))) !== plan.mark) await putBack(dataDir);
  keep(dataDir);
  const left = readdirSync(dataDir).filter((name) => name === FOLDER || name.startsWith(`${FOLDER}.`));
  const outside = plan?.places.filter(({ live }) => isAbsolute(live)).flatMap((place) => [place.in, place.out]) ?? [];
  await removeWithMachines([...left.map((name) => join(dataDir, name)), ...outside]);
}

function planOf(dataDir: string): Plan | undefined {
  const file = join(dataDir, PLAN);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Plan) : undefined;
}

function move(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
  renameSync(from, to);
}
