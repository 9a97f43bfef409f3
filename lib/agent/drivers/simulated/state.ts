import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode } from '#lib/agent/hosted/errors.ts';

/** What is kept of a simulated machine: whether it was up when the state was last written. */
export type SimulatedMachines = Map<string, { running: boolean }>;

const FILE = 'machines.json';

/** Reads the machines of `dir`; none where nothing was written yet. */
export async function readMachines(dir: string): Promise<SimulatedMachines> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  try {
    return new Map(
      Object.entries(JSON.parse(await readFile(join(dir, FILE), 'utf8')) as Record<string, { running: boolean }>),
    );
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return new Map();
    throw error;
  }
}

/** Replaces the state as one step. Callers write one after the other. */
export async function writeMachines(dir: string, machines: SimulatedMachines): Promise<void> {
  const draft = join(dir, `${FILE}.new`);
  const file = await open(draft, 'w', 0o600);
  try {
    await file.writeFile(JSON.stringify(Object.fromEntries(machines)));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, join(dir, FILE));
}
