import * as z from 'zod';

/** The public signing keys (RFC 7517). */
export const jwks = z.strictObject({
  keys: z.array(
    z.strictObject({
      kty: z.literal('RSA'),
      use: z.literal('sig'),
      alg: z.literal('RS256'),
      kid: z.string(),
      n: z.string(),
      e: z.string(),
    }),
  ),
});
