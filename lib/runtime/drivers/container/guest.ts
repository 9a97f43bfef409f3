import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { constants, openSync, readFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import type { Duplex, Readable } from 'node:stream';
import type { GuestEnd } from '#lib/runtime/backend.ts';
import { DriverError } from '#lib/runtime/driver.ts';
import { prefixOf } from '#lib/runtime/forwarder/blocks.ts';
import { launcher, markWord, type Settings } from '#lib/runtime/launcher/launcher.ts';
import { followInit, type InitWords } from '#lib/runtime/machines/follow-init.ts';
import type { MachineRecord } from '#lib/runtime/machines/record.ts';
import { checkAborted } from '#lib/runtime/system/errors.ts';
import { checkId } from '#lib/runtime/system/files.ts';
import { markOf, type ProcessMark } from '#lib/runtime/system/processes.ts';
import { NAMESPACE_LIMITS, PROCESS_LIMITS } from './limits.ts';
import type { NetworkHost, WatchedInit } from './network-host.ts';
import { hardwareAddress, linkName } from './network-host.ts';
import { resolverFile } from './resolver-file.ts';
import { UNIT_PROGRAM } from './units/program.ts';

/** A machine's pid 1. */
const INIT_SCRIPT = readFileSync(new URL('./init.sh', import.meta.url), 'utf8');
/** What it runs every minute where the system has cron. */
const CRON_SCRIPT = readFileSync(new URL('./cron.pl', import.meta.url), 'utf8');

/** A machine's init as the host sees it. */
export interface Init {
  readonly mark: ProcessMark;
  readonly ended: Promise<GuestEnd>;
  readonly leaving: Promise<void>;
  /** What init and the programs that it starts write. */
  readonly console: Readable;
  readonly onServiceFailed: InitWords['onServiceFailed'];
  signal: WatchedInit['signal'];
}

interface BootOptions {
  readonly cpus: readonly string[];
  /** The folder of the images below machines' disks. */
  readonly images: string;
  /** Files by which init joins the machine's control groups. */
  readonly joins: readonly string[];
  /** Where mounts of the machine's folders come from; null where its ids are not its own. */
  readonly lent: Socket | null;
}

/**
 * Builds a machine's namespaces in a network host process. Resolves when its init runs; leaves nothing behind when it
 * rejects.
 */
export async function bootInit(
  networkHost: NetworkHost,
  record: MachineRecord,
  folder: string,
  { signal, ...how }: { readonly signal: AbortSignal } & BootOptions,
): Promise<Init> {
  const child = startBoot(networkHost, record, folder, how);
  const complaint = collectComplaint(child);
  const socket = child.stdio[3] as Duplex;
  const words = followInit(socket);
  const answer = (text: string) => void socket.write(`${text}\n`);
  const [host = 0, inside = 0, pipe = 0] = ((await words.said('pid')) ?? '').split(' ').map(Number);
  // The process waits for an answer, so it is alive and its pids are still its own.
  const mark = markOf(host);
  const console = mark && openConsole(host, pipe);
  const init = mark && (await networkHost.watch(inside));
  const kill = () => init?.signal('kill');
  signal.addEventListener('abort', kill, { once: true });
  if (signal.aborted) kill();
  answer('go');
  void words.said('locked').then(() => answer('map self'));
  const up = await words.said('up');
  signal.removeEventListener('abort', kill);
  child.stderr?.destroy();
  if (init && console && up !== null && !signal.aborted) {
    const ended = init.ended.then(() => words.lastWord());
    const { leaving, onServiceFailed } = words;
    return { mark, signal: init.signal, leaving, ended, console, onServiceFailed };
  }
  console?.destroy();
  kill();
  await init?.ended;
  checkAborted(signal);
  throw new DriverError('FAILED', `machine ${record.spec.id} did not boot: ${complaint()}`);
}

function startBoot(
  networkHost: NetworkHost,
  record: MachineRecord,
  folder: string,
  { cpus, images, joins, lent }: BootOptions,
): ChildProcess {
  const { spec } = record;
  if (lent?.destroyed) throw new DriverError('FAILED', 'the folders of the machine could not be lent');
  const { file, args, ...options } = launcher('boot', {
    network_host: markWord(networkHost.mark),
    tree: join(folder, 'rootfs'),
    disk: join(folder, 'disk'),
    ...below(record.root, images),
    address: spec.private_ip,
    prefix: prefixOf(spec.vpc.cidr),
    gateway: spec.vpc.gateway,
    mac: hardwareAddress(spec.private_ip),
    link: linkName(spec.id),
    name: spec.hostname ?? spec.name,
    init: INIT_SCRIPT,
    cron: CRON_SCRIPT,
    units: UNIT_PROGRAM,
    // Services may have their data there, so they start once it is attached.
    task: spec.volumes.length > 0 ? ['volumes'] : [],
    resolver: resolverFile.text,
    former: resolverFile.former,
    bound: NAMESPACE_LIMITS,
    limit: PROCESS_LIMITS,
    group: joins,
    cpus,
    lent: lent ? 1 : [],
    env: 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  });
  const stdio: StdioOptions = ['ignore', 'ignore', 'pipe', 'pipe', ...(lent ? [lent] : [])];
  const child = spawn(file, args, { ...options, detached: true, stdio });
  lent?.destroy();
  return child;
}

/** The folder of what lies below a disk: an image, or all layers, of which the machine has these. */
function below(root: MachineRecord['root'], images: string): Settings {
  if (root === undefined) return {};
  if (typeof root === 'string') return { image: join(images, checkId(root, 'image')) };
  return { image: images, layer: root.map((name) => checkId(name, 'layer')) };
}

/** The end of a machine's console that is read: that descriptor of the process, opened before the machine writes. */
function openConsole(pid: number, pipe: number): Readable {
  const fd = openSync(`/proc/${pid}/fd/${pipe}`, constants.O_RDONLY | constants.O_NONBLOCK);
  return new Socket({ fd, readable: true, writable: false });
}

/** Answers a function that returns the last line on standard error. */
function collectComplaint(child: ChildProcess): () => string {
  let text = '';
  child.stderr?.setEncoding('utf8').on('data', (more: string) => {
    text = (text + more).slice(-2000);
  });
  child.on('error', (error) => {
    text += error.message;
  });
  return () => text.trim().split('\n').at(-1) || 'no reason given';
}
