import { SvcError } from '#lib/client/error.ts';
import { shared } from './shared.ts';

/** Why the account cannot be followed at the moment; undefined while it can. */
const lost = shared<SvcError | undefined>(undefined);

/** Notes that the platform cannot be asked, or by undefined that it can be again. */
export const setLost = (error: SvcError | undefined): void => lost.set(error);

/** Notes that this device has no network, before a request fails. */
export const setOffline = (): void =>
  setLost(new SvcError('this device has no network', { code: 'connection_failed' }));

/** Why what is shown may be old; undefined while it is true. */
export const useLost = (): SvcError | undefined => lost.use();
