import { isNearConsole, readConsoleAddress } from '#lib/model/platform/console-address.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { setting } from '#lib/model/platform/settings.ts';
import type { Offer } from '#lib/store/compute/directory.ts';

/** Whether this is a laptop, whose front listener forwards to the consoles of its own hosts. */
const isLaptop = (): boolean => setting('SVC_MODE') === 'local';

/**
 * Refuses a host's offer, with 400, where the address of its consoles would be each browser's own computer. The schema
 * has checked the form of the address.
 */
export function checkConsoleUrl({ console_url }: Pick<Offer, 'console_url'>): void {
  const address = console_url === undefined ? undefined : readConsoleAddress(console_url);
  if (!address || isLaptop() || !isNearConsole(address)) return;
  throw new ApiError('validation_failed', `offer.console_url: ${address.host} is no address at which others reach it`);
}

/**
 * The address under which a browser reaches the consoles of a host with this offer: its own or, on a laptop, the API's.
 * 409 where it serves none.
 */
export function consoleAddressOf(host_id: string, offer: Pick<Offer, 'console_url'> | undefined): string {
  if (offer?.console_url !== undefined) return offer.console_url;
  if (isLaptop()) return setting('SVC_BASE_URL') ?? 'http://localhost:3000';
  throw new ApiError('wrong_state', `host ${host_id} serves no console; its machines are reached by SSH`);
}
