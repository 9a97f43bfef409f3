import { randomBytes } from 'node:crypto';
import { closeSync, constants, openSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import type { Connection, ServerChannel } from 'ssh2';
import { ignore } from '#lib/runtime/system/errors.ts';
import { joinChannel } from './reverse.ts';

/** A folder that host and machine share: its path on the host, and in the machine. */
export interface SharedFolder {
  readonly outside: string;
  readonly inside: string;
}

/** Most connections to one client's agent at a time. */
const MAX_CONNECTIONS = 16;

/** The version of ssh2 whose undocumented parts are used below. On others agents are not forwarded. */
export const PROVEN_SSH2 = '1.17.0';
const WINDOW = 2 * 1024 * 1024;
const PACKET = 32 * 1024;

interface OpenSocket {
  readonly server: Server;
  /** The folder's descriptor. */
  readonly folder: number;
  readonly path: string;
}

type Opened = (error: Error | undefined, channel: ServerChannel) => void;

/** What ssh2's server has for channels that it opens, and does not show. */
interface Inner {
  readonly _chanMgr?: { add(opened: Opened & { type: string }): number };
  readonly _protocol?: { openssh_authAgent?(channel: number, window: number, packet: number): void };
}

/**
 * `ssh -A` of one connection: a socket in the machine's folder that leads to the agent of the client. It is removed
 * with the connection.
 */
export class AgentSocket {
  readonly #client: Connection;
  readonly #shared: SharedFolder | undefined;
  readonly #admit: () => (() => void) | null;
  #open: OpenSocket | null = null;

  constructor(client: Connection, shared: SharedFolder | undefined, admit: () => (() => void) | null) {
    this.#client = client;
    this.#shared = shared;
    this.#admit = admit;
  }

  /** The socket's path in the machine, for SSH_AUTH_SOCK; null where there can be none. */
  path(): string | null {
    if (!this.#open && this.#shared && canAsk(this.#client)) this.#open = this.#listen(this.#shared);
    return this.#open?.path ?? null;
  }

  close(): void {
    if (!this.#open) return;
    const { server, folder } = this.#open;
    this.#open = null;
    // Removes the socket's file, by the open folder.
    server.close();
    closeSync(folder);
  }

  /**
   * The folder belongs to the guest. It is opened without following a link, and the socket is made below what was
   * opened; where the guest has put something of that name, there is none.
   */
  #listen({ outside, inside }: SharedFolder): OpenSocket | null {
    let folder: number;
    try {
      folder = openSync(outside, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
    } catch {
      return null;
    }
    const name = `ssh-agent.${randomBytes(8).toString('hex')}`;
    const server = createServer({ allowHalfOpen: true }, (socket) => this.#pass(socket));
    server.maxConnections = MAX_CONNECTIONS;
    server.on('error', ignore);
    server.listen(`/proc/self/fd/${folder}/${name}`);
    return { server, folder, path: `${inside}/${name}` };
  }

  #pass(socket: Socket): void {
    const done = this.#admit();
    socket.on('error', ignore);
    if (!done) return void socket.destroy();
    socket.pause().once('close', done);
    askAgent(this.#client, (error, channel) => (error ? socket.destroy() : joinChannel(socket, channel)));
  }
}

const canAsk = (client: Connection): boolean => {
  const { _chanMgr, _protocol } = client as unknown as Inner;
  return typeof _chanMgr?.add === 'function' && typeof _protocol?.openssh_authAgent === 'function';
};

/** Opens a channel to the client's agent, as ssh2 opens those of other types. */
function askAgent(client: Connection, opened: Opened): void {
  const { _chanMgr, _protocol } = client as unknown as Inner;
  const channel = _chanMgr?.add(Object.assign(((...how) => opened(...how)) as Opened, { type: 'auth-agent' })) ?? -1;
  if (channel < 0) opened(new Error('no free channel'), undefined as never);
  else _protocol?.openssh_authAgent?.(channel, WINDOW, PACKET);
}
