import type { Socket as UdpSocket } from 'node:dgram';
import type { Server } from 'node:net';
import type { Outside } from './forwarder/ways.ts';
import { ownOutside, TRIAL_ADDRESS } from './outside.ts';
import type { Lent, Report } from './protocol.ts';
import { hasCode, ignore } from './system/errors.ts';

const waiting = new Map<number, PromiseWithResolvers<Server | UdpSocket>>();
let last = 0;

process.on('message', (message: Lent, handle?: Server | UdpSocket) => {
  if (message.type !== 'lent') return;
  const waiter = waiting.get(message.loan);
  waiting.delete(message.loan);
  if (handle) waiter?.resolve(handle);
  else waiter?.reject(new Error(message.error ?? 'no socket came'));
});

/** Asks the agent, which may be root, for a socket that this process may not make itself. */
function borrow(kind: keyof Outside, host: string, port: number): Promise<Server | UdpSocket> {
  const waiter = Promise.withResolvers<Server | UdpSocket>();
  const request: Report = { type: 'borrow', loan: ++last, kind, host, port };
  waiting.set(last, waiter);
  process.send?.(request, undefined, undefined, ignore);
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
