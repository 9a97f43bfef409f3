import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import type { Guest, GuestEnd } from '#lib/runtime/backend.ts';
import { DriverError } from '#lib/runtime/driver.ts';
import { prefixOf } from '#lib/runtime/forwarder/blocks.ts';
import { joined } from '#lib/runtime/groups/join.ts';
import type { MachineRecord } from '#lib/runtime/machines/record.ts';
import { makeHostKey } from '#lib/runtime/ssh/host-key.ts';
import { checkAborted, ignore } from '#lib/runtime/system/errors.ts';
import { HOST_ENV } from '#lib/runtime/system/tools.ts';
import { type Acceleration, commandLine, DESCRIPTORS, hardwareAddresses } from './command-line.ts';
import { Control } from './control.ts';
import { HostPorts, insideOf } from './inside.ts';
import { linesOf, ownSsh } from './own-ssh.ts';
import { Qmp } from './qmp.ts';
import { copyLive } from './snapshot.ts';
import type { Port, Switch } from './switch/switch.ts';
import { PluggedVolumes } from './volumes.ts';

/** Longest boot, in milliseconds. Emulated processors on a busy host are twenty times slower than real ones. */
const BOOT_MS = 120_000;
const READY = 'svc: ready';
/** What a kernel prints when it was halted. The guest's power stays on then. */
const HALTED = 'reboot: System halted';
const KEPT_BYTES = 4096;
const SSH_PORT = 22;

/** What a machine is booted with. */
export interface BootOptions {
  readonly record: MachineRecord;
  readonly folder: string;
  readonly qemu: string;
  readonly acceleration: Acceleration;
  readonly net: Switch;
  /** Files by which QEMU joins the machine's control groups. */
  readonly joins: readonly string[];
  readonly signal: AbortSignal;
}

/** Starts a machine's QEMU. Resolves when its SSH service runs commands; leaves nothing behind when it rejects. */
export async function bootGuest(options: BootOptions): Promise<Guest> {
  const { record, folder, net, signal } = options;
  const key = makeHostKey();
  const given = await writeGiven(record, folder, key.public);
  checkAborted(signal);
  const line = commandLine({ ...options, given });
  // QEMU must end with this process, even when this process is killed.
  const words = ['--pdeathsig', 'KILL', '--', options.qemu, ...line];
  const { file, args, ...where } = joined({ file: 'setpriv', args: words, cwd: '/', env: HOST_ENV }, options.joins);
  const child = spawn(file, args, {
    ...where,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe', 'pipe'],
  });
  const life = follow(child);
  const kill = () => void child.kill('SIGKILL');
  signal.addEventListener('abort', kill, { once: true });
  const port = net.join(streamOf(child, 'network'), {
    spec: record.spec,
    mac: hardwareAddresses(record.spec.private_ip).vpc,
  });
  try {
    await Promise.race([life.qmp.command('qmp_capabilities'), life.ended.then(() => failed(life.words()))]);
    const ports = new HostPorts(life.qmp);
    const ssh = await ports.open(SSH_PORT);
    if (!(await life.ready)) failed(life.words());
    checkAborted(signal);
    const control = new Control({ port: ssh, key, hostKey: record.hostKey });
    void life.ended.then(() => control.close());
    await control.settle();
    return makeGuest({ options, life, port, ports, control, kill, ssh, always: [key.public] });
  } catch (error) {
    kill();
    await life.ended;
    checkAborted(signal);
    throw error;
  } finally {
    signal.removeEventListener('abort', kill);
  }
}

interface Parts {
  readonly options: BootOptions;
  readonly life: Life;
  readonly port: Port;
  readonly ports: HostPorts;
  readonly control: Control;
  readonly kill: () => void;
  readonly ssh: number;
  readonly always: readonly string[];
}

function makeGuest({ options, life, port, ports, control, kill, ssh, always }: Parts): Guest {
  const { record, folder } = options;
  const volumes = new PluggedVolumes(life.qmp, control);
  return {
    init: life.pid,
    ended: life.ended,
    leaving: life.leaving,
    traffic: () => port.traffic(),
    powerOff: () => void life.qmp.command('system_powerdown').catch(ignore),
    kill,
    ssh: ownSsh({ control, port: ssh, user: record.user, always, keys: record.spec.authorized_keys }),
    attach: (volume) => volumes.attach(volume),
    detach: (volume, force) => volumes.detach(volume, force),
    grow: (volume) => volumes.grow(volume),
    copyDisk: (to, following) => copyLive({ qmp: life.qmp, control, folder, to, ...following }),
    restrict: async (firewall) => port.restrict(firewall),
    inside: insideOf(ports, control, life.ended),
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

interface Life {
  readonly pid: number;
  readonly qmp: Qmp;
  readonly ended: Promise<GuestEnd>;
  readonly leaving: Promise<void>;
  /** Whether the guest has said that it is up. False when it ended before, or takes too long. */
  readonly ready: Promise<boolean>;
  /** The last output of QEMU and of the guest's kernel. */
  words(): string;
}

function follow(child: ChildProcess): Life {
  const qmp = new Qmp(streamOf(child, 'monitor'));
  const ended = Promise.withResolvers<GuestEnd>();
  const leaving = Promise.withResolvers<void>();
  const ready = Promise.withResolvers<boolean>();
  const bootTimer = setTimeout(ready.resolve, BOOT_MS, false);
  let end: GuestEnd = 'crash';
  let said = '';
  const receive = (text: string) => {
    said = (said + text).slice(-KEPT_BYTES);
    if (said.includes(READY)) ready.resolve(true);
    if (said.includes(HALTED)) {
      end = 'poweroff';
      leaving.resolve();
      child.kill('SIGKILL');
    }
  };
  for (const stream of [child.stderr, streamOf(child, 'serial')]) {
    stream?.setEncoding('utf8').on('data', receive).on('error', ignore);
  }
  qmp.listen(({ event, data }) => {
    if (event !== 'SHUTDOWN' || data?.guest !== true) return;
    end = data.reason === 'guest-reset' ? 'reboot' : 'poweroff';
    leaving.resolve();
  });
  const gone = () => {
    clearTimeout(bootTimer);
    ready.resolve(false);
    ended.resolve(end);
  };
  child.once('error', gone).once('close', gone);
  return {
    pid: child.pid ?? 0,
    qmp,
    ended: ended.promise,
    leaving: leaving.promise,
    ready: ready.promise,
    words: () => said,
  };
}

const streamOf = (child: ChildProcess, name: keyof typeof DESCRIPTORS): Duplex =>
  (child.stdio as readonly unknown[])[DESCRIPTORS[name]] as Duplex;

function failed(words: string): never {
  const last = words.trim().split('\n').at(-1) ?? '';
  throw new DriverError('FAILED', `the machine did not boot${last ? `: ${last.trim().slice(0, 200)}` : ''}`);
}
