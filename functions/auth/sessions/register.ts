import * as z from 'zod';
import { furnishAccount } from '#lib/domain/compute/vpcs/furnish-account.ts';
import { register } from '#lib/domain/identity/accounts/register.ts';
import { route } from '#lib/edge/route.ts';
import { sessionProof } from '#lib/model/identity/session.ts';
import { displayName, email, tokens } from '#lib/model/identity/user.ts';

/** Signs up and logs in; 400 names each rule that the password breaks, 409 for an address that is registered. */
export const handler = route(
  {
    name: 'register',
    action: null,
    public: true,
    sameOrigin: true,
    body: z.strictObject({
      email,
      password: z.string().describe('The password.').meta({ writeOnly: true, example: 'correct-horse-battery-0' }),
      name: displayName.optional(),
      session_proof: sessionProof,
    }),
    reply: tokens,
    status: 201,
    spends: true,
  },
  (context, { body }) => register(context, body, furnishAccount),
);
