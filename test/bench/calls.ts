import { randomUUID } from 'node:crypto';
import { handler as launch } from '#functions/compute/instances/launch.ts';
import { handler as list } from '#functions/compute/instances/list.ts';
import { handler as show } from '#functions/compute/instances/show.ts';
import { handler as start } from '#functions/compute/instances/start.ts';
import { handler as terminate } from '#functions/compute/instances/terminate.ts';
import { handler as update } from '#functions/compute/instances/update.ts';
import { stepFunctions } from '#lib/drivers/workflows/start.ts';
import type { Handler } from '#lib/edge/route.ts';
import { call, signedUp } from '#lib/testing/functions/call.ts';
import type { Call } from '#lib/testing/functions/event.ts';
import { testTable } from '#lib/testing/functions/table.ts';
import { launchBody, launched, putInto, up } from '#test/support/compute/instances.ts';
import { standInHost } from '#test/support/hosts/hosts.ts';
import { tableCalls } from '#test/support/table/table-calls.ts';
import { withEmptyWorkflows } from './empty-workflows.ts';
import type { Line } from './line.ts';

interface Bound {
  calls: number;
  rounds: number;
  /** Calls of Step Functions, each a round of its own. */
  starts: number;
}

const reading: Bound = { calls: 3, rounds: 2, starts: 0 };
const changing: Bound = { calls: 5, rounds: 3, starts: 0 };
const starting: Bound = { ...changing, starts: 1 };
/** It chooses a host: the directory is asked in a round of its own. */
const placing: Bound = { calls: 6, rounds: 4, starts: 1 };

/**
 * The cost of a warm, uncontended request: its calls to DynamoDB and Step Functions, with those of the chain around the
 * verb, and the longest chain of calls that had to wait for one another. The handlers run in this process, on the
 * embedded engines.
 */
export async function benchCalls(): Promise<Line[]> {
  await testTable();
  return withEmptyWorkflows(async () => {
    await standInHost();
    const user = await signedUp();
    const { bearer } = user;
    const { id } = await launched(user);
    await putInto({ account_id: user.account_id, id }, { ...up, status: 'stopped' });
    const on = { bearer, params: { id } };
    const headers = () => ({ 'idempotency-key': randomUUID() });
    const renamed = { body: { name: 'web-02' } };
    await costOf(show, on);
    return [
      line('show an instance', reading, await costOf(show, on)),
      line('list a page of instances', reading, await costOf(list, { bearer, query: { sort: 'name', limit: '50' } })),
      line('rename an instance, keyed', changing, await costOf(update, { ...on, ...renamed, headers: headers() })),
      line('launch, keyed', placing, await costOf(launch, { bearer, body: launchBody(), headers: headers() })),
      line('start an instance, keyed', starting, await costOf(start, { ...on, headers: headers() })),
      line('terminate it, keyed', starting, await costOf(terminate, { ...on, headers: headers() })),
    ];
  });
}

async function costOf(handler: Handler, request: Call): Promise<Bound> {
  const stack = stepFunctions().middlewareStack;
  let starts = 0;
  stack.add(
    (next) => (args) => {
      starts++;
      return next(args);
    },
    { step: 'initialize', name: 'starts' },
  );
  let status = 0;
  const { calls, rounds } = await tableCalls(async () => {
    ({ status } = await call(handler, request));
  });
  stack.remove('starts');
  if (status >= 300) throw new Error(`${handler.route.name} answered ${status}`);
  return { calls: calls.length, rounds, starts };
}

function line(what: string, bound: Bound, seen: Bound): Line {
  const kept = seen.calls <= bound.calls && seen.rounds <= bound.rounds && seen.starts <= bound.starts;
  const words = ({ calls, rounds, starts }: Bound) =>
    `${calls} calls in ${rounds} rounds${starts ? `, ${starts} StartExecution` : ''}`;
  return {
    budget: `DynamoDB: ${what}`,
    bound: `≤ ${words(bound)}`,
    measured: words(seen),
    verdict: kept ? 'ok' : 'over',
  };
}
