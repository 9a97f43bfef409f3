import { createHash } from 'node:crypto';

/** A name for the world's side of a machine's link: at most 15 characters (IFNAMSIZ), the same for the same machine. */
export function linkName(machineId: string): string {
  return `v${createHash('sha256').update(machineId).digest('hex').slice(0, 14)}`;
}
