import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { basename } from 'node:path';
import { DriverError } from '#lib/runtime/driver.ts';
import { hexOctetsOf } from '#lib/runtime/forwarder/blocks.ts';
import type { Holder } from '#lib/runtime/holder.ts';
import { launcher } from '#lib/runtime/launcher/launcher.ts';
import { socketFor, startHolder, vpcOf } from '#lib/runtime/start-holder.ts';
import type { ProcessMark } from '#lib/runtime/system/processes.ts';
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
  const socket = socketFor(folder, vpc);
  const mac = hardwareAddress(settings.gateway);
  const words = { ...settings, mac, own: Object.values(linkLocal), socket };
  try {
    return networkHostOf(await startHolder(launcher('network-host', words), socket, signal), socket);
  } catch (error) {
    throw error instanceof DriverError ? error : unsupported((error as Error).message);
  }
}

/** A network host process that answers at this socket, whose name goes when it has ended. */
export function networkHostOf({ end, ...holder }: Holder, socket: string): NetworkHost {
  void holder.ended.then(() => rmSync(socket, { force: true }));
  const { mark, version, ended, watch } = holder;
  return { vpc: vpcOf(basename(socket)), mark, version, ended, watch, kill: end };
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
