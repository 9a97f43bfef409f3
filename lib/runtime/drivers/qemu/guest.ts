import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as elapsed } from 'node:timers/promises';
import type { Guest, GuestEnd } from '#lib/runtime/backend.ts';
import { DriverError } from '#lib/runtime/driver.ts';
import { prefixOf } from '#lib/runtime/forwarder/blocks.ts';
import { joined } from '#lib/runtime/groups/join.ts';
import { dialHolder } from '#lib/runtime/holders.ts';
import type { MachineRecord } from '#lib/runtime/machines/record.ts';
import { type HostKey, makeHostKey } from '#lib/runtime/ssh/host-key.ts';
import { checkAborted, ignore } from '#lib/runtime/system/errors.ts';
import { markOf, type ProcessMark } from '#lib/runtime/system/processes.ts';
import { HOST_ENV } from '#lib/runtime/system/tools.ts';
import { type Acceleration, commandLine, hardwareAddresses } from './command-line.ts';
import { Control } from './control.ts';
import type { HeldQemu, QemuHolders } from './holders.ts';
import { HostPorts, insideOf } from './inside.ts';
import { follow, type Life } from './life.ts';
import { linesOf, ownSsh } from './own-ssh.ts';
import { openQmp, type Qmp } from './qmp.ts';
import { copyLive, endCopy } from './snapshot.ts';
import type { Port, Switch } from './switch/switch.ts';
import { PluggedVolumes } from './volumes.ts';

/** Longest boot, in milliseconds. Emulated processors on a busy host are twenty times slower than real ones. */
const BOOT_MS = 120_000;
const SSH_PORT = 22;

/** A machine that runs or is to run, and its network. */
interface Place {
  readonly record: MachineRecord;
  readonly folder: string;
  readonly net: Switch;
}

/** What a machine is booted with. */
export interface BootOptions extends Place {
  readonly holders: QemuHolders;
  readonly qemu: string;
  readonly acceleration: Acceleration;
  /** Files by which QEMU joins the machine's control groups. */
  readonly joins: readonly string[];
  readonly signal: AbortSignal;
}

/** What a runtime that takes a machine over has to know of it beside its record. */
export interface KeptQemu {
  readonly machine: string;
  readonly mark: ProcessMark;
  /** The key of the platform's connection to it. */
  readonly key: HostKey;
  readonly notice?: string | null;
  /** How it is about to end, where it has said so. */
  readonly leaving?: GuestEnd;
}

/** Starts a machine's QEMU. Resolves when its SSH service runs commands; leaves nothing behind when it rejects. */
export async function bootGuest({ signal, holders, qemu, joins, ...options }: BootOptions): Promise<Guest> {
  const { record, folder } = options;
  const key = makeHostKey();
  const line = commandLine({ ...options, given: await writeGiven(record, folder, key.public) });
  checkAborted(signal);
  const { file, args } = joined({ file: qemu, args: line, cwd: '/', env: HOST_ENV }, joins);
  const held = await holders.start(record.spec.vpc.id, [file, ...args], signal);
  const life = follow(held.qemu);
  const kill = () => held.qemu.signal('kill');
  const failed = async (): Promise<never> => {
    kill();
    await life.ended;
    const last = life.words().trim().split('\n').at(-1)?.trim() ?? '';
    throw new DriverError('FAILED', `the machine did not boot${last ? `: ${last.slice(0, 200)}` : ''}`);
  };
  signal.addEventListener('abort', kill, { once: true });
  if (signal.aborted) kill();
  try {
    const mark = markOf(held.qemu.pid) ?? (await failed());
    const lines = await connect(held, options).catch(failed);
    const parts = await open({ ...options, held, life, lines, kept: { machine: record.spec.id, mark, key } });
    if (!(await comesUp(life))) await failed();
    checkAborted(signal);
    await parts.control.settle();
    return makeGuest(parts);
  } catch (error) {
    await held.end();
    checkAborted(signal);
    throw error;
  } finally {
    signal.removeEventListener('abort', kill);
  }
}

/** Takes over a machine that an earlier runtime has booted. Ends it when it rejects. */
export async function resumeGuest(held: HeldQemu, kept: KeptQemu, place: Place): Promise<Guest> {
  try {
    const life = follow(held.qemu, kept.leaving);
    const lines = await connect(held, place, true);
    const parts = await open({ ...place, held, life, lines, kept });
    await endCopy(lines.qmp);
    await parts.volumes.settle();
    return makeGuest(parts);
  } catch (error) {
    await held.end();
    throw error;
  }
}

