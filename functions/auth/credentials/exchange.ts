import * as z from 'zod';
import { exchangeCredentials } from '#lib/domain/identity/iam-login/exchange-credentials.ts';
import { route } from '#lib/edge/route.ts';
import { accessToken } from '#lib/model/identity/user.ts';

const field = z.string().min(1).max(256);

/**
 * Issues a 15-minute access token for an access key, by its secret or a signature; 400 for both or neither, 401 for a
 * wrong secret or an inactive key.
 */
export const handler = route(
  {
    name: 'exchangeCredentials',
    action: null,
    public: true,
    signed: true,
    body: z.strictObject({
      access_key_id: field
        .optional()
        .describe('The access key; omit it if the request is signed with it.')
        .meta({ example: 'SVCQ3W7X5ZK2M4N6P7AB' }),
      secret_key: field
        .optional()
        .describe('Its secret key; omit it if the request is signed.')
        .meta({ writeOnly: true, example: 'wJalrXUtnFEMIK7MDENGbPxRfiCYEXAMPLEKEY00' }),
    }),
    reply: accessToken,
  },
  (context, { body }) => exchangeCredentials(context, body),
);
