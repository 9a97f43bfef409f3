import type { Socket as UdpSocket } from 'node:dgram';
import type { Server, Socket } from 'node:net';
import { type DiskAct, type Grown, machineDisk, nextDisk, type OwnDisks } from './disks/own-disks.ts';
import { DriverError } from './driver.ts';
import type { Outside } from './forwarder/ways.ts';
import { ownOutside, TRIAL_ADDRESS } from './outside.ts';
import type { ReachPlatform } from './platform/reach.ts';
import type { Lent, LentFolders, Report } from './protocol.ts';
import { hasCode, ignore } from './system/errors.ts';

type Handle = Server | UdpSocket | Socket;

const waiting = new Map<number, PromiseWithResolvers<Handle | string>>();
let last = 0;

process.on('message', (message: Lent, handle?: Handle) => {
  if (message.type !== 'lent') return;
  const waiter = waiting.get(message.loan);
  waiting.delete(message.loan);
  const answer = handle ?? message.done;
  if (answer !== undefined) waiter?.resolve(answer);
  else waiter?.reject(new Error(message.error ?? 'no socket came'));
});

/** Asks the agent, which may be root, for a socket that this process may not make itself. */
const borrow = (kind: keyof Outside, host: string, port: number): Promise<Handle> =>
  ask((loan) => ({ type: 'borrow', loan, kind, host, port })) as Promise<Handle>;

/**
 * The machines' way to the platform: the agent opens each connection, since this process may not, and says whose the
 * machine is.
 */
export const reachPlatform: ReachPlatform = async (part, machine) =>
  (await ask((loan) => ({ type: 'reach', loan, part, machine }))) as Socket;

/**
 * The end of a connection at which a program of the launcher is handed mounts of a machine's folders, with ids of the
 * machine's own. This process must pass it on at once, and read nothing there. Rejects when the agent does not know the
 * machine to run, or not to have the volume.
 */
export const borrowMounts = async (machine: string, folders: LentFolders): Promise<Socket> =>
  (await ask((loan) => ({ type: 'mounts', loan, machine, folders }))) as Socket;

/** Has the agent change a disk, and answers what became of it. */
async function change(asked: DiskAct): Promise<string> {
  try {
    return (await ask((loan) => ({ type: 'disk', loan, asked }))) as string;
  } catch (error) {
    throw new DriverError('FAILED', `the disk: ${(error as Error).message}`);
  }
}

/** Disks that root's agent keeps. */
export const keptDisks: OwnDisks = {
  make: async (disk) => void (await change({ act: 'make', disk })),
  open: async (disk) => void (await change({ act: 'open', disk })),
  close: async (disk) => void (await change({ act: 'close', disk })),
  drop: async (disk) => void (await change({ act: 'drop', disk })),
  grow: async (disk) => (await change({ act: 'grow', disk })) as Grown,
  promote: async (id) => void (await change({ act: 'promote', disk: nextDisk(id), to: machineDisk(id) })),
  async copy(disk, to) {
    const [word, size] = (await change({ act: 'copy', disk, to })).split(' ');
    return word === 'copied' ? Number(size) : (word as 'folder' | 'slow');
  },
};

function ask(request: (loan: number) => Report): Promise<Handle | string> {
  const waiter = Promise.withResolvers<Handle | string>();
  const message = request(++last);
  waiting.set(last, waiter);
  process.send?.(message, undefined, undefined, ignore);
  return waiter.promise;
}

/** Sockets on the host; below port 1024 they come from the agent. */
export const hostOutside: Outside = {
  listen: (host, port) => ownOutside.listen(host, port).catch(borrowed('listen', host, port)) as Promise<Server>,
  bind: (host, port) => ownOutside.bind(host, port).catch(borrowed('bind', host, port)) as Promise<UdpSocket>,
};

function borrowed(kind: keyof Outside, host: string, port: number) {
  return (error: unknown) => {
    if (!hasCode(error, 'EACCES')) throw error;
    return borrow(kind, host, port);
  };
}

const TRIAL_PORTS = [1, 9, 17, 19];

/** Whether ports below 1024 can be opened here; found out by opening one. */
export async function lowPortsBind(): Promise<boolean> {
  for (const port of TRIAL_PORTS) {
    const server = await hostOutside.listen(TRIAL_ADDRESS, port).catch(ignore);
    server?.close();
    if (server) return true;
  }
  return false;
}
