import { join } from 'node:path';
import { endLeftMachines } from '#lib/agent/hosted/left.ts';
import { askAgent, NotRunning } from './control.ts';
import { counted } from './controls.ts';
import type { HostFiles } from './files.ts';
import { HostError } from './host-error.ts';

type Say = (line: string) => void;

/** Says how this host is taken out of placement: that is an operator's to do, and a host's key cannot. */
export async function showDrain(files: HostFiles, say: Say): Promise<void> {
  const { SVC_HOST: id } = files.settings();
  say('An operator has nothing new placed on this host, and has it take machines again:');
  say(`  svc platform drain-host ${id}`);
  say(`  svc platform resume-host ${id}`);
  const { state, reason, machines } = await askAgent(files.controlSocket, 'status');
  say(state === null ? `What is on it is not known now: ${reason}.` : `It is ${state}, and has ${counted(machines)}.`);
}

/** Has this host sign with a new key. */
export async function rotateHostKey(files: HostFiles, say: Say): Promise<void> {
  const { SVC_HOST: id } = files.settings();
  await askAgent(files.controlSocket, 'rotateKey');
  say(`Host ${id} signs with a new key. The one before is valid for ten more minutes.`);
}

/** Ends machines that an agent has left which was killed, or did not end in time. Leaves those of one that runs. */
export async function endMachinesLeft(files: HostFiles, say: Say): Promise<void> {
  const any = await endLeft(files.settings().SVC_DATA_DIR);
  say(any ? 'The machines that an ended svc-host had left have ended.' : 'No ended svc-host has left machines.');
}

/** An agent that was killed has left its machines. */
const endLeft = async (dataDir: string | undefined): Promise<boolean> =>
  dataDir !== undefined && (await endLeftMachines(join(dataDir, 'machines')));

/** Stops this host, and forgets that this machine was one. With `force`, whatever is on it. */
export async function leaveAsHost(files: HostFiles, force: boolean, say: Say): Promise<void> {
  const { SVC_HOST: id, SVC_DATA_DIR: dataDir } = files.settings();
  const left = await askAgent(files.controlSocket, 'leave', { force }).catch((error) => {
    if (!(error instanceof NotRunning)) throw error;
    if (!force)
      throw new HostError('svc-host does not run, so what is on this host is not known: start it, or say --force');
    return undefined;
  });
  if (!left) await endLeft(dataDir);
  files.forget();
  say(`This machine is host ${id} no more. An operator removes its record:`);
  say(`  svc platform delete-host ${id}${left && left.machines === 0 ? '' : ' --force'}`);
}
