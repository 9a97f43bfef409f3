import type { Socket } from 'node:net';
import { ignore } from '#lib/agent/hosted/ignore.ts';
import { joinSockets } from './join-sockets.ts';
import { handOver } from './listener.ts';
import type { Admit, Forward, Inside, Outside, Place } from './ways.ts';

/** Connections of one address at a time; more are turned away until one ends. */
const MAX_CONNECTIONS = 2000;

/** Forwards a place to the same port of a machine; a client that it does not let in, or that the machine refuses, is reset. */
export async function forwardTcp(
  { host, port, flows, share }: Place,
  ways: { readonly inside: Inside; readonly outside: Outside },
  admit: Admit,
): Promise<Forward> {
  const server = await ways.outside.listen(host, port);
  server.on('error', ignore);
  server.on('connection', (socket) => {
    const admitted = (address: string) => flows.size < MAX_CONNECTIONS && admit(address);
    handOver(socket, admitted, () => {
      const leave = share.take(2);
      if (!leave) {
        socket.resetAndDestroy();
        return;
      }
      flows.add(socket);
      socket.once('close', () => {
        flows.delete(socket);
        leave();
      });
      void carry(socket, ways.inside, port);
    });
  });
  return { close: () => void server.close() };
}

async function carry(near: Socket, inside: Inside, port: number): Promise<void> {
  near.setNoDelay(true).setKeepAlive(true, 60_000);
  // It may come from elsewhere: a client that has said all still waits for the answer.
  near.allowHalfOpen = true;
  try {
    const far = await inside.connect(port);
    if (near.destroyed) far.destroy();
    else joinSockets(near, far);
  } catch {
    near.resetAndDestroy();
  }
}