/** Whether the guest says that it is up, before it ends and in time. */
const comesUp = ({ ready, ended }: Life): Promise<boolean> =>
  Promise.race([ready.then(() => true), ended.then(() => false), elapsed(BOOT_MS, false, { ref: false })]);

interface Lines {
  readonly qmp: Qmp;
  readonly port: Port;
}

/** Connects to a QEMU and to its end of the network. */
async function connect({ sockets }: HeldQemu, { record: { spec }, net }: Place, isLeft = false): Promise<Lines> {
  const qmp = await openQmp(sockets.commands);
  const line = await dialHolder(sockets.network);
  if (!line) throw new DriverError('FAILED', 'the machine has ended');
  return { qmp, port: net.join(line, { spec, mac: hardwareAddresses(spec.private_ip).vpc, isLeft }) };
}

interface Opening extends Place {
  readonly held: HeldQemu;
  readonly life: Life;
  readonly lines: Lines;
  readonly kept: KeptQemu;
}

interface Parts extends Opening {
  readonly ports: HostPorts;
  readonly control: Control;
  readonly volumes: PluggedVolumes;
  readonly ssh: number;
}

async function open(opening: Opening): Promise<Parts> {
  const { life, lines, kept, record } = opening;
  const ports = new HostPorts(lines.qmp);
  const ssh = await ports.open(SSH_PORT);
  const control = new Control({ port: ssh, key: kept.key, hostKey: record.hostKey });
  void life.ended.then(() => control.close());
  return { ...opening, ports, control, volumes: new PluggedVolumes(lines.qmp, control), ssh };
}

function makeGuest({ held, life, lines: { qmp, port }, ports, control, volumes, ssh, ...about }: Parts): Guest {
  const { record, folder, kept } = about;
  void life.ended.then(() => held.end());
  return {
    init: kept.mark.pid,
    ended: life.ended,
    leaving: life.leaving.then(ignore),
    traffic: () => port.traffic(),
    powerOff: () => void qmp.command('system_powerdown').catch(ignore),
    kill: () => held.qemu.signal('kill'),
    keep: keeper(held, life, kept),
    claim: held.qemu.claim,
    ssh: ownSsh({
      control,
      port: ssh,
      user: record.user,
      always: [kept.key.public],
      keys: record.spec.authorized_keys,
    }),
    attach: (volume) => volumes.attach(volume),
    detach: (volume, force) => volumes.detach(volume, force),
    grow: (volume) => volumes.grow(volume),
    copyDisk: (to, following) => copyLive({ qmp, control, folder, to, ...following }),
    restrict: async (firewall) => port.restrict(firewall),
    inside: insideOf(ports, control, life.ended),
  };
}

/** Has a later runtime know the machine, and how it is about to end. */
function keeper({ qemu }: HeldQemu, { leaving }: Life, kept: KeptQemu): NonNullable<Guest['keep']> {
  return (notice) => {
    qemu.note(JSON.stringify({ ...kept, notice }));
    void leaving.then((how) => qemu.note(JSON.stringify({ ...kept, notice, leaving: how })));
  };
}

/** Writes the files that the guest reads from its firmware at boot, and answers their paths by name. */
async function writeGiven(record: MachineRecord, folder: string, key: string): Promise<Record<string, string>> {
  const { spec, hostKey, user } = record;
  const mac = hardwareAddresses(spec.private_ip);
  const machine = {
    name: spec.name,
    address: spec.private_ip,
    prefix: prefixOf(spec.vpc.cidr) || '24',
    gateway: spec.vpc.gateway,
    user,
    mac: mac.vpc,
    host_mac: mac.host,
  };
  const values = {
    // Words of a shell script: names and addresses that were checked.
    machine: linesOf(Object.entries(machine).map(([name, value]) => `${name}='${value}'`)),
    host_key: hostKey.private,
    keys: linesOf([key, ...spec.authorized_keys]),
  };
  const given = join(folder, 'given');
  await rm(given, { recursive: true, force: true });
  await mkdir(given, { mode: 0o700 });
  const files = Object.entries(values).map(([name, value]) => ({ name, path: join(given, name), value }));
  for (const { path, value } of files) await writeFile(path, value, { mode: 0o600 });
  return Object.fromEntries(files.map(({ name, path }) => [name, path]));
}
