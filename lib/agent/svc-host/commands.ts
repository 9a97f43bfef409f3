import { join } from 'node:path';
import { endLeftMachines } from '#lib/agent/hosted/left.ts';
import { askAgent, type HostStatus, NotRunning, notRunning } from './control.ts';
import { counted } from './controls.ts';
import type { HostFiles } from './files.ts';
import { HostError } from './host-error.ts';

type Say = (line: string) => void;

/** Says what this host is and how it is. Answers whether it runs, and the control plane hears it. */
export async function showStatus(files: HostFiles, say: Say): Promise<boolean> {
  const settings = files.settings();
  say(`host            ${settings.SVC_HOST}`);
  say(`control plane   ${settings.SVC_HOST_API}`);
  say(`public address  ${settings.SVC_PUBLIC_IP}`);
  const now = await askAgent(files.controlSocket, 'status').catch((error) => {
    if (error instanceof NotRunning) return undefined;
    throw error;
  });
  for (const line of now ? linesOf(now) : [`state           ${notRunning}`]) say(line);
  return now !== undefined && now.state !== null;
}

function linesOf({ driver, consoles, state, reason, machines, running, heard }: HostStatus): string[] {
  const before = heard === null ? 'never answered' : `last answered at ${new Date(heard).toISOString()}`;
  return [
    `driver          ${driver}`,
    `consoles        ${consoles}`,
    `state           ${state ?? `not known: ${reason}; it ${before}`}`,
    `machines        ${machines}, of which ${running} run here`,
  ];
}

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
