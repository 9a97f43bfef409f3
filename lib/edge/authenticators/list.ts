import { bearer, cookie } from './access-token.ts';
import type { Authenticator } from './authenticator.ts';

/** In order of precedence: Authorization beats cookies (contract 4.6). */
export const authenticators: readonly Authenticator[] = [bearer, cookie];
