import { execFileSync } from 'node:child_process';
import { lstatSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { removeWithMachines } from '#lib/agent/hosted/id-range.ts';
import { prepareDisk } from '#lib/runtime/drivers/container/disk.ts';
import { type MachineRecord, probeRecord } from '#lib/runtime/machines/record.ts';
import { imagesBy } from './own-disks.ts';

/** Files by their paths from a disk's top: what its owner has left there. */
export type Left = Readonly<Record<string, string>>;

/**
 * Gives a machine that is down, and unknown to any runtime, the disk and the record of one with one user: as they were
 * before machines had a root of their own.
 */
export const makeOld = (folder: string, left?: Left): Promise<void> => replace(folder, 'machine.json', left);

/** Makes a snapshot one of such a machine. */
export const makeOldSnapshot = (folder: string, left?: Left): Promise<void> => replace(folder, 'snapshot.json', left);

async function replace(folder: string, file: string, left: Left = {}): Promise<void> {
  const { uid, gid } = lstatSync(folder);
  const path = join(folder, file);
  const { root: _, ...old } = JSON.parse(readFileSync(path, 'utf8')) as MachineRecord;
  rmSync(join(imagesBy(join(folder, '../..')), basename(dirname(folder)), basename(folder)), { force: true });
  await removeWithMachines([join(folder, 'disk')]);
  await prepareDisk({ ...probeRecord(512, { private: '', public: '' }), ...old }, folder);
  for (const [path, text] of Object.entries(left)) {
    const own = join(folder, 'disk', path);
    mkdirSync(dirname(own), { recursive: true });
    writeFileSync(own, text);
  }
  writeFileSync(path, JSON.stringify(old));
  execFileSync('chown', ['-hR', `${uid}:${gid}`, folder]);
}

/** A machine's record, as its runtime has written it last. */
export const recordOf = (folder: string): MachineRecord =>
  JSON.parse(readFileSync(join(folder, 'machine.json'), 'utf8')) as MachineRecord;
