import * as z from 'zod';
import { createConsoleTicket } from '#lib/domain/console/create-ticket.ts';
import { instanceFacts } from '#lib/domain/instances/facts.ts';
import { route } from '#lib/edge/route.ts';
import { id } from '#lib/model/common.ts';
import { consoleTicket } from '#lib/model/console.ts';

/** A ticket that opens the instance's console once within 60 seconds; 409 wrong_state unless it runs on a host that has consoles. */
export const handler = route(
  {
    name: 'createConsoleTicket',
    action: 'compute:OpenConsole',
    resource: ({ id }) => `instance/${id}`,
    facts: instanceFacts,
    params: z.strictObject({ id: id('instance') }),
    reply: consoleTicket,
    status: 201,
  },
  (context, { params }) => createConsoleTicket(context, params),
);
