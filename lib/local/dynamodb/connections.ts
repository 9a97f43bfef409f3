import { spawn } from 'node:child_process';
import { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { offerConnection, withdrawConnections } from '#lib/local/transport/connections.ts';
import { maxSockets } from '#lib/local/transport/post.ts';
import type { Engine } from './engine-process.ts';
import { firstExecutable, tied } from './programs.ts';

const HELPER = fileURLToPath(new URL('connections.mjs', import.meta.url));

/** By then a platform has started, which needs the processors more. */
const AFTER_MS = 3_000;

interface Isolated {
  /** The engine, of which a process is in its network namespace. */
  readonly engine: Pick<Engine, 'pid' | 'exited'>;
  /** The engine's port there. */
  readonly port: number;
  /** The socket at which the engine is known, which a relay passes on. */
  readonly socketPath: string;
}

interface Place extends Omit<Isolated, 'engine'> {
  readonly pid: number;
}

/**
 * Opens connections in the network namespace of an engine for the calls of this process: on the way through the relay
 * a call takes half as long again. Until they are there, and where nsenter is missing, calls go through the relay.
 */
export function openConnections({ engine, port, socketPath }: Isolated): void {
  withdrawConnections(socketPath);
  const timer = setTimeout(() => open({ pid: engine.pid, port, socketPath }), AFTER_MS).unref();
  void engine.exited.then(() => clearTimeout(timer));
}

function open({ pid, port, socketPath }: Place): void {
  const nsenter = firstExecutable(['/usr/bin/nsenter', '/bin/nsenter']);
  if (nsenter === undefined) return;
  const asUser = process.getuid?.() === 0 ? [] : ['-U', '--preserve-credentials'];
  const enter = [...tied(), nsenter, '-t', String(pid), '-n', ...asUser, '--'];
  const [file = '', ...args] = [...enter, process.execPath, HELPER, String(port), String(maxSockets)];
  const helper = spawn(file, args, { stdio: ['ignore', 'ignore', 'ignore', 'ipc'], env: {} });
  let awaited = maxSockets;
  helper.on('message', (_, connection) => {
    // The engine may have closed one that was on its way.
    if (connection instanceof Socket) offerConnection(socketPath, connection);
    awaited -= 1;
    if (awaited === 0) helper.disconnect();
  });
  helper.on('error', () => undefined);
  // A process that has nothing else to do need not wait for them.
  helper.unref();
  helper.channel?.unref();
}
