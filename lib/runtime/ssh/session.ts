import type { Server, Socket } from 'node:net';
import type { PseudoTtyInfo, ServerChannel, Session } from 'ssh2';
import type { Launch, Login } from '#lib/runtime/launch.ts';
import { ignore } from '#lib/runtime/system/errors.ts';
import type { AgentSocket, SharedFolder } from './agent.ts';
import { serveCommand } from './command.ts';
import type { HostKey } from './host-key.ts';
import type { AuthorizedKey } from './keys.ts';
import type { Program } from './program.ts';
import { SFTP_SERVER } from './sftp.ts';
import { serveTerminal } from './terminal.ts';

/** What the SSH server needs from its machine. */
export interface SshTarget {
  readonly hostKey: HostKey;
  /** The first line of every shell on a terminal. */
  readonly notice?: string | null;
  /** The keys that may log in as this user now; null where there is no such user. */
  keys(user: string): readonly AuthorizedKey[] | null;
  launch(login: Login): Launch;
  dial?(host: string, port: number): Promise<Socket>;
  /** Opens a server on the machine's own loopback; absent where it has none of its own. */
  listen?(port: number): Promise<Server>;
  /** A folder in which a socket of the host is reached from inside; absent where there is none. */
  readonly shared?: SharedFolder;
}

/** The client of a session; `done` is called once when the session has ended. */
export interface SessionContext {
  readonly target: SshTarget;
  readonly user: string;
  readonly socket: Socket;
  /** The client's agent in the machine. */
  readonly agent: Pick<AgentSocket, 'path'>;
  done(): void;
}

/** Variables that a client may set, as in Debian's sshd_config (AcceptEnv LANG LC_*), and COLORTERM. */
const ACCEPTED = /^(LANG|LC_[A-Z_]{1,32}|COLORTERM)$/;
const VALUE_LENGTH = 256;
/** As many as OpenSSH takes. Without a limit a client could fill this process's memory. */
const MAX_VARIABLES = 128;

/** Serves one session channel: a shell, a command or sftp, with or without a terminal. Refuses everything else. */
export function serveSession(session: Session, context: SessionContext): void {
  const asked: Record<string, string> = {};
  let terminal: PseudoTtyInfo | null = null;
  let program: Program | null = null;
  let agent: string | null = null;
  const run = (accept: () => ServerChannel, command: Login['command'], variables = asked) => {
    program = startProgram(accept(), context, { tty: terminal, command, variables, agent });
  };
  session.on('close', () => context.done());
  session.on('pty', (accept, reject, info) => {
    if (program) return reject?.();
    terminal = info;
    accept?.();
  });
  session.on('env', (accept, reject, info) => {
    const value: unknown = Reflect.get(info, 'val') ?? Reflect.get(info, 'value');
    if (!ACCEPTED.test(info.key) || typeof value !== 'string' || value.length > VALUE_LENGTH) return reject?.();
    if (Object.keys(asked).length >= MAX_VARIABLES) return reject?.();
    asked[info.key] = value;
    accept?.();
  });
  session.on('shell', (accept, reject) => (program ? reject() : run(accept, null)));
  session.on('exec', (accept, reject, info) => (program ? reject() : run(accept, info.command)));
  session.on('subsystem', (accept, reject, info) => {
    if (program || info.name !== 'sftp' || !SFTP_SERVER) return reject();
    terminal = null;
    // Without the client's language: perl complains about a language that the machine does not have.
    run(accept, SFTP_SERVER, {});
  });
  session.on('window-change', (accept, _reject, info) => {
    program?.resize(info);
    accept?.();
  });
  session.on('signal', (accept, _reject, info) => {
    program?.signal(info.name);
    accept?.();
  });
  session.on('auth-agent', (accept, reject) => {
    agent = context.agent.path();
    (agent === null ? reject : accept)?.();
  });
  session.on('x11' as 'auth-agent', (_accept, reject) => reject?.());
}

/** What a session's program is started with. */
interface Start {
  readonly tty: PseudoTtyInfo | null;
  readonly command: Login['command'];
  readonly variables: Readonly<Record<string, string>>;
  /** The path of the client's agent in the machine; null where it was not asked for. */
  readonly agent: string | null;
}

function startProgram(
  channel: ServerChannel,
  context: SessionContext,
  { tty, command, variables, agent }: Start,
): Program {
  // The client has closed; 'close' follows and is handled there.
  channel.on('error', ignore);
  const { notice } = context.target;
  if (tty && command === null && notice) channel.write(`${notice}\r\n`);
  const env = {
    ...(tty && { TERM: termOf(tty) }),
    ...connectionOf(context.socket),
    ...variables,
    ...(agent && { SSH_AUTH_SOCK: agent }),
  };
  const launch = context.target.launch({ user: context.user, command, tty: tty !== null, env });
  return tty
    ? serveTerminal(channel, launch, { tty, connection: context.socket })
    : serveCommand(channel, launch, context.socket);
}

function connectionOf(socket: Socket): Record<string, string> {
  const { remoteAddress, remotePort, localAddress, localPort } = socket;
  const ends = `${remoteAddress} ${remotePort}`;
  return { SSH_CLIENT: `${ends} ${localPort}`, SSH_CONNECTION: `${ends} ${localAddress} ${localPort}` };
}

function termOf(info: PseudoTtyInfo): string {
  const term: unknown = Reflect.get(info, 'term');
  return typeof term === 'string' && /^[A-Za-z0-9+._-]{1,64}$/.test(term) ? term : 'xterm';
}
