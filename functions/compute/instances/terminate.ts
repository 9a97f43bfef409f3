import * as z from 'zod';
import { instanceFacts } from '#lib/domain/instances/facts.ts';
import { settledInstance } from '#lib/domain/instances/settled.ts';
import { terminateInstance } from '#lib/domain/instances/terminate.ts';
import { route } from '#lib/edge/route.ts';
import { id } from '#lib/model/common.ts';
import { instance } from '#lib/model/instance.ts';

/** Terminates an instance whatever it is doing; 409 while it has termination protection. */
export const handler = route(
  {
    name: 'terminateInstance',
    action: 'compute:TerminateInstance',
    resource: ({ id }) => `instance/${id}`,
    facts: instanceFacts,
    params: z.strictObject({ id: id('instance') }),
    reply: instance,
    dryRun: true,
    settled: settledInstance,
  },
  (context, { params }) => terminateInstance(context, params),
);
