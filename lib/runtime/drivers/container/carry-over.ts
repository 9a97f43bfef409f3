import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DriverError } from '#lib/runtime/driver.ts';
import type { Launch } from '#lib/runtime/launch.ts';
import type { MachineRecord } from '#lib/runtime/machines/record.ts';
import { reasonOf, run } from '#lib/runtime/system/run.ts';
import { findTool, HOST_ENV } from '#lib/runtime/system/tools.ts';
import { formerFiles } from './disk.ts';
import { ownPrograms, wayOutFiles } from './root-disk.ts';

const SCRIPT = readFileSync(new URL('./carry-over.pl', import.meta.url), 'utf8');
const MIB = 1024 * 1024;
/** It renames a dozen folders and reads a dozen small files, whatever is on the disk. */
const BOUNDS = { memory: 256 * MIB, processor_s: 20, time_ms: 60_000, output: 4096 };
/** How it ends where the disk is to stay as it is. */
const REFUSED = 3;

/** Whether a disk has been turned into a whole root, or a crash has interrupted that. */
export const isWholeRoot = (folder: string): boolean => existsSync(join(folder, 'disk/upper'));

/** The program that does so with the disk in a machine's folder, and what it is to read. */
export function carrying(record: MachineRecord, folder: string, image: string): { launch: Launch; input: string } {
  const files = (mode: string, texts: Readonly<Record<string, string>>) =>
    Object.entries(texts).flatMap(([path, text]) => [mode, path, text]);
  const input = [...files('', formerFiles), ...files('755', ownPrograms), ...files('644', wayOutFiles(record))].map(
    (field) => `${field}\0`,
  );
  const args = ['-e', SCRIPT, join(folder, 'disk'), image, record.user];
  return { launch: { file: findTool('perl') ?? 'perl', args, env: HOST_ENV, cwd: '/' }, input: input.join('') };
}

/**
 * Turns the disk of a machine with one user into a whole root over an image, whose folder is `image`, by renames.
 * Nothing may run on it. Answers null, or why the disk stays as it is. Rejects with FAILED when it could not be
 * completed, which another call then does.
 */
export async function carryOverDisk(record: MachineRecord, folder: string, image: string): Promise<string | null> {
  const { launch, input } = carrying(record, folder, image);
  const verdict = await run(launch, { input, bounds: BOUNDS });
  if (verdict.code === 0) return null;
  if (verdict.code === REFUSED) return reasonOf(verdict);
  throw new DriverError('FAILED', `the disk could not become a whole root: ${reasonOf(verdict)}`);
}
