import * as z from 'zod';
import { createConsoleTicket } from '#lib/domain/compute/console/create-ticket.ts';
import { route } from '#lib/edge/route.ts';
import { consoleTicket } from '#lib/model/compute/console.ts';
import { id } from '#lib/model/platform/common.ts';

/**
 * Creates a ticket that opens the instance's console once within 60 seconds. 409 wrong_state unless the instance is
 * running on a host that has consoles.
 */
export const handler = route(
  {
    name: 'createConsoleTicket',
    action: 'compute:OpenConsole',
    resource: ({ id }) => `instance/${id}`,
    params: z.strictObject({ id: id('instance') }),
    prefetch: ({ id }) => id,
    reply: consoleTicket,
    status: 201,
    spends: true,
  },
  (context, { params }) => createConsoleTicket(context, params),
);
