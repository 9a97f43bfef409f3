import { AwsClient } from 'aws4fetch';
import { atMost, info, type Line, skipped } from './line.ts';
import { KeepAlive } from './local/keep-alive.ts';
import { startMotoServer } from './local/moto.ts';
import { forkServer } from './s3.ts';
import { interleaved, median, ratioOf } from './statistics.ts';

const KEYS = 100;
const ROUNDS = 300;
const WARM_UP = 200;
const body = 'y'.repeat(4096);
const aws = new AwsClient({ accessKeyId: 'KEY', secretAccessKey: 'secret', service: 's3', region: 'in-mum' });

/** A server as a client meets it: signed requests to the same keys. */
type Side = Record<'put' | 'get', (round: number) => Promise<number>>;

/**
 * The time of a PUT and a GET of 4 KB, compared with moto's server: the same client with one kept connection to each,
 * in turns; the median of the ratios of blocks of rounds. Moto keeps objects in memory (and takes any signature), so
 * the bound is on an engine that does not wait for the disk either. The time of the engine as delivered, which answers
 * when the object is on the disk, is shown beside it: there the disk decides.
 */
export async function benchS3VersusMoto(): Promise<Line[]> {
  const moto = await startMotoServer();
  if (!moto) return ['PUT', 'GET'].map((verb) => skipped(nameOf(verb), '≤ 1', 'moto is not installed'));
  const [engine, durable] = [await forkServer('unsynced'), await forkServer('engine')];
  const [own, ownDurable] = [new KeepAlive(engine.endpoint), new KeepAlive(durable.endpoint)];
  try {
    const made = await aws.sign(`${moto.url}/bench`, { method: 'PUT', aws: { region: 'us-east-1' } });
    await moto.client.time('/bench', { method: 'PUT', headers: Object.fromEntries(made.headers) });
    const [ours, theirs] = [await sideOf(own, engine.endpoint), await sideOf(moto.client, moto.url)];
    const { put: kept } = await sideOf(ownDurable, durable.endpoint);
    const tasks = { put: ours.put, motoPut: theirs.put, kept, get: ours.get, motoGet: theirs.get };
    const times = await interleaved(ROUNDS, tasks, WARM_UP);
    return [
      lineOf('PUT', times.put, times.motoPut),
      info('the same, on the disk before the answer', `p50 ${median(times.kept).toFixed(2)} ms`),
      lineOf('GET', times.get, times.motoGet),
    ];
  } finally {
    for (const client of [own, ownDurable]) client.close();
    for (const server of [engine, durable]) await server.end();
    await moto.stop();
  }
}

const nameOf = (verb: string): string => `S3: 4 KB ${verb}, of moto's`;

function lineOf(verb: string, ours: readonly number[], theirs: readonly number[]): Line {
  const note = `p50 ${median(ours).toFixed(2)} : ${median(theirs).toFixed(2)} ms`;
  return atMost(nameOf(verb), 1, { value: ratioOf(ours, theirs), note });
}

async function sideOf(client: KeepAlive, endpoint: string): Promise<Side> {
  const signed = async (method: string, n: number) => {
    const url = `${endpoint}/bench/k${n}?X-Amz-Expires=3600`;
    const { pathname, search } = new URL((await aws.sign(url, { method, aws: { signQuery: true } })).url);
    return pathname + search;
  };
  const all = (method: string) => Promise.all(Array.from({ length: KEYS }, (_, n) => signed(method, n)));
  const [puts, gets] = [await all('PUT'), await all('GET')];
  for (const path of puts) await client.time(path, { method: 'PUT', body });
  return {
    put: (round) => client.time(puts[round % KEYS] ?? '', { method: 'PUT', body }),
    get: (round) => client.time(gets[round % KEYS] ?? ''),
  };
}
