import { ignore } from '#lib/runtime/system/errors.ts';
import { joinSides } from './join-sockets.ts';
import { handOver } from './listener.ts';
import { type Side, takeOver } from './side.ts';
import type { Admit, Forward, Inside, Outside, Place } from './ways.ts';

/** Most connections of one address at a time; more are refused until one ends. */
const MAX_CONNECTIONS = 2000;

/**
 * Forwards a port of an address to the same port of a machine. Resets a client that `admit` refuses, or that the
 * machine refuses.
 */
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
      const near = takeOver(socket);
      flows.add(near.socket);
      near.socket.on('error', ignore).once('close', () => {
        flows.delete(near.socket);
        leave();
      });
      void carry(near, ways.inside, port);
    });
  });
  return { close: () => void server.close() };
}

async function carry(near: Side, inside: Inside, port: number): Promise<void> {
  near.socket.setNoDelay(true).setKeepAlive(true, 60_000);
  try {
    const far = await inside.connect(port);
    if (near.socket.destroyed) far.destroy();
    else joinSides(near, takeOver(far));
  } catch {
    near.socket.resetAndDestroy();
  }
}
