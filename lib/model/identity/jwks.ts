import * as z from 'zod';

/** The public signing keys (RFC 7517). */
export const jwks = z.strictObject({
  keys: z
    .array(
      z.strictObject({
        kty: z.literal('RSA').describe('The type of the key.'),
        use: z.literal('sig').describe('That the key is for signatures.'),
        alg: z.literal('RS256').describe('The algorithm of the signatures.'),
        kid: z.string().describe("The key's id.").meta({ example: 'k1' }),
        n: z.string().describe('The modulus in base64url.').meta({
          example:
            'sXchDaQebHnPiGvyDOAT4saGEUetSyo9MKLOoWFsueri23bOdgWp4Dy1WlUzewbgBHod5pcM9H95GQRV3JDXboIRROSBigeC5yjU1hGzHHyXss8UDprecbAYxknTcQkhslANGRUZmdTOQ5qTRsLAt6BTYuyvVRdhS8exSZEy_c4gs_7svlJJQ4H9_NxsiIoLwAEk7-Q3UXERGYw_75IDrGA84-lA_-Ct4eTlXHBIY2EaV7t7LjJaynVJCpkv4LKjTTAumiGUIuQhrNhZLuF_RJLqHpM2kgWFLU7-VTdL1VbC2tejvcI2BlMkEpk1BzBZI0KQB0GaDWFLN-aEAw3vRw',
        }),
        e: z.string().describe('The exponent in base64url.').meta({ example: 'AQAB' }),
      }),
    )
    .describe('The keys; an access token names its own by `kid`.'),
});
