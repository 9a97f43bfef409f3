import { setting } from '#lib/model/platform/settings.ts';
import type { Catalog, Offer } from '#lib/store/compute/directory.ts';

/** Machines of this driver are records, which take nothing of their host. */
const isRecord = ({ driver }: Pick<Offer, 'driver'>): boolean => driver === 'simulated';

/** Whether a host has the limits that the operator requires for machines to be placed on it (SVC_HOST_LIMITS). */
export const hasRequiredLimits = (offer: Pick<Offer, 'driver' | 'capabilities'>): boolean =>
  isRecord(offer) || setting('SVC_HOST_LIMITS').every((word) => offer.capabilities.includes(word));

/** The required limits that not every live host has. None where machines may be records. */
export function rareLimits({ drivers, capabilities }: Catalog): string[] {
  if (drivers.some((driver) => isRecord({ driver }))) return [];
  return setting('SVC_HOST_LIMITS').filter((word) => !capabilities.includes(word));
}
