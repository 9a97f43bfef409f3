import type { Exchange } from '#lib/edge/exchange.ts';
import type { Principal } from '#lib/model/platform/principal.ts';

/** One way to prove who is calling. */
export interface Authenticator {
  credential: 'bearer' | 'cookie' | 'sigv4';
  /** Whether the request carries this kind of credentials. */
  applies(exchange: Exchange): boolean;
  /** Who it is; refuses with 401. The raw target and the body's bytes are at hand in `exchange.request`. */
  authenticate(exchange: Exchange): Promise<Principal>;
}
