import {
  ListObjectsCommand,
  ListObjectsV2Command,
  type ListObjectsV2CommandOutput,
  ListObjectVersionsCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestEngine, testEngine } from './engine.ts';

let s3: TestEngine;
let client: S3Client;
const Bucket = 'listed';
const keys = ['a', 'a/', 'a/b', 'a/b/c', 'a/b/d', 'a/c', 'a0', 'ab', 'b/', 'b/x', 'c', 'ü/x', 'ü/y', '𝄞', '\uffee'];

beforeAll(async () => {
  s3 = await testEngine();
  client = s3.client();
  await s3.engine.admin.createBucket({ name: Bucket, versioning: 'enabled' });
  for (const key of keys)
    await s3.send(`/${Bucket}/${encodeURIComponent(key).replaceAll('%2F', '/')}`, { method: 'PUT', body: key });
});
afterAll(() => s3.close());

/** What a listing must be, by the plainest of means. */
function expected(prefix: string, delimiter: string): string[] {
  const found = [...keys]
    .sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
    .filter((key) => key.startsWith(prefix));
  const cut = found.map((key) => {
    const at = delimiter ? key.indexOf(delimiter, prefix.length) : -1;
    return at < 0 ? key : `${key.slice(0, at + delimiter.length)}*`;
  });
  return [...new Set(cut)];
}

type Page = Pick<ListObjectsV2CommandOutput, 'Contents' | 'CommonPrefixes'>;
const entries = ({ Contents = [], CommonPrefixes = [] }: Page) =>
  [...Contents.map(({ Key }) => Key), ...CommonPrefixes.map(({ Prefix }) => `${Prefix}*`)] as string[];
const byBytes = (texts: string[]) =>
  texts.sort((a, b) => Buffer.compare(Buffer.from(a.replace(/\*$/, '')), Buffer.from(b.replace(/\*$/, ''))));

const questions = fc.record({
  prefix: fc.constantFrom('', 'a', 'a/', 'a/b', 'b', 'ü/', 'none'),
  delimiter: fc.constantFrom('', '/', 'b', '/b'),
  size: fc.integer({ min: 1, max: 6 }),
});

it('pages put together are the whole, by v2', async () => {
  await fc.assert(
    fc.asyncProperty(questions, async ({ prefix, delimiter, size }) => {
      const seen: string[] = [];
      let ContinuationToken: string | undefined;
      do {
        const page = await client.send(
          new ListObjectsV2Command({
            Bucket,
            Prefix: prefix,
            Delimiter: delimiter || undefined,
            MaxKeys: size,
            ContinuationToken,
          }),
        );
        expect(page.KeyCount).toBe(entries(page).length);
        expect(entries(page).length).toBeLessThanOrEqual(size);
        seen.push(...byBytes(entries(page)));
        ContinuationToken = page.NextContinuationToken;
      } while (ContinuationToken);
      expect(seen).toEqual(expected(prefix, delimiter));
    }),
    { numRuns: 40, seed: 7 },
  );
});

it('pages put together are the whole, by v1', async () => {
  for (const [prefix, delimiter] of [
    ['', '/'],
    ['', ''],
    ['a', '/'],
    ['', 'b'],
  ] as const) {
    const seen: string[] = [];
    let Marker: string | undefined;
    for (;;) {
      const page = await client.send(
        new ListObjectsCommand({ Bucket, Prefix: prefix, Delimiter: delimiter || undefined, MaxKeys: 2, Marker }),
      );
      seen.push(...byBytes(entries(page)));
      if (!page.IsTruncated) break;
      Marker = page.NextMarker ?? page.Contents?.at(-1)?.Key;
    }
    expect(seen).toEqual(expected(prefix, delimiter));
  }
});

it('goes on behind start-after, and lists nothing where nothing is asked for', async () => {
  const page = await client.send(new ListObjectsV2Command({ Bucket, StartAfter: 'a/c' }));
  expect(page.Contents?.[0]?.Key).toBe('a0');
  expect(await client.send(new ListObjectsV2Command({ Bucket, MaxKeys: 0 }))).toMatchObject({
    KeyCount: 0,
    IsTruncated: false,
  });
});

it('lists versions newest first, markers among them, page by page', async () => {
  await s3.engine.admin.createBucket({ name: 'versions' });
  const at = (key: string, init: RequestInit) => s3.send(`/versions/${key}`, init);
  await at('a', { method: 'PUT', body: 'null' });
  await s3.engine.admin.configureBucket('versions', { versioning: 'enabled' });
  for (const body of ['1', '2']) for (const key of ['a', 'a/b', 'b']) await at(key, { method: 'PUT', body });
  await at('b', { method: 'DELETE' });
  await at('c', { method: 'DELETE' });
  const all: string[] = [];
  let next: { KeyMarker?: string | undefined; VersionIdMarker?: string | undefined } = {};
  for (;;) {
    const page = await client.send(new ListObjectVersionsCommand({ Bucket: 'versions', MaxKeys: 1, ...next }));
    for (const each of page.Versions ?? []) all.push(`${each.Key} ${each.Size} ${each.IsLatest}`);
    for (const each of page.DeleteMarkers ?? []) all.push(`${each.Key} marker ${each.IsLatest}`);
    if (!page.IsTruncated) break;
    next = { KeyMarker: page.NextKeyMarker, VersionIdMarker: page.NextVersionIdMarker };
  }
  expect(all).toEqual([
    'a 1 true',
    'a 1 false',
    'a 4 false',
    'a/b 1 true',
    'a/b 1 false',
    'b marker true',
    'b 1 false',
    'b 1 false',
    'c marker true',
  ]);
});
