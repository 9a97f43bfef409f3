import { getInstance, type InstanceRecord } from '#lib/store/compute/instances.ts';
import { putCopies } from '#test/bench/copies.ts';
import { atMost, type Line, skipped } from '#test/bench/line.ts';
import { interleaved, median, ratioOf } from '#test/bench/statistics.ts';
import { type Client, demand } from '#test/support/http/client.ts';
import { KeepAlive } from './keep-alive.ts';
import { type Moto, startMoto } from './moto.ts';
import type { Started } from './platform.ts';

const page = 50;
/** Warm is what has been optimised: V8 needs some hundreds of requests for that. */
const warmUp = 80;
const rounds = 150;
const block = 15;
/** Launches are fewer: each machine boots, and is terminated before the next. */
const launches = { rounds: 15, warmUp: 5 };
const budgets = {
  show: "warm show, of moto's describe of one instance",
  list: `warm list of ${page}, of moto's describe of ${page}`,
  launch: 'launch, of moto running one instance',
};
const bounds = { show: 0.6, list: 0.2, launch: 1.5 };

/** A caller and one of the 50 instances that the account has. */
interface Caller {
  headers: { authorization: string };
  id: string;
}

/**
 * How long a warm show, a list of 50 and a launch take over HTTP, against what moto's server takes for the same: the
 * same client with one kept connection each, all turn by turn; the median of the ratios of blocks of rounds. The
 * accounts take turns too, because of the rate limit.
 */
export async function benchVersusMoto(platform: Started, clients: readonly Client[]): Promise<Line[]> {
  const own = new KeepAlive(platform.baseUrl);
  const moto = await startMoto(page);
  const launched = await timesOfLaunches(own, clients, moto);
  const callers = await fill(platform, clients);
  const callerOf = (round: number) => callers[round % callers.length]!;
  const ours = {
    show: (round: number) => own.time(`/compute/instances/${callerOf(round).id}`, { headers: callerOf(round).headers }),
    list: (round: number) => own.time(`/compute/instances?limit=${page}`, { headers: callerOf(round).headers }),
  };
  try {
    if (!moto) return withoutMoto({ ...(await interleaved(rounds, ours, warmUp)), launch: launched.ours });
    const times = await interleaved(rounds, { ...ours, one: moto.one, all: moto.all }, warmUp);
    return [
      lineOf('show', times.show, times.one),
      lineOf('list', times.list, times.all),
      lineOf('launch', launched.ours, launched.theirs),
    ];
  } finally {
    own.close();
    await moto?.stop();
  }
}

function lineOf(what: keyof typeof budgets, ours: readonly number[], theirs: readonly number[]): Line {
  const note = `p50 ${median(ours).toFixed(2)} : ${median(theirs).toFixed(2)} ms`;
  return atMost(budgets[what], bounds[what], { value: ratioOf(ours, theirs, block), note });
}

/** Milliseconds of launches; the machine is terminated before the next one. */
async function timesOfLaunches(own: KeepAlive, clients: readonly Client[], moto: Moto | undefined) {
  const body = JSON.stringify(await clients[0]!.launchBody());
  const ours = async (round: number): Promise<number> => {
    const client = clients[round % clients.length]!;
    const headers = { authorization: `Bearer ${client.token}`, 'content-type': 'application/json' };
    const { status, text, ms } = await own.ask('/compute/instances', { method: 'POST', headers, body });
    if (status !== 201) throw new Error(`a launch answered ${status}: ${text}`);
    const { id } = JSON.parse(text);
    await client.until(id, 'running');
    await client.operate(id, 'terminate');
    return ms;
  };
  const theirs = moto ? moto.launch : async () => Number.NaN;
  return interleaved(launches.rounds, { ours, theirs }, launches.warmUp);
}

function withoutMoto({ show, list, launch }: Record<keyof typeof budgets, number[]>): Line[] {
  const without = (what: keyof typeof budgets, times: readonly number[]) =>
    skipped(budgets[what], `≤ ${bounds[what]}`, `p50 ${median(times).toFixed(2)} ms; moto is not installed`);
  return [without('show', show), without('list', list), without('launch', launch)];
}

/** Gives each account 50 instances that only the table knows: more than its quota lets it launch. */
async function fill({ tableSettings }: Started, clients: readonly Client[]): Promise<Caller[]> {
  Object.assign(process.env, tableSettings);
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
