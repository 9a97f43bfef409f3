import { setupMfa } from '#lib/domain/identity/mfa/setup.ts';
import { route } from '#lib/edge/route.ts';
import { mfaSetup } from '#lib/model/identity/mfa.ts';

/**
 * Starts the setup of one-time codes: returns a seed for an authenticator app, valid for ten minutes; 409 if codes are
 * enabled.
 */
export const handler = route({ name: 'setupMfa', action: null, reply: mfaSetup }, (context) => setupMfa(context));
