import type { Server, Socket } from 'node:net';
import type { Connection, ServerChannel } from 'ssh2';
import { ignore } from '#lib/runtime/system/errors.ts';

/** Most ports that one connection has at a time. */
const MAX_PORTS = 16;

/** Names of the machine's own loopback, as OpenSSH's client sends them. Others would be open to its network. */
const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1']);

/** What reverse forwarding takes from its machine and its connection. */
export interface ReverseContext {
  /** Opens a server on the machine's own loopback; port 0 is any. */
  readonly listen: ((port: number) => Promise<Server>) | undefined;
  /** Takes a place among the connection's channels; null when there is none. Answers what gives it back. */
  admit(): (() => void) | null;
}

type Answer = ((port?: number) => void) | undefined;

/**
 * `ssh -R` of one connection: ports within the machine alone, which lead to the client. They close with the connection.
 */
export class ReverseForwards {
  readonly #client: Connection;
  readonly #context: ReverseContext;
  readonly #servers = new Map<number, Server>();
  #ports = 0;
  #pending: Promise<void> | null = null;
  #closed = false;

  constructor(client: Connection, context: ReverseContext) {
    this.#client = client;
    this.#context = context;
  }

  /** Calls `act` when every port that was asked for before is open or refused: clients use them in their commands. */
  afterwards(act: () => void): void {
    if (this.#pending !== null) void this.#pending.then(act);
    else act();
  }

  /** Opens a port. Refuses other addresses than the loopback, too many ports, and a port that is taken. */
  open(place: Place, accept: Answer, reject: Answer): void {
    const before = this.#pending;
    const opening = Promise.all([before, this.#open(place, accept, reject)]).then(() => {
      if (this.#pending === opening) this.#pending = null;
    });
    this.#pending = opening;
  }

  async #open({ bindAddr, bindPort }: Place, accept: Answer, reject: Answer): Promise<void> {
    const { listen } = this.#context;
    if (!listen || !LOOPBACK.has(bindAddr) || this.#ports >= MAX_PORTS) return reject?.();
    this.#ports += 1;
    try {
      const server = await listen(bindPort);
      const port = portOf(server);
      if (this.#closed) return void server.close();
      this.#servers.set(port, server);
      server.on('connection', (socket) => this.#pass(socket, bindAddr, port));
      accept?.(port);
    } catch {
      this.#ports -= 1;
      reject?.();
    }
  }

  /** Closes a port; connections through it go on. */
  cancel({ bindPort }: Place, accept: Answer, reject: Answer): void {
    const server = this.#servers.get(bindPort);
    if (!server) {
      reject?.();
      return;
    }
    this.#servers.delete(bindPort);
    this.#ports -= 1;
    server.close();
    accept?.();
  }

  close(): void {
    this.#closed = true;
    for (const server of this.#servers.values()) server.close();
    this.#servers.clear();
  }

  #pass(socket: Socket, address: string, port: number): void {
    const done = this.#context.admit();
    if (!done) return void socket.destroy();
    const from = [socket.remoteAddress ?? '127.0.0.1', socket.remotePort ?? 0] as const;
    socket.setNoDelay(true).pause().once('close', done);
    this.#client.forwardOut(address, port, ...from, (error, channel) => {
      if (error) socket.destroy();
      else joinChannel(socket, channel);
    });
    socket.on('error', ignore);
  }
}

/** Joins a connection inside a machine and a channel of the client; each ends with the other. */
export function joinChannel(socket: Socket, channel: ServerChannel): void {
  socket.allowHalfOpen = true;
  channel.on('error', () => socket.destroy());
  channel.once('close', () => socket.destroy());
  socket.once('close', () => channel.close());
  channel.pipe(socket).pipe(channel);
}

interface Place {
  readonly bindAddr: string;
  readonly bindPort: number;
}

function portOf(server: Server): number {
  const address = server.address();
  return address !== null && typeof address === 'object' ? address.port : 0;
}
