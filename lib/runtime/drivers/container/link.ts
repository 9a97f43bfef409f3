import { createHash } from 'node:crypto';
import { hexOctetsOf } from '#lib/runtime/forwarder/blocks.ts';

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
