import * as z from 'zod';
import { simulatePolicy } from '#lib/domain/identity/iam/simulate.ts';
import { route } from '#lib/edge/route.ts';
import { username } from '#lib/model/identity/iam-user.ts';
import { simulatedContext } from '#lib/model/identity/policy/context.ts';
import { knownAction, simulatedResource, simulation } from '#lib/model/identity/policy.ts';

/** Shows what a user's policies decide on each action and resource; changes nothing. 404 for an unknown user. */
export const handler = route(
  {
    name: 'simulatePolicy',
    action: 'iam:SimulatePolicy',
    resource: () => 'user/*',
    names: { 'body.username': 'user' },
    body: z.strictObject({
      username,
      actions: z.array(knownAction).min(1).max(100).describe('The actions to decide on.'),
      resources: z.array(simulatedResource).min(1).max(100).default(['*']).describe('The resources to decide on.'),
      context: simulatedContext.default({}),
    }),
    reply: simulation,
  },
  (context, { body }) => simulatePolicy(context, body),
);
