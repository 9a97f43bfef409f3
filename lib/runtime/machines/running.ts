import type { Socket } from 'node:net';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { FirstBoot } from '#lib/model/compute/first-boot.ts';
import type { MachineSpec } from '#lib/model/compute/machine.ts';
import type { Backend, Guest, GuestEnd, VolumeMount } from '#lib/runtime/backend.ts';
import { entrance } from '#lib/runtime/backend.ts';
import { followConsole } from '#lib/runtime/console-log/follow.ts';
import type { ConsoleLog } from '#lib/runtime/console-log/log.ts';
import { handOver, openPort, type PublicPort } from '#lib/runtime/forwarder/listener.ts';
import { compileGate, type Gate } from '#lib/runtime/forwarder/rules.ts';
import type { MachineGroup, MachineGroups } from '#lib/runtime/groups/groups.ts';
import { parseAuthorizedKeys } from '#lib/runtime/ssh/keys.ts';
import { makeSshServer, type SshServer } from '#lib/runtime/ssh/server.ts';
import { guestKeys } from './accounts.ts';
import { runUserData, scriptOf } from './first-boot.ts';
import { type MachineNetwork, openNetwork } from './network.ts';
import type { MachineRecord } from './record.ts';

/** How a running machine went down. `asked` is true when end() was called first. */
export interface Ended {
  readonly asked: boolean;
  readonly cause: GuestEnd;
}

/** A machine that is up: its guest, its SSH service and its public port. */
export interface Running {
  readonly guest: Guest;
  /** Its control group; null where the host has none. */
  readonly group: MachineGroup | null;
  /** The spec that it booted with. */
  readonly spec: MachineSpec;
  readonly ended: Promise<Ended>;
  /**
   * Asks the guest to end and waits `graceMs`, then ends it; at once when the signal fires. Resolves when no process is
   * left.
   */
  end(graceMs: number, signal?: AbortSignal): Promise<void>;
  /** Applies keys, firewall and addresses of a changed spec; resolves when they hold. */
  apply(spec: MachineSpec): Promise<void>;
  /** Serves SSH on a connection of the platform to the client that holds this key. Answers the login name. */
  serve(socket: Socket, key: string): { user: string };
  /**
   * Stores user data, and runs its script. Resolves when it is stored, and `ended` with how the script ended; null
   * where none runs, or nobody sees its end.
   */
  firstBoot(): Promise<{ readonly ended: Promise<FirstBoot> | null }>;
}

/** Milliseconds for a guest that shuts itself down. No caller has set a grace period in that case. */
const OWN_GRACE_MS = 10_000;
/** Milliseconds within which the end of a machine follows the ends of its processes. */
const SETTLING_MS = 250;
const SSH_PORT = 22;

/** Opens the public port, boots, and serves SSH. Leaves nothing behind when it rejects. */
export async function openRunning(options: {
  readonly backend: Backend;
  readonly groups: MachineGroups | null;
  readonly record: MachineRecord;
  readonly folder: string;
  readonly volumes: readonly VolumeMount[];
  readonly signal: AbortSignal;
  readonly consoleLog: ConsoleLog;
  /** What its owner is told in the console log and in terminals. */
  readonly notice: string | null;
  readonly log: (line: string) => void;
}): Promise<Running> {
  const { backend, groups, record, folder, volumes, signal, consoleLog, notice, log } = options;
  const policy = readPolicy(record.spec);
  let ssh: SshServer | null = null;
  const serve = (socket: Socket) => (ssh ? ssh.accept(socket) : socket.resetAndDestroy());
  const { host, listen = host, port: number } = record.spec.ssh;
  const port = await openPort(
    { host: listen, port: number },
    (address) => policy.gate('tcp', address, SSH_PORT),
    serve,
  );
  let group: MachineGroup | null = null;
  try {
    const { id, cpu, ram_mib } = record.spec;
    group = groups?.make(id, { cpu, ram_mib: ram_mib + (backend.overhead_mib ?? 0) }) ?? null;
    const guest = await backend.boot(record, folder, signal, group?.joins);
    void guest.ended.then(group?.end);
    if (notice !== null) consoleLog.add(`svc: ${notice}`);
    if (guest.console) void followConsole(guest.console, consoleLog);
    await attachAll(guest, volumes);
    const inside = Promise.withResolvers<void>();
    const late = { port: SSH_PORT, open: inside.promise };
    const network = await openNetwork(guest, record.spec, { log, signal, late });
    // The forwarder has applied the rules already.
    const admitInside = (address: string) =>
      address === record.spec.vpc.gateway || policy.gate('tcp', address, SSH_PORT);
    void serveInside(guest, admitInside, serve).then(inside.resolve);
    ssh = guest.ssh ?? hostSsh(guest, { record, folder, policy, notice });
    const running = manage({ guest, group, ssh, port, policy, network, record, consoleLog });
    // User data may bring such programs, so they wait for its end on the first boot (firstBoot below).
    if (record.booted || scriptOf(record) === null) guest.proceed?.();
    return running;
  } catch (error) {
    void group?.end();
    await port.close();
    throw error;
  }
}

