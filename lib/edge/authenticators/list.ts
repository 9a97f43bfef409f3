import { bearer, cookie } from './access-token.ts';
import type { Authenticator } from './authenticator.ts';
import { signature } from './signature.ts';

/** In order of precedence: Authorization beats cookies (contract 4.6), and so does a signed query. */
export const authenticators: readonly Authenticator[] = [bearer, signature, cookie];
