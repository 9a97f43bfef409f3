import type { Agent, ClientRequestArgs } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { exits, Failure } from '#lib/cli/failure.ts';
import { uidsOfServer } from '#lib/local/dev/peer.ts';
import { variable } from './environment.ts';

type Done = (error: Error | null, stream: Duplex) => void;

/**
 * Connections in the clear, which lead to this machine alone. Before a byte is sent, Linux is asked who answers: this
 * user, root, or one whom `SVC_SAFE_USER` names. Any other may have taken the port of a platform that has ended. Where
 * the system does not tell, nobody is refused.
 */
export function checkedAgent(): Agent {
  const { Agent: Plain } = process.getBuiltinModule('node:http');
  const { connect } = process.getBuiltinModule('node:net');
  class Checked extends Plain {
    override createConnection(options: ClientRequestArgs, done?: Done): undefined {
      const socket = connect(options as Parameters<typeof connect>[0] & object);
      const failed = (error: Error) => done?.(error, socket);
      socket.once('error', failed).once('connect', () => {
        try {
          checkServer(socket);
          done?.(null, socket.off('error', failed));
        } catch (error) {
          socket.destroy();
          failed(error as Error);
        }
      });
    }
  }
  return new Checked({ keepAlive: true });
}

function checkServer(socket: Socket): void {
  if (process.platform !== 'linux') return;
  const uids = uidsOfServer(socket);
  const stranger = uids.find((uid) => !isTrusted(uid));
  if (uids.length > 0 && stranger === undefined) return;
  const who = stranger === undefined ? 'an unknown process' : `another user (uid ${stranger})`;
  throw new Failure(`nothing is sent to ${socket.remoteAddress} port ${socket.remotePort}: ${who} listens there`, {
    exit: exits.denied,
    code: 'unsafe_listener',
    hint:
      stranger === undefined ? undefined : `SVC_SAFE_USER=${stranger}, where you trust that user with what you send`,
  });
}

function isTrusted(uid: number): boolean {
  const named = variable('SVC_SAFE_USER')?.split(',') ?? [];
  return uid === 0 || uid === process.getuid?.() || named.some((one) => one.trim() === String(uid));
}
