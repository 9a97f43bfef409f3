import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import type { Duplex, Readable } from 'node:stream';
import type { Guest, GuestEnd } from '#lib/runtime/backend.ts';
import { DriverError } from '#lib/runtime/driver.ts';
import { prefixOf } from '#lib/runtime/forwarder/blocks.ts';
import type { WatchedInit } from '#lib/runtime/holder.ts';
import { launcher, markWord, type Settings } from '#lib/runtime/launcher/launcher.ts';
import { followInit, type InitWords } from '#lib/runtime/machines/follow-init.ts';
import type { MachineRecord } from '#lib/runtime/machines/record.ts';
import { checkAborted, ignore } from '#lib/runtime/system/errors.ts';
import { checkId } from '#lib/runtime/system/files.ts';
import { markOf, type ProcessMark } from '#lib/runtime/system/processes.ts';
import { readLines } from '#lib/runtime/system/streams.ts';
import { NAMESPACE_LIMITS, PROCESS_LIMITS } from './limits.ts';
import type { NetworkHost } from './network-host.ts';
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
  said: InitWords['said'];
  claim: WatchedInit['claim'];
  readonly script: NonNullable<Guest['script']>;
  /** Has a runtime that comes after this one take the machine over. */
  keep(notice: string | null): void;
}

/** What a runtime that takes a machine over has to know of it beside its record. */
export interface KeptInit {
  readonly machine: string;
  readonly mark: ProcessMark;
  readonly cpus: readonly string[];
  /** Whether the kernel keeps rules in the machine's network. */
  readonly filters: boolean;
  readonly notice?: string | null;
  /** How it is about to end, where it has said so. */
  readonly leaving?: GuestEnd;
  /** The code with which the script of its first boot has ended; `begun` before that, and absent before it began. */
  readonly script?: string;
}

/** The note of a machine; null of one that had not booted when it was left. */
export function readKept(note: string): KeptInit | null {
  return note === '' ? null : (JSON.parse(note) as KeptInit);
}

/** An init that runs, and is watched; `kept` is its note so far. */
export function initOf(watched: WatchedInit, kept: KeptInit): Init {
  const pipe = watched.words();
  const words = followInit(pipe, kept.leaving ? { heard: kept.leaving } : {});
  // Who goes on to say something is told that nobody hears it.
  pipe.once('close', () => watched.deaf());
  let note = kept;
  let isKept = false;
  const keep = (more: Partial<KeptInit> = {}) => {
    note = { ...note, ...more };
    if (isKept) watched.note(JSON.stringify(note));
  };
  void words.leaving.then((leaving) => keep({ leaving }));
  const isOver = kept.script !== undefined && kept.script !== 'begun';
  const script = isOver ? Promise.resolve(kept.script) : words.said('script');
  void script.then((code) => code !== null && keep({ script: code }));
  const ended = watched.ended.then(async () => {
    const end = await words.lastWord();
    watched.forget();
    return end;
  });
  return {
    mark: kept.mark,
    ended,
    leaving: words.leaving.then(ignore),
    console: watched.console(),
    onServiceFailed: words.onServiceFailed,
    signal: watched.signal,
    said: words.said,
    claim: watched.claim,
    script: {
      isBegun: kept.script !== undefined,
      begun: () => keep({ script: 'begun' }),
      ended: script.then((code) => (code === null ? null : Number(code))),
    },
    keep(notice) {
      isKept = true;
      keep({ notice });
    },
  };
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
  { signal, filters, ...how }: { readonly signal: AbortSignal; readonly filters: boolean } & BootOptions,
): Promise<Init> {
  const child = startBoot(networkHost, record, folder, how);
  const complaint = collectComplaint(child);
  const socket = child.stdio[3] as Duplex;
  const [host = 0, ...about] = (await firstLine(socket)).split(' ').slice(1).map(Number);
  // The process waits for an answer, so it is alive and its pids are still its own.
  const mark = markOf(host);
  const [inside = 0, console = 0, words = 0] = about;
  const watched = mark && (await networkHost.watch(inside, host, console, words));
  const init = watched && initOf(watched, { machine: record.spec.id, mark, cpus: how.cpus, filters });
  const kill = () => init?.signal('kill');
  signal.addEventListener('abort', kill, { once: true });
  if (signal.aborted) kill();
  socket.end('go\n');
  const up = (await init?.said('up')) ?? null;
  signal.removeEventListener('abort', kill);
  child.stderr?.destroy();
  if (init && up !== null && !signal.aborted) return init;
  init?.console.destroy();
  kill();
  await init?.ended;
  checkAborted(signal);
  throw new DriverError('FAILED', `machine ${record.spec.id} did not boot: ${complaint()}`);
}

/** The first line of a stream; empty where it ends without one. */
function firstLine(stream: Duplex): Promise<string> {
  return new Promise((resolve) => {
    readLines(stream, resolve);
    stream.once('close', () => resolve(''));
  });
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
