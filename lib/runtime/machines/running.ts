import type { Socket } from 'node:net';
import { join } from 'node:path';
import type { FirstBoot } from '#lib/model/compute/first-boot.ts';
import type { MachineSpec } from '#lib/model/compute/machine.ts';
import type { Backend, Guest, GuestEnd, LeftMachine, VolumeMount } from '#lib/runtime/backend.ts';
import { entrance } from '#lib/runtime/backend.ts';
import { followConsole } from '#lib/runtime/console-log/follow.ts';
import type { ConsoleLog } from '#lib/runtime/console-log/log.ts';
import { handOver, openPort, type PublicPort } from '#lib/runtime/forwarder/listener.ts';
import { compileGate, type Gate } from '#lib/runtime/forwarder/rules.ts';
import type { MachineGroup, MachineGroups } from '#lib/runtime/groups/groups.ts';
import { parseAuthorizedKeys } from '#lib/runtime/ssh/keys.ts';
import { makeSshServer, type SshServer } from '#lib/runtime/ssh/server.ts';
import { guestKeys } from './accounts.ts';
import { followUserData, judge, scriptOf, startUserData } from './first-boot.ts';
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
  /** Serves SSH at this port from now on. PORT_IN_USE. */
  serveAt(ssh: MachineSpec['ssh']): Promise<void>;
  /** Serves SSH on a connection of the platform to the client that holds this key. Answers the login name. */
  serve(socket: Socket, key: string): { user: string };
  /**
   * Stores user data, and runs its script. Resolves when it is stored, and `ended` with how the script ended; null
   * where none runs, or nobody sees its end. With `isBegun` an earlier runtime has done that, and its end is awaited.
   */
  firstBoot(isBegun?: boolean): Promise<{ readonly ended: Promise<FirstBoot> | null }>;
}

/** Milliseconds for a guest that shuts itself down. No caller has set a grace period in that case. */
const OWN_GRACE_MS = 10_000;
const SSH_PORT = 22;

/** What a machine is opened with. */
export interface MachineOpening {
  readonly record: MachineRecord;
  readonly volumes: readonly VolumeMount[];
  readonly signal: AbortSignal;
  /** What its owner is told in the console log and in terminals. */
  readonly notice: string | null;
  /** The machine where it runs, and is taken over; it has its volumes. */
  readonly left?: LeftMachine;
}

interface Opening extends MachineOpening {
  readonly backend: Backend;
  readonly groups: MachineGroups | null;
  readonly folder: string;
  readonly consoleLog: ConsoleLog;
  readonly log: (line: string) => void;
}

/**
 * Opens the public port, boots or takes over what runs, and serves SSH. Leaves nothing behind when it rejects, but for
 * one that could not be taken over and runs.
 */
export async function openRunning(options: Opening): Promise<Running> {
  const { groups, record, folder, volumes, signal, consoleLog, notice, left, log } = options;
  const policy = readPolicy(record.spec);
  let ssh: SshServer | null = null;
  const serve = (socket: Socket) => (ssh ? ssh.accept(socket) : socket.resetAndDestroy());
  const port = await openPort(placeOf(record.spec), (address) => policy.gate('tcp', address, SSH_PORT), serve);
  let group: MachineGroup | null = null;
  try {
    group = groupOf(options, groups);
    const guest = await beginGuest(options, group);
    void guest.ended.then(group?.end);
    if (!left) await attachAll(guest, volumes);
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
    if (left ? record.first_boot?.state !== 'started' : record.booted || scriptOf(record) === null) guest.proceed?.();
    return running;
  } catch (error) {
    void group?.end();
    await port.close();
    throw error;
  }
}

const placeOf = ({ ssh: { host, listen = host, port } }: Pick<MachineSpec, 'ssh'>) => ({ host: listen, port });

function groupOf({ backend, record }: Opening, groups: MachineGroups | null): MachineGroup | null {
  const { id, cpu, ram_mib } = record.spec;
  return groups?.make(id, { cpu, ram_mib: ram_mib + (backend.overhead_mib ?? 0) }) ?? null;
}

/** Boots the guest or takes it over, and follows its console. */
async function beginGuest(options: Opening, group: MachineGroup | null): Promise<Guest> {
  const { backend, record, folder, signal, consoleLog, notice, left } = options;
  const joins = group?.joins;
  const guest = await (left?.resume(record, folder, joins) ?? backend.boot(record, folder, signal, joins));
  if (notice !== null && !left) consoleLog.add(`svc: ${notice}`);
  const followed = guest.console && followConsole(guest.console, consoleLog, consoleLog.rest);
  void Promise.all([guest.ended, followed]).then(() => consoleLog.end());
  return guest;
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
    serveAt: (at) => port.move(placeOf({ ssh: at })),
    serve(socket, key) {
      ssh.accept(socket.setNoDelay(true), parseAuthorizedKeys([key]));
      return { user };
    },
    async firstBoot(isBegun = false) {
      const end = isBegun ? followUserData(guest) : (await startUserData(record, guest, consoleLog)).ended;
      const how = end && judge(end, ended, () => up && !asked && !leaving);
      void how?.then(() => up && guest.proceed?.());
      return { ended: how };
    },
  };
}
