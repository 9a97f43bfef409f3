import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SnapshotInfo } from '#lib/runtime/driver-disks.ts';
import type { StoredImage } from '#lib/runtime/driver-images.ts';
import { hasCode } from '#lib/runtime/system/errors.ts';
import { writeJson } from '#lib/runtime/system/files.ts';

/** The machines, volumes, snapshots and images by id, as they were last written. */
export interface SimulatedState {
  readonly machines: Map<string, { running: boolean }>;
  /** `machine` is the machine that has the volume. */
  readonly volumes: Map<string, { size_gib: number; machine: string | null }>;
  readonly snapshots: Map<string, SnapshotInfo>;
  readonly images: Map<string, StoredImage>;
}

const FILES = ['machines', 'volumes', 'snapshots', 'images'] as const satisfies (keyof SimulatedState)[];
/** A part of the state; each has a file of its own. */
export type StatePart = (typeof FILES)[number];

/** Reads the state in `dir`; empty when nothing was written yet. */
export async function readState(dir: string): Promise<SimulatedState> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const parts = await Promise.all(
    FILES.map(async (part) => [part, new Map(await readEntries(join(dir, `${part}.json`)))]),
  );
  return Object.fromEntries(parts) as SimulatedState;
}

async function readEntries(file: string): Promise<[string, unknown][]> {
  try {
    return Object.entries(JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return [];
    throw error;
  }
}

/** Replaces a part in one step. Callers write one at a time. */
export const writeState = (dir: string, part: StatePart, state: SimulatedState): Promise<void> =>
  writeJson(join(dir, `${part}.json`), Object.fromEntries(state[part]));
