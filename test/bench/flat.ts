import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { handler as launch } from '#functions/compute/instances/launch.ts';
import { handler as list } from '#functions/compute/instances/list.ts';
import { handler as show } from '#functions/compute/instances/show.ts';
import type { Handler } from '#lib/edge/route.ts';
import type { Instance } from '#lib/model/compute/instance.ts';
import { keys } from '#lib/store/keys.ts';
import { documents, tableName } from '#lib/store/platform/client.ts';
import { call, type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import type { Call } from '#lib/testing/functions/event.ts';
import { testTable } from '#lib/testing/functions/table.ts';
import { launchBody, launched, recordOf } from '#test/support/compute/instances.ts';
import { standInHost } from '#test/support/hosts/hosts.ts';
import { tableCalls } from '#test/support/table/table-calls.ts';
import { consumed } from './consumed.ts';
import { putCopies } from './copies.ts';
import { withEmptyWorkflows } from './empty-workflows.ts';
import { flat, type Line } from './line.ts';
import { interleaved, median, ratioOf, timed } from './statistics.ts';

const few = 10;
const many = 10_000;
const rounds = 200;
const share = 0.1;

/** An account with so many instances, and one of them. */
interface Owner {
  user: SignedUp;
  one: Instance;
}

/**
 * What list, show and launch cost in an account with 10,000 instances against one with 10: calls, capacity units and
 * bytes as counts, and time as the ratio of medians over many rounds in which the two take turns.
 */
export async function benchFlat(): Promise<Line[]> {
  process.env.SVC_QUOTA_INSTANCES = process.env.SVC_QUOTA_VCPUS = '100000';
  try {
    await testTable();
    await standInHost({ ram_mib: 1e9, vcpus: 1e6 });
    return await withEmptyWorkflows(async () => {
      const owners = { small: await ownerOf(few), large: await ownerOf(many) };
      const lines: Line[] = [];
      for (const [what, handler, request] of operations) lines.push(...(await compare(what, handler, request, owners)));
      return lines;
    });
  } finally {
    delete process.env.SVC_QUOTA_INSTANCES;
    delete process.env.SVC_QUOTA_VCPUS;
  }
}

const operations: [string, Handler, (owner: Owner) => Call][] = [
  // A page that the smaller account fills as well, with one row beyond it.
  ['list 9', list, () => ({ query: { limit: '9' } })],
  ['list 9 by name', list, () => ({ query: { limit: '9', sort: 'name' } })],
  ['show', show, ({ one }) => ({ params: { id: one.id } })],
  ['launch', launch, () => ({ body: launchBody() })],
];

async function compare(
  what: string,
  handler: Handler,
  request: (owner: Owner) => Call,
  { small, large }: { small: Owner; large: Owner },
): Promise<Line[]> {
  const ask = async (owner: Owner) => {
    const { status } = await call(handler, { bearer: owner.user.bearer, once: true, ...request(owner) });
    if (status >= 300) throw new Error(`${what} answered ${status}`);
  };
  const cost = async (owner: Owner) => {
    await forgetRate(owner.user);
    let calls = 0;
    const spent = await consumed(async () => {
      calls = (await tableCalls(() => ask(owner))).calls.length;
    });
    return { calls, ...spent };
  };
  const time = (owner: Owner) => async () => {
    await forgetRate(owner.user);
    return timed(() => ask(owner));
  };
  const times = await interleaved(rounds, { small: time(small), large: time(large) });
  // The middle of five: now and then a launch chooses a port that is taken, and reads again.
  const usual = async (owner: Owner) => {
    const costs = [];
    for (let i = 0; i < 5; i++) costs.push(await cost(owner));
    return costs.sort((x, y) => x.bytes - y.bytes)[2]!;
  };
  const [a, b] = [await usual(small), await usual(large)];
  const name = `${many.toLocaleString('en')} instances against ${few}: ${what}`;
  const both = (key: keyof typeof a) => `${b[key]} : ${a[key]} ${key}`;
  const dearest = Math.max(b.calls / a.calls, b.units / a.units, b.bytes / a.bytes);
  const note = `${median(times.large).toFixed(1)} : ${median(times.small).toFixed(1)} ms`;
  return [
    flat(`${name}, cost`, share, dearest, `${both('calls')}, ${both('units')}, ${both('bytes')}`),
    flat(`${name}, time`, share, ratioOf(times.large, times.small), note),
  ];
}

async function ownerOf(size: number): Promise<Owner> {
  const user = await signedUp();
  const one = await launched(user);
  await putCopies(await recordOf(one), one.account_id, size - 1);
  return { user, one };
}

/** Empties the caller's rate window, so that the limit of 30 a second does not set the pace. */
async function forgetRate({ user }: SignedUp): Promise<void> {
  const Key = keys.rate(user.id, Math.floor(Date.now() / 1000));
  await documents().send(new DeleteCommand({ TableName: tableName(), Key }));
}
