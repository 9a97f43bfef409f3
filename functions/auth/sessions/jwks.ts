import { getJwks } from '#lib/domain/identity/sessions/jwks.ts';
import { route } from '#lib/edge/route.ts';
import { jwks } from '#lib/model/identity/jwks.ts';

/** Lists the public keys that verify access tokens; needs no login. */
export const handler = route({ name: 'getJwks', action: null, public: true, unlimited: true, reply: jwks }, () =>
  getJwks(),
);
