import { getInstance, type InstanceRecord } from '#lib/store/instances.ts';
import { putCopies } from '#test/bench/copies.ts';
import { atMost, type Line, skipped } from '#test/bench/line.ts';
import { interleaved, median } from '#test/bench/statistics.ts';
import { type Client, demand } from '#test/support/client.ts';
import { KeepAlive } from './keep-alive.ts';
import { type Moto, startMoto } from './moto.ts';
import type { Started } from './platform.ts';

const page = 50;
/** Warm is what has been optimised: V8 needs some hundreds of requests for that. */
const rounds = { show: { measured: 200, warmUp: 200 }, list: { measured: 60, warmUp: 40 } };
const budgets = {
  show: "warm show, of moto's describe of one instance",
  list: `warm list of ${page}, of moto's describe of ${page}`,
};
const bounds = { show: 1, list: 0.2 };

/** A caller and one of the 50 instances that the account has. */
interface Caller {
  headers: { authorization: string };
  id: string;
}

/**
 * How long a warm show and a list of 50 take over HTTP, against what moto's server takes for the same: the same client
 * with one kept connection each, turn by turn, medians. The accounts take turns too, because of the rate limit.
 */
export async function benchVersusMoto(platform: Started, clients: readonly Client[]): Promise<Line[]> {
  const callers = await fill(platform, clients);
  const own = new KeepAlive(platform.baseUrl);
  const moto = await startMoto(page);
  const callerOf = (round: number) => callers[round % callers.length]!;
  const asks = {
    show: (round: number) => own.time(`/compute/instances/${callerOf(round).id}`, { headers: callerOf(round).headers }),
    list: (round: number) => own.time(`/compute/instances?limit=${page}`, { headers: callerOf(round).headers }),
  };
  try {
    return [await compare('show', asks.show, moto?.one), await compare('list', asks.list, moto?.all)];
  } finally {
    own.close();
    await moto?.stop();
  }
}

async function compare(
  what: keyof typeof budgets,
  ours: (round: number) => Promise<number>,
  theirs: Moto['one'] | undefined,
): Promise<Line> {
  const { measured, warmUp } = rounds[what];
  if (!theirs) {
    const { ours: alone } = await interleaved(measured, { ours }, warmUp);
    return skipped(budgets[what], `≤ ${bounds[what]}`, `${median(alone).toFixed(2)} ms; moto_server is not installed`);
  }
  const times = await interleaved(measured, { ours, theirs }, warmUp);
  const mine = median(times.ours);
  const other = median(times.theirs);
  const note = `${mine.toFixed(2)} : ${other.toFixed(2)} ms`;
  return atMost(budgets[what], bounds[what], { value: mine / other, note });
}

/** Gives each account 50 instances that only the table knows: more than its quota lets it launch. */
async function fill({ tableEndpoint }: Started, clients: readonly Client[]): Promise<Caller[]> {
  Object.assign(process.env, {
    SVC_TABLE: 'svc',
    AWS_ENDPOINT_URL_DYNAMODB: tableEndpoint,
    AWS_REGION: 'ap-south-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
  });
  const model = await modelRecord(clients[0]!);
  return Promise.all(
    clients.map(async (client) => {
      const { account_id } = demand(await client.get('/auth/me'), 200).body;
      const [id = ''] = await putCopies(model, account_id, page);
      return { headers: { authorization: `Bearer ${client.token}` }, id };
    }),
  );
}

async function modelRecord(client: Client): Promise<InstanceRecord> {
  const { account_id, id } = await client.launch();
  const record = await getInstance(account_id, id);
  if (!record) throw new Error(`no record of ${id} in the platform's table`);
  await client.operate(id, 'terminate');
  return record;
}
