import { listOperations } from '#lib/domain/platform/operations/stuck.ts';
import { route } from '#lib/edge/route.ts';
import { dueQuery, knownValues, listOf } from '#lib/model/platform/lists.ts';
import { operation } from '#lib/model/platform/operated.ts';

/** Lists the workflows that are past their deadline, the longest overdue first. */
export const handler = route(
  {
    name: 'listOperations',
    action: 'platform:Audit',
    resource: () => 'operation/*',
    query: dueQuery('status').superRefine(knownValues('status', ['stuck'])),
    reply: listOf('operations', operation),
  },
  (context, { query }) => listOperations(context, query),
);
