import type { ChildProcess } from 'node:child_process';
import type { Socket as UdpSocket } from 'node:dgram';
import type { Server } from 'node:net';
import { ownOutside } from '#lib/runtime/outside.ts';
import type { Lent, Report } from '#lib/runtime/protocol.ts';
import { ignore } from '#lib/runtime/system/ignore.ts';

/** Makes sockets for a runtime that may not make them itself, and only on addresses for which `isGiven` holds. */
export function lendSockets(child: ChildProcess, isGiven: (address: string) => boolean): void {
  const answer = (message: Lent, handle?: Server | UdpSocket) => {
    // Closed here only after it has arrived in the runtime.
    if (child.connected) child.send(message, handle, {}, () => handle?.close());
    else handle?.close();
  };
  child.on('message', async (message: Report) => {
    if (message.type !== 'borrow') return;
    const { loan, kind, host, port } = message;
    try {
      if (!isGiven(host)) throw new Error(`${host} is no machine's address`);
      const handle = await ownOutside[kind](host, port);
      handle.on('error', ignore);
      answer({ type: 'lent', loan }, handle);
    } catch (error) {
      answer({ type: 'lent', loan, error: (error as Error).message });
    }
  });
}
