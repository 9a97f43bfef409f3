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
  const [engine, bare] = [await measure('engine'), await measure('bare')];
  const ratio = (of: 'put' | 'get') => ({
    value: Math.round((100 * engine[of]) / bare[of]),
    unit: '%',
    note: `${engine[of].toFixed(0)} of ${bare[of].toFixed(0)} MB/s`,
  });
  return [
    atLeast('S3: 64 MB PUT, of a bare server', 60, ratio('put')),
    atLeast('S3: 64 MB GET, of a bare server', 80, ratio('get')),
    info('S3: 4 KB PUT, 16 at a time', `${engine.smallPut.toFixed(0)} a second (bare: ${bare.smallPut.toFixed(0)})`),
    info('S3: 4 KB GET, 16 at a time', `${engine.smallGet.toFixed(0)} a second (bare: ${bare.smallGet.toFixed(0)})`),
    info('S3: memory after all that', `${(engine.rss / MIB).toFixed(0)} MB (bare: ${(bare.rss / MIB).toFixed(0)} MB)`),
  ];
}

async function measure(kind: 'engine' | 'bare') {
  const dir = mkdtempSync(join(tmpdir(), 's3-bench-'));
  const child = fork(fileURLToPath(new URL('./s3-server.ts', import.meta.url)), [kind, dir]);
  try {
    const [endpoint] = (await once(child, 'message')) as [string];
    const aws = new AwsClient({ accessKeyId: 'KEY', secretAccessKey: 'secret', service: 's3', region: 'in-mum' });
    const url = async (method: string, key: string) =>
      (await aws.sign(`${endpoint}/bench/${key}?X-Amz-Expires=3600`, { method, aws: { signQuery: true } })).url;
    const large = Buffer.alloc(64 * MIB, 'x');
    const [put, get] = [await url('PUT', 'large'), await url('GET', 'large')];
    const puts = await rates(5, () => send('PUT', put, large));
    const gets = await rates(5, () => send('GET', get));
    const small = Buffer.alloc(4096, 'y');
    const urls = await Promise.all(
      Array.from({ length: 200 }, async (_, n) => [await url('PUT', `s${n}`), await url('GET', `s${n}`)] as const),
    );
    const smallPut = await perSecond(3000, 16, (n) => send('PUT', urls[n % 200]?.[0] ?? '', small));
    const smallGet = await perSecond(4000, 16, (n) => send('GET', urls[n % 200]?.[1] ?? ''));
    child.send('rss');
    const [rss] = (await once(child, 'message')) as [number];
    return { put: 64 * median(puts), get: 64 * median(gets), smallPut, smallGet, rss };
  } finally {
    child.disconnect();
    await once(child, 'exit');
    rmSync(dir, { recursive: true, force: true });
  }
}

async function rates(times: number, run: () => Promise<void>): Promise<number[]> {
  const found: number[] = [];
  for (let n = 0; n < times; n += 1) {
    const from = performance.now();
    await run();
    found.push(1000 / (performance.now() - from));
  }
  return found;
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
  const admin = createAdmin(store, traffic, { url: '', region: 'in-mum', expire: async () => 0 });
  try {
    await admin.createBucket({ name: 'many' });
    await fill(store);
    const time = async (query: { prefix?: string; delimiter?: string; cursor?: string }) => {
      const times: number[] = [];
      for (let n = 0; n < 15; n += 1) {
        const from = performance.now();
        await admin.listObjects('many', query);
        times.push(performance.now() - from);
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
