import * as z from 'zod';
import { getConsoleLog, grownConsoleLog } from '#lib/domain/compute/console-logs/show.ts';
import { route } from '#lib/edge/route.ts';
import { consoleLog, consoleLogQuery } from '#lib/model/compute/console-log.ts';
import { id } from '#lib/model/platform/common.ts';

/**
 * Shows what an instance has written to its console since its last boot. With `after` and `Prefer: wait` it waits for
 * more. 409 if it has never booted.
 */
export const handler = route(
  {
    name: 'getConsoleLog',
    action: 'compute:GetInstance',
    resource: ({ id }) => `instance/${id}`,
    prefetch: ({ id }) => id,
    params: z.strictObject({ id: id('instance') }),
    query: consoleLogQuery,
    reply: consoleLog,
    settled: (context, _reply, { params, query }) => grownConsoleLog(context, { ...params, ...query }),
  },
  (context, { params, query }) => getConsoleLog(context, { ...params, ...query }),
);
