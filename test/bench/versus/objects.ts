import { AwsClient } from 'aws4fetch';
import { interleaved, median } from '#test/bench/statistics.ts';
import type { Found } from './claims.ts';
import { RawClient, type Wire, wire } from './raw.ts';
import { tableOf } from './report.ts';
import { accessKeyId, type Store, startStores } from './stores.ts';

const MIB = 1024 * 1024;
const large = Buffer.alloc(64 * MIB, 'x');
const small = Buffer.alloc(1024, 'y');

/** What is asked of each server, and how often. */
const kinds = {
  put1: { what: 'PUT of 1 KB, ms', rounds: 200, warmUp: 100 },
  get1: { what: 'GET of 1 KB, ms', rounds: 200, warmUp: 100 },
  list: { what: 'list of 1,000 objects, ms', rounds: 30, warmUp: 10 },
  put64: { what: 'PUT of 64 MB, MB/s', rounds: 9, warmUp: 1 },
  get64: { what: 'GET of 64 MB, MB/s', rounds: 9, warmUp: 1 },
} as const;

type Kind = keyof typeof kinds;

/** PUT, GET and list of the engine as delivered, beside a bare Node server and whatever else is installed. */
export async function objects(): Promise<Found> {
  const stores = await startStores();
  const clients = stores.map(({ url }) => new RawClient(url));
  try {
    const asked = await Promise.all(stores.map((store, at) => prepare(store, clients[at] as RawClient)));
    const times = new Map<Kind, readonly number[]>();
    for (const kind of Object.keys(kinds) as Kind[]) {
      const { rounds, warmUp } = kinds[kind];
      const tasks = Object.fromEntries(
        stores.map(({ name }, at) => [name, (round: number) => clients[at]?.time(asked[at]?.(kind, round) as Wire)]),
      ) as Record<string, (round: number) => Promise<number>>;
      const found = await interleaved(rounds, tasks, warmUp);
      times.set(
        kind,
        stores.map(({ name }) => median(found[name] ?? [])),
      );
    }
    return { values: valuesOf(times), text: textOf(stores, times) };
  } finally {
    for (const client of clients) client.close();
    for (const { end } of stores) await end();
  }
}

/** Makes the bucket and 1,000 objects of 1 KB in it; answers the requests, whose addresses are signed ahead. */
async function prepare(
  { url, secret: secretAccessKey }: Store,
  client: RawClient,
): Promise<(kind: Kind, round: number) => Wire> {
  const aws = new AwsClient({ accessKeyId, secretAccessKey, service: 's3', region: 'in-mum' });
  const signed = async (method: string, name: string, query = '') => {
    const full = `${url}/bench/${name}?${query}X-Amz-Expires=3600`;
    const { pathname, search } = new URL((await aws.sign(full, { method, aws: { signQuery: true } })).url);
    return pathname + search;
  };
  await client.ask(wire(url, { method: 'PUT', path: await signed('PUT', ''), body: '' }));
  const names = Array.from({ length: 1000 }, (_, n) => `k${`${n}`.padStart(4, '0')}`);
  const puts = await Promise.all(names.map((name) => signed('PUT', name)));
  const gets = await Promise.all(names.map((name) => signed('GET', name)));
  const [put64, get64] = [await signed('PUT', 'zlarge'), await signed('GET', 'zlarge')];
  const list = wire(url, { path: await signed('GET', '', 'list-type=2&max-keys=1000&') });
  const largePut = wire(url, { method: 'PUT', path: put64, body: large });
  const put = (path = '') => wire(url, { method: 'PUT', path, body: small });
  for (const path of puts) await client.time(put(path));
  return (kind, round) => {
    if (kind === 'list') return list;
    if (kind === 'put64') return largePut;
    if (kind === 'get64') return wire(url, { path: get64 });
    return kind === 'put1' ? put(puts[round % 1000]) : wire(url, { path: gets[round % 1000] ?? '' });
  };
}

type Times = ReadonlyMap<Kind, readonly number[]>;

/** The engine is the first, the bare server the second. */
function valuesOf(times: Times): Found['values'] {
  const ratio = (kind: Kind) => {
    const [own = Number.NaN, bare = Number.NaN] = times.get(kind) ?? [];
    return own / bare;
  };
  return {
    put64: 1 / ratio('put64'),
    get64: 1 / ratio('get64'),
    put1: ratio('put1'),
    get1: ratio('get1'),
    listObjects: ratio('list'),
  };
}

function textOf(stores: readonly Store[], times: Times): string {
  const rows = (Object.keys(kinds) as Kind[]).map((kind) => [
    kinds[kind].what,
    ...(times.get(kind) ?? []).map((ms) => (kind.endsWith('64') ? ((64 * 1000) / ms).toFixed(0) : ms.toFixed(2))),
  ]);
  return `${tableOf(['', ...stores.map(({ name }) => name)], rows)}

The engine of svc checks each signature, keeps checksums and versions, and answers a PUT when the object is on the
disk. The bare server writes the same bytes to a file, waits for the disk too, and checks nothing. MinIO and versitygw
are measured where they are installed.`;
}
