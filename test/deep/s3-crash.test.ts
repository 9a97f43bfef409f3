import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
// biome-ignore lint/plugin: the moment of the crash is what the test varies
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { aws, bodyOf, filesOf, stampOf, startEngine } from '#test/lib/local/s3/killed-engine.ts';

const KEYS = 8;
const ROUNDS = 25;
const PART = 5 * 1024 * 1024;

interface Written {
  /** What a reader may find: the last acknowledged, and what was on its way. */
  acknowledged: string | undefined;
  attempted: Set<string>;
}

/** Writes to one key until the engine dies, single requests and uploads by turns. */
async function writeUntilDead(endpoint: string, key: string, round: number, written: Written): Promise<void> {
  const url = `${endpoint}/crash/${key}`;
  for (let n = 0; ; n += 1) {
    const stamp = `${key}-${round}-${n}`;
    const size = [100, 20_000, 3_000_000][n % 3] as number;
    written.attempted.add(stamp);
    try {
      const ok =
        key === 'k0'
          ? await uploaded(url, stamp)
          : (await aws.fetch(url, { method: 'PUT', body: bodyOf(stamp, size) })).ok;
      if (!ok) continue;
      written.acknowledged = stamp;
      written.attempted.clear();
    } catch {
      return;
    }
  }
}

async function uploaded(url: string, stamp: string): Promise<boolean> {
  const created = await (await aws.fetch(`${url}?uploads`, { method: 'POST' })).text();
  const id = /<UploadId>(.*)<\/UploadId>/.exec(created)?.[1];
  const tags: string[] = [];
  for (const [index, bytes] of [PART, 64].entries()) {
    const part = await aws.fetch(`${url}?partNumber=${index + 1}&uploadId=${id}`, {
      method: 'PUT',
      body: bodyOf(stamp, bytes),
    });
    tags.push(`<Part><PartNumber>${index + 1}</PartNumber><ETag>${part.headers.get('etag')}</ETag></Part>`);
  }
  const body = `<CompleteMultipartUpload>${tags.join('')}</CompleteMultipartUpload>`;
  return (await aws.fetch(`${url}?uploadId=${id}`, { method: 'POST', body })).ok;
}

async function check(endpoint: string, key: string, written: Written): Promise<void> {
  const reply = await aws.fetch(`${endpoint}/crash/${key}`);
  const text = await reply.text();
  if (reply.status === 404) {
    expect(written.acknowledged).toBeUndefined();
    return;
  }
  const [whole, tail] = key === 'k0' ? [text.slice(0, PART), text.slice(PART)] : [text, undefined];
  const [stamp = '', length] = stampOf(whole).split(' ');
  expect([written.acknowledged, ...written.attempted], stampOf(whole)).toContain(stamp);
  if (tail !== undefined) expect([length, stampOf(tail)]).toEqual([`${PART}`, `${stamp} 64`]);
  else expect(['100', '20000', '3000000']).toContain(length);
  written.acknowledged = stamp;
  written.attempted.clear();
}

it('after SIGKILL at any moment each key holds what was acknowledged last, or what was on its way, whole', async () => {
  const dir = mkdtempSync(join(tmpdir(), 's3-crash-'));
  const books = new Map<string, Written>();
  for (let n = 0; n < KEYS; n += 1) books.set(`k${n}`, { acknowledged: undefined, attempted: new Set() });
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { endpoint, kill } = await startEngine(dir);
      await Promise.all([...books].map(([key, written]) => check(endpoint, key, written)));
      const writers = [...books].map(([key, written]) => writeUntilDead(endpoint, key, round, written));
      await wait(50 + ((round * 137) % 600));
      await kill();
      await Promise.all(writers);
    }
    const { endpoint, swept, kill } = await startEngine(dir);
    await Promise.all([...books].map(([key, written]) => check(endpoint, key, written)));
    expect([...books.values()].filter(({ acknowledged }) => acknowledged).length).toBeGreaterThan(4);
    const uploads = await (await aws.fetch(`${endpoint}/crash?uploads`)).text();
    for (const [, key, id] of uploads.matchAll(/<Key>(.*?)<\/Key><UploadId>(.*?)<\/UploadId>/g)) {
      await aws.fetch(`${endpoint}/crash/${key}?uploadId=${id}`, { method: 'DELETE' });
    }
    for (const key of books.keys()) await aws.fetch(`${endpoint}/crash/${key}`, { method: 'DELETE' });
    expect(await swept('crash')).toMatchObject({ sizeBytes: 0, objects: 0, multipartBytes: 0 });
    expect(filesOf(dir)).toEqual([]);
    await kill();
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});
