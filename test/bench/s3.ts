import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AwsClient } from 'aws4fetch';
import { createAdmin } from '#lib/local/s3/admin.ts';
import { Blobs } from '#lib/local/s3/store/blobs.ts';
import { currentKey } from '#lib/local/s3/store/keys.ts';
import { bucketKey, Store } from '#lib/local/s3/store/store.ts';
import { openTables } from '#lib/local/s3/store/tables.ts';
import { Traffic } from '#lib/local/s3/traffic.ts';
import { atLeast, atMost, info, type Line } from './line.ts';
import { median } from './statistics.ts';

const MIB = 1024 * 1024;
const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** Objects of 64 MB and of 4 KB through the engine and through a bare server that writes and reads the same files. */
export async function benchS3(): Promise<Line[]> {
  const engine = await begin('engine');
  const bare = await begin('bare');
  try {
    const put = await compare(engine, bare, 'putLarge');
    const get = await compare(engine, bare, 'getLarge');
    const [small, bareSmall] = [await engine.small(), await bare.small()];
    const [rss, bareRss] = [await engine.rss(), await bare.rss()];
    return [
      atLeast('S3: 64 MB PUT, of a bare server', 60, put),
      atLeast('S3: 64 MB GET, of a bare server', 80, get),
      info('S3: 4 KB PUT, 16 at a time', `${small.put.toFixed(0)} a second (bare: ${bareSmall.put.toFixed(0)})`),
      info('S3: 4 KB GET, 16 at a time', `${small.get.toFixed(0)} a second (bare: ${bareSmall.get.toFixed(0)})`),
      info('S3: memory after all that', `${(rss / MIB).toFixed(0)} MB (bare: ${(bareRss / MIB).toFixed(0)} MB)`),
    ];
  } finally {
    await engine.end();
    await bare.end();
  }
}

type Bench = Awaited<ReturnType<typeof begin>>;

/** Both in turns, so that what else the machine does slows both; the median of the turns. */
async function compare(engine: Bench, bare: Bench, what: 'putLarge' | 'getLarge') {
  const turns: { ours: number; theirs: number }[] = [];
  for (let n = 0; n < 11; n += 1) {
    const ours = await milliseconds(engine[what]);
    turns.push({ ours, theirs: await milliseconds(bare[what]) });
  }
  const rate = (times: number[]) => ((64 * 1000) / median(times)).toFixed(0);
  return {
    value: Math.round(100 * median(turns.map(({ ours, theirs }) => theirs / ours))),
    unit: '%',
    note: `${rate(turns.map(({ ours }) => ours))} of ${rate(turns.map(({ theirs }) => theirs))} MB/s`,
  };
}

/** A server in a process of its own, with an empty folder; `end` stops it and removes that. */
export async function forkServer(kind: 'engine' | 'unsynced' | 'bare') {
  const dir = mkdtempSync(join(tmpdir(), 's3-bench-'));
  const child = fork(fileURLToPath(new URL('./s3-server.ts', import.meta.url)), [kind, dir]);
  const [endpoint] = (await once(child, 'message')) as [string];
  const end = async () => {
    child.disconnect();
    await once(child, 'exit');
    rmSync(dir, { recursive: true, force: true });
  };
  return { child, endpoint, end };
}

async function begin(kind: 'engine' | 'bare') {
  const { child, endpoint, end } = await forkServer(kind);
  const aws = new AwsClient({ accessKeyId: 'KEY', secretAccessKey: 'secret', service: 's3', region: 'in-mum' });
  const url = async (method: string, key: string) =>
    (await aws.sign(`${endpoint}/bench/${key}?X-Amz-Expires=3600`, { method, aws: { signQuery: true } })).url;
  const large = Buffer.alloc(64 * MIB, 'x');
  const [put, get] = [await url('PUT', 'large'), await url('GET', 'large')];
  return {
    putLarge: () => send('PUT', put, large),
    getLarge: () => send('GET', get),
    small: async () => {
      const body = Buffer.alloc(4096, 'y');
      const urls = await Promise.all(
        Array.from({ length: 200 }, async (_, n) => [await url('PUT', `s${n}`), await url('GET', `s${n}`)] as const),
      );
      return {
        put: await perSecond(3000, 16, (n) => send('PUT', urls[n % 200]?.[0] ?? '', body)),
        get: await perSecond(4000, 16, (n) => send('GET', urls[n % 200]?.[1] ?? '')),
      };
    },
    rss: async () => {
      child.send('rss');
      const [rss] = (await once(child, 'message')) as [number];
      return rss;
    },
    end,
  };
}

