import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createConnection, createServer, type Socket } from 'node:net';
import { release } from 'node:os';
import { join } from 'node:path';
import { launcher } from '#lib/runtime/launcher/launcher.ts';
import type { LentFolders } from '#lib/runtime/protocol.ts';
import { checkId } from '#lib/runtime/system/files.ts';
import { reasonOf, run } from '#lib/runtime/system/run.ts';
import { readLines } from '#lib/runtime/system/streams.ts';
import type { IdRange } from './id-range.ts';
import { isSince, OWN_IDS_SINCE } from './kernels.ts';
import { idsFolder, type MachineIds } from './machine-ids.ts';
import type { Lack } from './sub-ids.ts';

/** What root's agent lends mounts of: folders below a state folder, to machines of these ids. */
export interface Loans {
  readonly state: string;
  readonly system: string;
  /** The ids that the files have on disk. */
  readonly range: IdRange;
  readonly ids: MachineIds;
  readonly log: (line: string) => void;
}

/** Why machines cannot have ids of their own on this kernel and file system, which is tried; null where they can. */
export async function whyNoMounts({ state, range, ids }: Pick<Loans, 'state' | 'range' | 'ids'>): Promise<Lack | null> {
  if (!isSince(release(), OWN_IDS_SINCE))
    return { missing: `Linux ${OWN_IDS_SINCE.join('.')} or newer is needed, and this is ${release()}`, command: null };
  const { uid, gid, first, first_gid } = range;
  const tried = { uid, gid, first, first_gid, own: ids.pool, state, folder: '.', trial: 1 };
  const verdict = await run(launcher('mounts', tried));
  return verdict.code === 0 ? null : { missing: `${state} cannot have other ids: ${reasonOf(verdict)}`, command: null };
}

/**
 * Lends mounts of a machine's folders, with the machine's ids by the agent's record. Answers the end of a connection at
 * which a program that asks by a byte gets them.
 */
export async function lendMounts(loans: Loans, machine: string, folders: LentFolders): Promise<Socket> {
  const { state, system, range, ids, log } = loans;
  const { uid, gid, first, first_gid } = range;
  const settings = { uid, gid, first, first_gid, ...ids.of(machine), state, folder: foldersOf(machine, folders) };
  const { near, far } = await unixPair(idsFolder(system));
  const { file, args, ...options } = launcher('mounts', settings);
  const child = spawn(file, args, { ...options, stdio: ['ignore', 'ignore', 'pipe', far] });
  // Where it ends early, so does the connection.
  child.once('error', (error) => log(error.message));
  if (child.stderr) readLines(child.stderr, (line) => log(`no mounts for ${machine}: ${line}`));
  far.destroy();
  return near;
}

/** The machine's folders within the state folder. The runtime's trial has its own (`probe.ts`). */
function foldersOf(machine: string, folders: LentFolders): string[] {
  const trial = machine === 'probe';
  const own = trial ? machine : `machines/${checkId(machine, 'machine')}`;
  if ('volume' in folders) return [`${trial ? `${own}/` : ''}volumes/${checkId(folders.volume, 'volume')}/data`];
  return [`${own}/disk`, ...(folders.image === null ? [] : [`images/${checkId(folders.image, 'image')}`])];
}

/**
 * Both ends of a connection over which programs can be handed what is open. Neither has been read from. `near` belongs
 * to no server, of which Node would keep a note for the process that it is sent to.
 */
function unixPair(folder: string): Promise<{ near: Socket; far: Socket }> {
  const path = join(folder, randomUUID());
  return new Promise((resolve, reject) => {
    const server = createServer({ pauseOnConnect: true, allowHalfOpen: true });
    server.once('error', reject);
    server.listen(path, () => {
      const near = createConnection({ path, allowHalfOpen: true }).pause();
      near.once('error', reject);
      server.once('connection', (far) => {
        server.close();
        resolve({ near, far });
      });
    });
  });
}
