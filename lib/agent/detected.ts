import { readFileSync } from 'node:fs';
import { availableParallelism, networkInterfaces, totalmem } from 'node:os';
import type { HostCapacity } from '#lib/model/platform/host-setting-forms.ts';

/** The least memory that is left to the host itself, in MiB, and its share where that is more. */
const ownRam = { least: 512, share: 0.06 };

/** What this computer can give to machines: all its processors, and its memory without what it needs itself. */
export function detectedCapacity(): HostCapacity {
  const ram = Math.floor(totalmem() / 2 ** 20);
  const kept = Math.max(ownRam.least, Math.ceil(ram * ownRam.share));
  return { vcpus: availableParallelism(), ram_mib: Math.max(0, ram - kept) };
}

/** The IPv4 address of the interface of the default route; undefined without one. */
export function detectedAddress(): string | undefined {
  const name = defaultInterface();
  return name && networkInterfaces()[name]?.find(({ family }) => family === 'IPv4')?.address;
}

/** proc(5): the destination of the default route is 0; of several, the one of the least metric counts. */
function defaultInterface(): string | undefined {
  const routes = routeTable().filter(
    ([, destination, , , , , , mask]) => destination === '00000000' && mask === destination,
  );
  const [first] = routes.sort((one, other) => Number(one[6]) - Number(other[6]));
  return first?.[0];
}

function routeTable(): string[][] {
  try {
    const lines = readFileSync('/proc/net/route', 'utf8').trim().split('\n').slice(1);
    return lines.map((line) => line.trim().split(/\s+/));
  } catch {
    return [];
  }
}

/** Whether this computer has an address. */
export const isOwnAddress = (address: string): boolean =>
  Object.values(networkInterfaces()).some((list) => list?.some((one) => one.address === address));
