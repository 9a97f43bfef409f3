import { existsSync, mkdirSync, readdirSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { homeFor, imagesOf, isHeld, SYSTEM_STATE } from '#lib/agent/hosted/homes.ts';
import { hosted, isRoot, makeHome, pack, unpackAs } from '#lib/local/data/archives.ts';
import { IN, OUT, type Place, placeOf } from './swap.ts';

/*
 * The machines of drivers that run under the runtime: their disks, volumes, snapshots and images. They are in the data
 * folder, or where root keeps them, and belong there to another uid. In a saved state a driver has one archive.
 */

const ENDED_WITHIN_MS = 5_000;

/** The archive of a driver's machines in a saved state. */
export const archiveOf = (driver: string): string => `machines/${driver}.tar`;

/** Packs what drivers have, once their runtimes have ended. */
export async function packMachines(dataDir: string, to: string): Promise<void> {
  mkdirSync(join(to, 'machines'), { recursive: true, mode: 0o700 });
  for (const driver of hosted) {
    const place = await placeOfMachines(dataDir, driver);
    if (place && hasMachines(place.live)) {
      await untilEnded(place.live);
      await pack(join(to, archiveOf(driver)), place.live, []);
    }
  }
}

/** Unpacks what a saved state has of each driver to where it comes in from, and answers all places of machines. */
export async function stageMachines(dataDir: string, from: string | undefined): Promise<Place[]> {
  const places: Place[] = [];
  for (const driver of hosted) {
    const archive = from && join(from, archiveOf(driver));
    if (archive && existsSync(archive)) await unpackMachines(dataDir, driver, archive);
    const place = await placeOfMachines(dataDir, driver);
    if (place) places.push(place, ...placesOfDisks(place));
  }
  return places;
}

/** Waits until no runtime uses the machines at these places any more. */
export async function untilUnused(places: readonly Place[]): Promise<void> {
  for (const { live } of places) await untilEnded(live);
}

async function unpackMachines(dataDir: string, driver: string, archive: string): Promise<void> {
  const folder = folderOf(dataDir, driver);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (isRoot()) {
    const { home, uid } = await makeHome(folder, SYSTEM_STATE);
    return unpackAs(uid, archive, join(home, `state${IN}`));
  }
  const place = placeOf(dataDir, `machines/${driver}`);
  return unpackAs(null, archive, place.in);
}

/** Where a driver's machines live; undefined where it never had any. */
async function placeOfMachines(dataDir: string, driver: string): Promise<Place | undefined> {
  const folder = folderOf(dataDir, driver);
  if (!existsSync(folder)) return undefined;
  if (!isRoot()) return placeOf(dataDir, `machines/${driver}`);
  const state = join((await homeFor(folder, SYSTEM_STATE)).home, 'state');
  return { live: state, in: state + IN, out: state + OUT };
}

/** Disks that are file systems of their own stay with the folders of their machines. An archive has files alone. */
function placesOfDisks({ live }: Place): Place[] {
  const disks = imagesOf(dirname(live));
  return isRoot() ? [{ live: disks, in: disks + IN, out: disks + OUT }] : [];
}

const folderOf = (dataDir: string, driver: string): string => join(realpathSync(dataDir), 'machines', driver);

const hasMachines = (folder: string): boolean =>
  ['machines', 'volumes', 'snapshots', 'image-records'].some((kind) => {
    const at = join(folder, kind);
    return existsSync(at) && readdirSync(at).length > 0;
  });

async function untilEnded(folder: string): Promise<void> {
  const deadline = performance.now() + ENDED_WITHIN_MS;
  while (await isHeld(folder)) {
    if (performance.now() > deadline) throw new Error(`machines in ${folder} still run`);
    await delay(10);
  }
}
