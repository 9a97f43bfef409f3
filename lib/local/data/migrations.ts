import { cpSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { asMachines, removeWithMachines } from '#lib/agent/hosted/id-range.ts';
import { StartError } from '#lib/local/start-error.ts';
import { copyTree } from '#lib/runtime/disks/copy-tree.ts';
import { replaceFile, syncFolder } from './files.ts';

/** One step: turns state of format `to - 1` into format `to`. No other process reads or writes the state meanwhile. */
export interface Migration {
  readonly to: number;
  readonly name: string;
  run(dataDir: string): void | Promise<void>;
}

/** All migrations, in order. None is ever changed or removed. The first format is 1. */
export const migrations: readonly Migration[] = [];

const BACKUPS = 'backups';
const RUNNING = 'migrating';
/** Files that belong to the running process and are not state. */
const NOT_STATE = new Set([BACKUPS, RUNNING, 'run.json', 'states']);

/**
 * Migrates the state in `dataDir` to the newest format, and first copies it to backups/format-<n>. Refuses state of a
 * newer format. An interrupted migration starts again from the copy.
 */
export async function migrate(dataDir: string, steps: readonly Migration[] = migrations): Promise<void> {
  const newest = steps.at(-1)?.to ?? 1;
  const file = join(dataDir, 'format');
  if (existsSync(join(dataDir, RUNNING))) await restore(dataDir);
  const format = readFormat(dataDir, file);
  if (format === undefined) return replaceFile(file, `${newest}\n`);
  if (format > newest) {
    throw new StartError(
      `SVC_DATA_DIR ${dataDir} was written by a newer version (format ${format}, this one reads up to ${newest}); update, or choose another folder`,
    );
  }
  if (format === newest) return;
  await backUp(dataDir, format);
  replaceFile(join(dataDir, RUNNING), `${format}\n`);
  for (const step of steps.filter(({ to }) => to > format)) {
    await step.run(dataDir);
    replaceFile(file, `${step.to}\n`);
  }
  rmSync(join(dataDir, RUNNING));
}

function readFormat(dataDir: string, file: string): number | undefined {
  if (!existsSync(file)) return undefined;
  const text = readFileSync(file, 'utf8').trim();
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new StartError(`SVC_DATA_DIR ${dataDir}: its file "format" holds no number; choose another folder`);
}

async function backUp(dataDir: string, format: number): Promise<void> {
  const target = backupOf(dataDir, format);
  if (existsSync(target)) return;
  const partial = `${target}.partial`;
  await removeWithMachines([partial]);
  mkdirSync(partial, { recursive: true, mode: 0o700 });
  for (const name of stateNames(dataDir)) await copy(join(dataDir, name), join(partial, name));
  renameSync(partial, target);
  syncFolder(join(dataDir, BACKUPS));
}

async function restore(dataDir: string): Promise<void> {
  const source = backupOf(dataDir, Number(readFileSync(join(dataDir, RUNNING), 'utf8')));
  await removeWithMachines(stateNames(dataDir).map((name) => join(dataDir, name)));
  for (const name of readdirSync(source)) await copy(join(source, name), join(dataDir, name));
  rmSync(join(dataDir, RUNNING));
}

function stateNames(dataDir: string): string[] {
  return readdirSync(dataDir).filter((name) => !NOT_STATE.has(name) && !name.startsWith('lock'));
}

/** An ordinary user's machines are there too, with whatever their guests have left. */
async function copy(from: string, to: string): Promise<void> {
  if (!lstatSync(from).isDirectory()) return cpSync(from, to, { preserveTimestamps: true, verbatimSymlinks: true });
  mkdirSync(to, { mode: 0o700 });
  await copyTree({ from, to, live: false, signal: new AbortController().signal, words: asMachines() });
}

function backupOf(dataDir: string, format: number): string {
  return join(dataDir, BACKUPS, `format-${format}`);
}
