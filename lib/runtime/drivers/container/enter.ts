import type { Launch, Login } from '#lib/runtime/launch.ts';
import { launcher, markWord } from '#lib/runtime/launcher/launcher.ts';
import { SFTP_SERVER, sftpArguments } from '#lib/runtime/ssh/sftp.ts';
import type { ProcessMark } from '#lib/runtime/system/processes.ts';
import { findTool } from '#lib/runtime/system/tools.ts';
import { PROCESS_LIMITS } from './limits.ts';
import { PROVEN_NODE_MAJORS, SocketMaker, type SocketOrder } from './made-sockets.ts';
import { NetworkSockets } from './sockets.ts';

/** The processes through which a machine is entered: its VPC's network host process, and its init. */
export interface Door {
  readonly networkHost: ProcessMark;
  readonly init: ProcessMark;
}

/** How a machine is entered: its processes, and the files by which one joins its control groups. */
export interface MachineDoor extends Door {
  readonly joins: readonly string[];
}

/** The launcher's settings that name a machine. */
export const doorSettings = ({ networkHost, init }: Door) => ({
  network_host: markWord(networkHost),
  init: markWord(init),
});

/** The launcher's settings that name the network of a machine. */
export const networkSettings = ({ networkHost, init }: Door) => ({
  network_host: markWord(networkHost),
  process: markWord(init),
});

/**
 * Runs `argv` of the host in the network of the machine, and in nothing else of it. When `init` is the network host
 * process, that is the VPC's network.
 */
export function enterNetwork(door: Door, argv: readonly string[]): Launch {
  return launcher('network', networkSettings(door), argv);
}

const isProven = PROVEN_NODE_MAJORS.includes(Number(process.versions.node.split('.')[0]));

/** The sockets of the machine's network, or of the VPC's; none of them is a process of the machine. */
export function socketsOf(door: Door): NetworkSockets {
  const settings = networkSettings(door);
  const words = (orders: readonly SocketOrder[]) => orders.map(({ act, host, port }) => `${act} ${host} ${port}`);
  const maker = isProven
    ? new SocketMaker((orders) => launcher('sockets', { ...settings, order: words(orders) }))
    : null;
  return new NetworkSockets((argv) => enterNetwork(door, argv), maker);
}

const GUEST_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
/** The shells of root, of which a machine has the first or the second. */
const SHELLS = ['/bin/bash', '/bin/sh'];
/** Makes a terminal inside the machine. On the host's terminal, which a machine cannot see, `tty` says "not a tty". */
const TERMINAL = findTool('script') !== null;

/** Where a login begins, and what the machine has. */
interface LoginPlace {
  /** Null for a user of the machine's own. */
  readonly home: string | null;
  readonly cpus: readonly string[];
  /** Whether it is of an image that may lack what the host's own system has: script(1), perl. */
  readonly foreign?: boolean;
}

/**
 * The program of a login inside a machine: a clean environment, the home folder, and a shell that runs the command.
 * Without a home the user is one of the machine's own, whose home and shell are in its own files.
 */
export function launchLogin(door: MachineDoor, login: Login, { home, cpus, foreign = false }: LoginPlace): Launch {
  const own = home === null ? { user: login.user } : { home, shell: SHELLS };
  const known = home === null ? {} : { HOME: home };
  const env = { ...known, USER: login.user, LOGNAME: login.user, PATH: GUEST_PATH, ...login.env };
  const pairs = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  const settings = { ...doorSettings(door), group: door.joins, ...own, cpus, limit: PROCESS_LIMITS, env: pairs };
  if (foreign && login.command === SFTP_SERVER) return launcher('sftp', settings, sftpArguments);
  return launcher('login', { ...settings, terminal: foreign ? 1 : [] }, program(login));
}

function program({ command, tty }: Login): readonly string[] {
  if (command !== null && typeof command !== 'string') return command;
  if (tty && TERMINAL) return ['script', '-qefc', command ?? 'exec "$SHELL" -l', '/dev/null'];
  return command === null ? ['@shell', '-l'] : ['@shell', '-c', command];
}
