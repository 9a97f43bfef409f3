import type { ChildProcess } from 'node:child_process';
import type { Socket as UdpSocket } from 'node:dgram';
import { createConnection, type Server, type Socket } from 'node:net';
import { type Source, writeSource } from '#lib/model/platform/source.ts';
import type { DiskAct } from '#lib/runtime/disks/own-disks.ts';
import { ownOutside } from '#lib/runtime/outside.ts';
import { platformParts } from '#lib/runtime/platform/reach.ts';
import type { Lent, LentFolders, Report } from '#lib/runtime/protocol.ts';
import { ignore } from '#lib/runtime/system/errors.ts';

/** What a runtime is lent, beyond what it may make itself. */
export interface Lending {
  /** Whether sockets on this address may be lent: it was given to a machine. */
  isGiven(address: string): boolean;
  /** The unix socket by which machines reach the platform; null where there is none. */
  readonly platform: string | null;
  /** Whose a machine is, by the agent's own records; undefined for one that the runtime was not told to run. */
  sourceOf(machine: string): Source | undefined;
  /** Whether a machine has a volume, by the agent's own records. */
  hasVolume(machine: string, volume: string): boolean;
}

/** Lends mounts of folders of a machine that has ids of its own; null where none has. */
type LendMounts = ((machine: string, folders: LentFolders) => Promise<Socket>) | null;

/** Changes disks that are file systems of their own, and answers what became of one; absent where there are none. */
type ChangeDisk = ((asked: DiskAct) => Promise<string>) | undefined;

/** Makes sockets for a runtime that may not make them itself, and does what only root may. */
export function lendSockets(child: ChildProcess, lending: Lending, mounts: LendMounts, disks?: ChangeDisk): void {
  child.on('message', async (message: Report) => {
    if (!('loan' in message)) return;
    const { loan } = message;
    try {
      if (message.type === 'disk') answer(child, { type: 'lent', loan, done: await changed(message.asked, disks) });
      else if (message.type === 'borrow') handOver(child, loan, await listeningSocket(message, lending));
      else if (message.type === 'reach') handOver(child, loan, await platformConnection(message, lending));
      else handOver(child, loan, await machineMounts(message, lending, mounts));
    } catch (error) {
      answer(child, { type: 'lent', loan, error: (error as Error).message });
    }
  });
}

function answer(child: ChildProcess, message: Lent): void {
  if (child.connected) child.send(message, undefined, {}, ignore);
}

function changed(asked: DiskAct, disks: ChangeDisk): Promise<string> {
  if (!disks) throw new Error('disks are folders here');
  return disks(asked);
}

type Borrow = Extract<Report, { readonly type: 'borrow' }>;
type Reach = Extract<Report, { readonly type: 'reach' }>;

async function listeningSocket({ kind, host, port }: Borrow, { isGiven }: Lending): Promise<Server | UdpSocket> {
  if (!isGiven(host)) throw new Error(`${host} is no machine's address`);
  const handle = await ownOutside[kind](host, port);
  handle.on('error', ignore);
  return handle;
}

type Mounts = Extract<Report, { readonly type: 'mounts' }>;

/** The trial is a machine of the runtime's own, which the agent did not tell it to run. */
export const TRIAL = 'probe';

async function machineMounts({ machine, folders }: Mounts, lending: Lending, mounts: LendMounts): Promise<Socket> {
  if (!mounts) throw new Error('machines share one range of ids here');
  if (machine !== TRIAL) {
    if (!lending.sourceOf(machine)) throw new Error('no such machine runs');
    if ('volume' in folders && !lending.hasVolume(machine, folders.volume)) throw new Error('it has no such volume');
  }
  return mounts(machine, folders);
}

/**
 * A connection to the platform whose first line says for which machine it is. It is handed over once the platform has
 * answered that line by one byte: nothing of what follows is read here. Of the line, the runtime chooses the part and
 * the machine alone, since what runs in a machine might have taken it over.
 */
function platformConnection({ part, machine }: Reach, { platform, sourceOf }: Lending): Promise<Socket> {
  if (!platform) throw new Error('machines cannot reach the platform here');
  const source = platformParts.includes(part) ? sourceOf(machine) : undefined;
  if (!source) throw new Error('no such part of the platform, or no such machine');
  return new Promise((resolve, reject) => {
    const taken = () => {
      resolve(socket);
      // Reads no further.
      return false;
    };
    const onread = { buffer: Buffer.alloc(1), callback: taken };
    const socket = createConnection({ path: platform, allowHalfOpen: true, onread });
    socket.once('error', reject).once('close', () => reject(new Error('the platform took no connection')));
    socket.write(`${part} ${writeSource(source)}\n`);
  });
}

/** The socket is closed here only after it has arrived in the runtime. */
function handOver(child: ChildProcess, loan: number, handle: Server | UdpSocket | Socket): void {
  const close = () => ('destroy' in handle ? handle.destroy() : handle.close());
  const message: Lent = { type: 'lent', loan };
  if (child.connected) child.send(message, handle, {}, close);
  else close();
}
