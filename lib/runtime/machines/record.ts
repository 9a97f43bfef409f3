import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { MachineSpec } from '#lib/model/compute/machine.ts';
import { hasCode } from '#lib/runtime/system/errors.ts';
import { dropDraft, writeJson } from '#lib/runtime/system/write-json.ts';

/** What is stored of a machine beside its disk. */
export interface MachineRecord {
  readonly format: 1;
  readonly spec: MachineSpec;
  /** Login name beside root, taken from the image when the machine was made. */
  readonly user: string;
  /** OpenSSH private key (PEM) and public line of the machine's own host key. */
  readonly hostKey: { readonly private: string; readonly public: string };
  /** True after user data was passed to the first boot. */
  readonly booted: boolean;
}

const FILE = 'machine.json';

/** Reads a machine's record. Null when the folder has none: the machine was never made, or only partly. */
export async function readRecord(folder: string): Promise<MachineRecord | null> {
  try {
    return JSON.parse(await readFile(join(folder, FILE), 'utf8')) as MachineRecord;
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return null;
    throw error;
  }
}

/** Replaces the record in one step: after a crash it is the old one or the new one. */
export const writeRecord = (folder: string, record: MachineRecord): Promise<void> =>
  writeJson(join(folder, FILE), record);

/** Removes what a crash left of a replacement. */
export const healRecord = (folder: string): Promise<void> => dropDraft(join(folder, FILE));

/** Ids of the machines that have a record under `root`. */
export async function listRecords(root: string): Promise<string[]> {
  const names = await readdir(root);
  const records = await Promise.all(names.map((name) => readRecord(join(root, name))));
  return names.filter((_, index) => records[index] !== null);
}

/** Makes `folder` empty, and private to this user. */
export async function freshFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
}