interface HostSsh {
  readonly record: MachineRecord;
  readonly folder: string;
  readonly policy: Policy;
  readonly notice: string | null;
}

/** The SSH service of the host, for a guest that has none of its own. */
function hostSsh(guest: Guest, { record, folder, policy, notice }: HostSsh): SshServer {
  const keysOf = guestKeys(record, guest.files ?? { root: join(folder, 'disk'), images: null });
  return makeSshServer({
    hostKey: record.hostKey,
    notice,
    keys: (user) => keysOf(user, policy.keys),
    launch: (login) => entrance(guest)(login),
    ...(guest.dial && { dial: guest.dial }),
    ...(guest.listenLocally && { listen: guest.listenLocally }),
    ...(guest.shared && { shared: guest.shared }),
  });
}

/** Attaches all volumes before any login is possible, so that every login finds them. */
async function attachAll(guest: Guest, volumes: readonly VolumeMount[]): Promise<void> {
  try {
    for (const volume of volumes) await guest.attach(volume);
  } catch (error) {
    guest.kill();
    await guest.ended;
    throw error;
  }
}

/**
 * Serves SSH on the private address, which takes longer to open than the public port. Resolves when it is open, or can
 * no longer be opened.
 */
async function serveInside(
  guest: Guest,
  admit: (address: string) => boolean,
  serve: (socket: Socket) => void,
): Promise<void> {
  const server = await guest.listen?.(SSH_PORT).catch(() => undefined);
  server?.on('connection', (socket) => handOver(socket.setNoDelay(true), admit, serve));
  void guest.ended.then(() => server?.close());
}

interface Policy {
  keys: ReturnType<typeof parseAuthorizedKeys>;
  gate: Gate;
}

function readPolicy(spec: MachineSpec): Policy {
  return { keys: parseAuthorizedKeys(spec.authorized_keys), gate: compileGate(spec.firewall.inbound) };
}

interface Parts extends Pick<Running, 'group'> {
  readonly guest: Guest;
  readonly ssh: SshServer;
  readonly port: PublicPort;
  readonly policy: Policy;
  readonly network: MachineNetwork;
  readonly record: MachineRecord;
  readonly consoleLog: ConsoleLog;
}

/**
 * How a script ended that a machine's first boot ran: a failure by which the machine went down was an interruption.
 * `isUp` says whether the machine goes on, and `ended` resolves when it has ended.
 */
async function judge(script: Promise<FirstBoot>, ended: Promise<unknown>, isUp: () => boolean): Promise<FirstBoot> {
  const how = await script;
  if (how.state !== 'failed') return how;
  // A script that was killed may have been so with its machine, whose end is heard of a little later.
  if ((how.exit_code ?? 0) > 128) await Promise.race([ended, wait(SETTLING_MS)]);
  return isUp() ? how : { ...how, exit_code: null };
}

function manage({ guest, group, ssh, port, policy, network, record, consoleLog }: Parts): Running {
  const { spec, user } = record;
  let asked = false;
  let up = true;
  const ended = guest.ended.then(async (cause): Promise<Ended> => {
    up = false;
    ssh.close();
    network.close();
    await port.close();
    return { asked, cause };
  });
  const kill = () => up && guest.kill();
  let leaving = false;
  void guest.leaving.then(() => {
    leaving = true;
    if (!asked) setTimeout(kill, OWN_GRACE_MS);
  });
  return {
    guest,
    group,
    spec,
    ended,
    async end(graceMs, signal) {
      asked = true;
      if (graceMs > 0 && up && !signal?.aborted) guest.powerOff();
      else kill();
      const timer = setTimeout(kill, graceMs);
      signal?.addEventListener('abort', kill, { once: true });
      await ended;
      clearTimeout(timer);
      signal?.removeEventListener('abort', kill);
    },
    async apply(next) {
      Object.assign(policy, readPolicy(next));
      await Promise.all([network.apply(next), guest.ssh?.authorize(next.authorized_keys)]);
    },
    serve(socket, key) {
      ssh.accept(socket.setNoDelay(true), parseAuthorizedKeys([key]));
      return { user };
    },
    async firstBoot() {
      const { ended: end } = await startUserData({ guest, record, consoleLog });
      const how = end && judge(end, ended, () => up && !asked && !leaving);
      void how?.then(() => up && guest.proceed?.());
      return { ended: how };
    },
  };
}

/** Starts a machine's user data, if it has any. `ended` is null where the guest does that by itself, too. */
async function startUserData(parts: Pick<Parts, 'guest' | 'record' | 'consoleLog'>): ReturnType<typeof runUserData> {
  const { guest, record, consoleLog } = parts;
  const { user_data } = record.spec;
  if (!user_data) return { ended: null };
  if (guest.ssh) {
    await guest.ssh.firstBoot(user_data);
    return { ended: null };
  }
  const console = (output: Readable) => followConsole(output, consoleLog);
  return runUserData(record, { enter: entrance(guest), console });
}