async function milliseconds(run: () => Promise<void>): Promise<number> {
  const from = performance.now();
  await run();
  return performance.now() - from;
}

async function perSecond(count: number, lanes: number, run: (n: number) => Promise<void>): Promise<number> {
  let next = 0;
  const from = performance.now();
  const lane = async () => {
    while (next < count) {
      const n = next;
      next += 1;
      await run(n);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return (1000 * count) / (performance.now() - from);
}

function send(method: string, url: string, body?: Buffer): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const sent = request(url, { method, agent, headers: body ? { 'content-length': body.length } : {} }, (reply) => {
    reply.on('data', () => undefined);
    reply.on('end', () => (reply.statusCode === 200 ? resolve() : reject(new Error(`${method}: ${reply.statusCode}`))));
  });
  sent.on('error', reject);
  sent.end(body);
  return promise;
}

const MANY = 1_000_000;

/** A page of 1,000 from the middle of a million keys. */
export async function benchS3Listing(): Promise<Line[]> {
  const dir = mkdtempSync(join(tmpdir(), 's3-bench-'));
  const tables = await openTables(join(dir, 'index'), false);
  const log = () => undefined;
  const clock = { now: () => new Date() };
  const store = new Store(tables, new Blobs({ dir, tables, fsync: false, log }), clock);
  const traffic = new Traffic(tables, clock.now, log);
  const admin = createAdmin({ store, traffic }, { url: '', region: 'in-mum', expire: async () => 0 });
  try {
    await admin.createBucket({ name: 'many' });
    await fill(store);
    const time = async (query: { prefix?: string; delimiter?: string; cursor?: string }) => {
      const times: number[] = [];
      for (let n = 0; n < 40; n += 1) {
        times.push(await milliseconds(async () => void (await admin.listObjects('many', query))));
      }
      return median(times);
    };
    const cursor = Buffer.from(`k${keyOf(MANY / 2)}`).toString('base64url');
    return [
      atMost('S3: list 1,000 of 1,000,000', 30, { value: await time({ cursor }), unit: 'ms' }),
      info('S3: list 1,000 prefixes over 1,000,000', `${(await time({ delimiter: '/' })).toFixed(1)} ms`),
    ];
  } finally {
    await traffic.close();
    await tables.close();
    rmSync(dir, { recursive: true, force: true });
  }
}

const keyOf = (n: number): string => `d${String(Math.floor(n / 1000)).padStart(4, '0')}/${String(n).padStart(8, '0')}`;

async function fill({ tables }: Store): Promise<void> {
  const bucket = tables.buckets.get(bucketKey('many'));
  const now = Date.now();
  for (let from = 0; from < MANY; from += 20_000) {
    await tables.commit(() => {
      for (let n = from; n < from + 20_000; n += 1) {
        tables.current.putSync(currentKey(bucket?.id ?? '', keyOf(n)), {
          seq: now * 1000 + n,
          version: 'null',
          modified: now,
          etag: '9dd4e461268c8034f5c8564e155c67a6',
          blob: { id: n.toString(16).padStart(32, '0'), size: 1, where: 'inline' },
          checksum: { algorithm: 'CRC32', value: 'AAAAAA==', type: 'FULL_OBJECT' },
          system: { 'content-type': 'binary/octet-stream' },
          user: {},
          tags: {},
        });
      }
    });
  }
}
