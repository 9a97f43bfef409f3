import { readdir, rm } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { basename, dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { endLeft } from '#lib/runtime/holders.ts';
import { endForsaken } from '#lib/runtime/lock.ts';
import { drivers } from '#lib/runtime/registry.ts';
import { hasCode, ignore } from '#lib/runtime/system/errors.ts';
import { homeFor, SYSTEM_STATE } from './homes.ts';
import { idsFolder } from './machine-ids.ts';

/* Machines that an agent has left which was killed, or whose local platform was. */

/** Milliseconds between two looks whether the program that keeps disks mounted has ended, and of all looks. */
const LOOK_MS = 10;
const PATIENCE_MS = 10_000;

/**
 * Ends the machines of a folder of drivers, `<data folder>/machines`, without an agent: those of one driver, or of all
 * but `except`. Leaves those of an agent that is alive. Answers whether there were any.
 */
export async function endLeftMachines(
  machines: string,
  { except, system = SYSTEM_STATE }: { readonly except?: string; readonly system?: string } = {},
): Promise<boolean> {
  let any = false;
  for (const kind of Object.keys(drivers)) {
    if (kind === except) continue;
    const folder = join(machines, kind);
    const home = process.getuid?.() === 0 && (await homeFor(folder, system).catch(unlessAbsent))?.home;
    if (home && (await endLeftIn(home))) any = true;
    if (await endLeftOf(folder)) any = true;
  }
  return any;
}

/** The same of the machines in a state folder. */
export async function endLeftOf(state: string): Promise<boolean> {
  return (await endForsaken(state)) && endLeft(state);
}

function unlessAbsent(error: unknown): undefined {
  if (!hasCode(error, 'ENOENT')) throw error;
}

/** The same of the machines in a home of root's, of which the program that keeps disks mounted ends, too. */
export async function endLeftIn(home: string): Promise<boolean> {
  const state = join(home, 'state');
  if (!(await endForsaken(state))) return false;
  const any = await endLeft(state);
  const folder = idsFolder(dirname(home));
  const blocks = await readdir(folder).catch(() => []);
  for (const block of blocks) await endLender(join(folder, block, `${basename(home)}.socket`));
  return any;
}

/** It ends once nothing holds machines, or its door is gone: whatever a runtime's user has left is no holder then. */
async function endLender(door: string): Promise<void> {
  for (let waited = 0; waited < PATIENCE_MS && (await leaves(door)); waited += LOOK_MS) await wait(LOOK_MS);
  await rm(door, { force: true });
}

/** Asks at a door that nobody needs it any more. False where nobody listens. */
function leaves(door: string): Promise<boolean> {
  return new Promise((resolve) => {
    let isOpen = false;
    const socket = createConnection(door);
    socket.once('connect', () => {
      isOpen = true;
      socket.end('leave\n').resume();
    });
    socket.on('error', ignore).once('close', () => resolve(isOpen));
  });
}
