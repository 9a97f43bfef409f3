import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { DriverError } from '#lib/runtime/driver.ts';
import { hexOctetsOf } from '#lib/runtime/forwarder/blocks.ts';
import { launcher } from '#lib/runtime/launcher/launcher.ts';
import { ignore } from '#lib/runtime/system/errors.ts';
import { checkId } from '#lib/runtime/system/files.ts';
import type { ProcessMark } from '#lib/runtime/system/processes.ts';
import { keepOutput, readLines } from '#lib/runtime/system/streams.ts';
import { type Holder, openHolder } from './holder.ts';
import { linkLocal } from './link-local.ts';

/**
 * The namespaces that a VPC's machines on this host share: a network with a bridge, and a user namespace around all of
 * them.
 */
export interface NetworkHost extends Pick<Holder, 'ended' | 'watch' | 'version'> {
  readonly vpc: string;
  /** Its pid 1, the parent of every init in it. */
  readonly mark: ProcessMark;
  kill(): void;
}

/** A VPC's network, and where the sockets of network host processes are. */
export interface NetworkSettings {
  readonly vpc: string;
  readonly gateway: string;
  readonly prefix: string;
  readonly hidden: string | readonly string[];
  readonly folder: string;
}

/**
 * Starts a network host process, which outlives this process once a machine is in it. Rejects with UNSUPPORTED when the
 * kernel refuses user namespaces.
 */
export async function startNetworkHost(
  { vpc, folder, ...settings }: NetworkSettings,
  signal: AbortSignal,
): Promise<NetworkHost> {
  const socket = socketOf(folder, vpc);
  const mac = hardwareAddress(settings.gateway);
  const words = { ...settings, mac, own: Object.values(linkLocal), socket };
  const { file, args, ...options } = launcher('network-host', words);
  const child = spawn(file, args, { ...options, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const kill = () => void child.kill('SIGKILL');
  signal.addEventListener('abort', kill, { once: true });
  try {
    await readiness(child);
    const holder = await openHolder(socket);
    if (!holder || signal.aborted) throw unsupported('it ended at once');
    return networkHostOf(holder, socket);
  } catch (error) {
    // Without its name it ends.
    rmSync(socket, { force: true });
    kill();
    throw error;
  } finally {
    signal.removeEventListener('abort', kill);
  }
}

/** A network host process that answers at this socket, whose name goes when it has ended. */
export function networkHostOf({ end, ...holder }: Holder, socket: string): NetworkHost {
  void holder.ended.then(() => rmSync(socket, { force: true }));
  const { mark, version, ended, watch } = holder;
  return { vpc: vpcOf(basename(socket)), mark, version, ended, watch, kill: end };
}

/** The name of a new socket: that of one which is about to end is never taken. */
const socketOf = (folder: string, vpc: string): string =>
  join(folder, `${checkId(vpc, 'VPC')}+${randomUUID().slice(0, 8)}`);

/** The VPC of which a network host process has the socket of this name. */
export const vpcOf = (name: string): string => name.slice(0, name.lastIndexOf('+'));

/** Bytes of what a network host process says when it cannot be made. */
const COMPLAINT_BYTES = 4096;

function readiness(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    const complaint = keepOutput(child.stderr, COMPLAINT_BYTES, () => child.stderr?.destroy());
    if (child.stdout) readLines(child.stdout, () => resolve());
    child.once('error', (error) => reject(new DriverError('UNSUPPORTED', error.message)));
    child.once('close', () => reject(unsupported(complaint().trim().split('\n')[0] || 'it ended without a word')));
    child.on('error', ignore);
  });
}

const unsupported = (why: string) =>
  new DriverError('UNSUPPORTED', `a user namespace with a network of its own cannot be made here: ${why}`);

/**
 * The name of the network host process's end of a machine's link: at most 15 characters (IFNAMSIZ), always the same for
 * a machine.
 */
export function linkName(machineId: string): string {
  return `v${createHash('sha256').update(machineId).digest('hex').slice(0, 14)}`;
}

/** A hardware address made of an IPv4 address, so that neighbours still know a machine that starts again. */
export function hardwareAddress(ip: string): string {
  return ['02', '53', ...hexOctetsOf(ip)].join(':');
}
