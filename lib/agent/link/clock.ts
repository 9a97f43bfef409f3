import { clockSkewSeconds } from '#lib/model/compute/host-call.ts';

/**
 * What is wrong with this computer's clock, by the Date header of an answer; undefined where it is right, or nobody
 * knows. The header has no fractions of a second.
 */
export function clockFault(date: string | undefined, now = Date.now()): string | undefined {
  const apart = Math.round((now - Date.parse(date ?? '')) / 1000);
  if (!(Math.abs(apart) > clockSkewSeconds)) return undefined;
  const way = apart > 0 ? 'ahead of' : 'behind';
  return `the clock of this machine is ${Math.abs(apart)} seconds ${way} that of the control plane, and ${clockSkewSeconds} are allowed: set it, and keep it right (timedatectl set-ntp true)`;
}
