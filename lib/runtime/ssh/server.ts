import type { Socket } from 'node:net';
import type {
  AuthContext,
  ClientInfo,
  Connection,
  ParsedKey,
  PublicKeyAuthContext,
  ServerChannel,
  TcpipBindInfo,
  TcpipRequestInfo,
} from 'ssh2';
import ssh2 from 'ssh2';
import { AgentSocket } from './agent.ts';
import { type AuthorizedKey, findAuthorized } from './keys.ts';
import { Refusals, reasonOf, refused } from './refusals.ts';
import { ReverseForwards } from './reverse.ts';
import { type SshTarget, serveSession } from './session.ts';

/** One machine's SSH service. It does not listen; connections are handed to it. */
export interface SshServer {
  /**
   * Serves a connection. With `only`, just these keys log in on it, and it does not count among the waiting clients.
   */
  accept(socket: Socket, only?: readonly AuthorizedKey[]): void;
  close(): void;
}

/** Milliseconds for a client to log in. sshd's LoginGraceTime is longer, because people type passwords there. */
const LOGIN_MS = 20_000;
/**
 * Most clients that have not logged in yet. One more ends the oldest, so that idle clients keep no other client out.
 */
const MAX_WAITING = 20;
const MAX_CONNECTIONS = 200;
const MAX_TRIES = 10;
/** Most sessions and tunnels of one connection at a time. */
const MAX_CHANNELS = 64;
const tooMany = { code: refused.resources, text: `a connection has at most ${MAX_CHANNELS} channels at a time` };

/**
 * Serves SSH for one machine: public keys only. A hostile client can only lose its own
 * connection.
 */
export function makeSshServer(target: SshTarget): SshServer {
  const open = new Map<string, Socket>();
  const waiting = new Set<Socket>();
  const config = { hostKeys: [target.hostKey.private], ident: 'svc', keepaliveInterval: 30_000, keepaliveCountMax: 4 };
  const server = new ssh2.Server(config, (client, info) => {
    const socket = open.get(peer(info.ip, info.port));
    if (socket) serveClient(client, socket, target);
  });
  return {
    accept(socket, only) {
      if (only) ownKeys.set(socket, only);
      else if (open.size - waiting.size >= MAX_CONNECTIONS) {
        socket.destroy();
        return;
      }
      const name = peer(socket.remoteAddress, socket.remotePort);
      open.set(name, socket);
      if (!only) makeRoom(waiting).add(socket);
      const timer = setTimeout(() => socket.destroy(), LOGIN_MS);
      const settle = once(() => {
        clearTimeout(timer);
        waiting.delete(socket);
      });
      loggedIn.set(socket, settle);
      socket.on('error', () => socket.destroy());
      socket.once('close', () => {
        settle();
        if (open.get(name) === socket) open.delete(name);
      });
      server.injectSocket(socket);
    },
    close() {
      for (const socket of open.values()) socket.destroy();
    },
  };
}

function makeRoom(waiting: Set<Socket>): Set<Socket> {
  const [first] = waiting;
  if (first && waiting.size >= MAX_WAITING) {
    loggedIn.get(first)?.();
    first.destroy();
  }
  return waiting;
}

/** The keys that may log in on one of the platform's own connections. */
const ownKeys = new WeakMap<Socket, readonly AuthorizedKey[]>();

/** What to do after the client of a socket has logged in. */
const loggedIn = new WeakMap<Socket, () => void>();

function serveClient(client: Connection, socket: Socket, target: SshTarget): void {
  let user = '';
  let tries = 0;
  let channels = 0;
  // Without a listener, a client's error would end the process.
  client.on('error', () => socket.destroy());
  client.on('authentication', (context) => {
    tries += 1;
    user = context.username;
    if (tries > MAX_TRIES) socket.destroy();
    else if (authenticate(context, target, ownKeys.get(socket))) context.accept();
    else context.reject(['publickey']);
  });
  const take = () => {
    if (channels >= MAX_CHANNELS) return null;
    channels += 1;
    return once(() => (channels -= 1));
  };
  const refusals = new Refusals(client);
  const admit = (reject: () => void, closed: (done: () => void) => void) => {
    const done = take();
    if (done) closed(done);
    else refusals.because(reject, tooMany);
  };
  const agent = new AgentSocket(client, target.shared, take);
  const reverse = new ReverseForwards(client, { listen: target.listen, admit: take });
  socket.once('close', () => {
    agent.close();
    reverse.close();
  });
  client.on('ready', () => {
    loggedIn.get(socket)?.();
    client.on('session', (accept, reject) =>
      admit(reject, (done) => reverse.afterwards(() => serveSession(accept(), { target, user, socket, agent, done }))),
    );
    client.on('tcpip', (accept, reject, info) =>
      admit(reject, (done) => serveTunnel(accept, reject, info, { target, refusals, done })),
    );
    client.on('request', (accept, reject, name, info) => {
      if (name === 'tcpip-forward') reverse.open(info as TcpipBindInfo, accept, reject);
      else if (name === 'cancel-tcpip-forward') reverse.cancel(info as TcpipBindInfo, accept, reject);
      else reject?.();
    });
  });
}

function authenticate(context: AuthContext, target: SshTarget, only?: readonly AuthorizedKey[]): boolean {
  if (context.method !== 'publickey') return false;
  const keys = target.keys(context.username);
  const key = findAuthorized(only ?? keys ?? [], context.key.data);
  if (!key || !keys) return false;
  // A client first asks whether a key is accepted. Only the second, signed request logs in.
  return context.signature ? verify(context, key) : true;
}

function verify(context: PublicKeyAuthContext, key: ParsedKey): boolean {
  // SHA-1 signatures (plain ssh-rsa) are not accepted, as in OpenSSH since 8.8.
  if (key.type === 'ssh-rsa' && !context.hashAlgo) return false;
  if (!context.blob || !context.signature) return false;
  return key.verify(context.blob, context.signature, context.hashAlgo) === true;
}

function peer(ip: ClientInfo['ip'] | undefined, port: number | undefined): string {
  return `${ip} ${port}`;
}

function once(act: () => void): () => void {
  let done = false;
  return () => {
    if (!done) act();
    done = true;
  };
}

/** Serves one connection of `ssh -L`, `-W` or `-D`, which is opened from inside the machine. A refusal says why not. */
function serveTunnel(
  accept: () => ServerChannel,
  reject: () => void,
  info: TcpipRequestInfo,
  context: { readonly target: SshTarget; readonly refusals: Refusals; done(): void },
): void {
  const { dial } = context.target;
  const refuse = (text: string, code: number) => {
    context.done();
    context.refusals.because(reject, { type: 'direct-tcpip', code, text });
  };
  if (!dial) {
    refuse('machines of this platform have no port_forwarding', refused.prohibited);
    return;
  }
  // What the client asks for may be of any length.
  const place = `${info.destIP.slice(0, 255)} port ${info.destPort}`;
  dial(info.destIP, info.destPort).then(
    (socket) => {
      const channel = accept();
      channel.on('error', () => socket.destroy());
      socket.on('error', () => channel.close());
      channel.on('close', () => {
        context.done();
        socket.destroy();
      });
      channel.pipe(socket).pipe(channel);
    },
    (error: Error) => refuse(`${place}: ${reasonOf(error)}`, refused.connect),
  );
}
