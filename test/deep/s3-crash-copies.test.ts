import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
// biome-ignore lint/plugin: the moment of the crash is what the test varies
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { aws, bodyOf, filesOf, stampOf, startEngine } from '#test/lib/local/s3/killed-engine.ts';

const LANES = 4;
const ROUNDS = 20;
const SIZES = [100, 20_000, 700_000];
const PART = 5 * 1024 * 1024;

/** What a key may hold: what was acknowledged last, or what was asked since and not answered. */
interface Held {
  was: string;
  asked: string | undefined;
}

/** A pair of keys of which one is copied to the other, and an upload whose parts are copied from a third. */
interface Book {
  lane: number;
  source: Held;
  copy: Held;
  whole: Held;
  upload: { id: string; source: string; parts: string[] } | undefined;
  count: number;
}

const NOTHING = 'nothing';
const nothing = (): Held => ({ was: NOTHING, asked: undefined });
const at = (endpoint: string, lane: number, name: string) => `${endpoint}/crash/${name}${lane}`;

/** Asks for a change and notes that it was answered; throws, with it still noted as asked, where it was not. */
async function changes(held: Held, to: string, request: () => Promise<Response>): Promise<void> {
  held.asked = to;
  await text(request());
  Object.assign(held, { was: to, asked: undefined });
}

async function text(request: Promise<Response>): Promise<string> {
  const reply = await request;
  const said = await reply.text();
  if (!reply.ok) throw new Refused(`${reply.status}: ${said}`);
  return said;
}

class Refused extends Error {}

const put = (url: string, body: string) => aws.fetch(url, { method: 'PUT', body });
const copyFrom = (url: string, source: string, more: Record<string, string> = {}) =>
  aws.fetch(url, { method: 'PUT', headers: { 'x-amz-copy-source': `crash/${source}`, ...more } });

/** The source anew, a copy of it, the source away by turns: what both share must last as long as either. */
async function copyObjects(endpoint: string, book: Book, round: number): Promise<void> {
  const { lane, source, copy } = book;
  const n = book.count++;
  const body = bodyOf(`s${lane}-${round}-${n}`, SIZES[n % SIZES.length] as number);
  await changes(source, stampOf(body), () => put(at(endpoint, lane, 'source'), body));
  await changes(copy, source.was, () => copyFrom(at(endpoint, lane, 'copy'), `source${lane}`));
  if (n % 2 === 0) {
    await changes(source, NOTHING, () => aws.fetch(at(endpoint, lane, 'source'), { method: 'DELETE' }));
  }
}

/** An upload of two copied parts and one that is sent, begun in one run and perhaps completed in another. */
async function copyParts(endpoint: string, book: Book): Promise<void> {
  const { lane, whole } = book;
  const url = at(endpoint, lane, 'whole');
  const origin = `big${book.count++ % 2}`;
  if (!book.upload) {
    const made = await text(aws.fetch(`${url}?uploads`, { method: 'POST' }));
    book.upload = { id: /<UploadId>(.*)<\/UploadId>/.exec(made)?.[1] ?? '', source: origin, parts: [] };
  }
  const { id, source, parts } = book.upload;
  while (parts.length < 2) {
    const range = { 'x-amz-copy-source-range': `bytes=0-${PART - 1}` };
    const said = await text(copyFrom(`${url}?partNumber=${parts.length + 1}&uploadId=${id}`, source, range));
    parts.push(bare(/<ETag>(.*?)<\/ETag>/.exec(said)?.[1] ?? ''));
  }
  if (parts.length < 3) {
    const reply = await put(`${url}?partNumber=3&uploadId=${id}`, bodyOf(source, 64));
    parts.push(bare(reply.headers.get('etag') ?? ''));
  }
  const listed = parts.map((etag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${etag}</ETag></Part>`);
  const body = `<CompleteMultipartUpload>${listed.join('')}</CompleteMultipartUpload>`;
  await changes(whole, wholeOf(source), () => aws.fetch(`${url}?uploadId=${id}`, { method: 'POST', body }));
  book.upload = undefined;
}

const bare = (etag: string): string => etag.replaceAll(/&quot;|"/g, '');

/** What an object of three parts reads as. */
const wholeOf = (source: string): string => [PART, PART, 64].map((bytes) => `${source} ${bytes}`).join(', ');
const partsOf = (body: string): string =>
  [body.slice(0, PART), body.slice(PART, 2 * PART), body.slice(2 * PART)].map(stampOf).join(', ');

async function untilDead(work: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      await work();
    } catch (error) {
      if (error instanceof Refused) throw error;
      return;
    }
  }
}

async function check(endpoint: string, book: Book): Promise<void> {
  const { lane, source, copy, whole, upload } = book;
  const look = async (held: Held, name: string, read: (body: string) => string) => {
    const reply = await aws.fetch(at(endpoint, lane, name));
    const body = await reply.text();
    const found = reply.status === 404 ? NOTHING : read(body);
    expect([held.was, held.asked], `${name}${lane}`).toContain(found);
    const done = held.asked !== undefined && found === held.asked;
    Object.assign(held, { was: found, asked: undefined });
    return done;
  };
  await look(source, 'source', stampOf);
  await look(copy, 'copy', stampOf);
  const completed = await look(whole, 'whole', partsOf);
  if (!upload) return;
  const list = await aws.fetch(`${at(endpoint, lane, 'whole')}?uploadId=${upload.id}`);
  const found = [...(await list.text()).matchAll(/<ETag>(.*?)<\/ETag>/g)].map(([, etag = '']) => bare(etag));
  if (list.status === 404 && completed) book.upload = undefined;
  else expect(found.slice(0, upload.parts.length), `parts of ${upload.id}`).toEqual(upload.parts);
}

async function removeAll(endpoint: string): Promise<void> {
  const keys = await text(aws.fetch(`${endpoint}/crash?list-type=2`));
  for (const [, key] of keys.matchAll(/<Key>(.*?)<\/Key>/g)) {
    await aws.fetch(`${endpoint}/crash/${key}`, { method: 'DELETE' });
  }
  const uploads = await text(aws.fetch(`${endpoint}/crash?uploads`));
  for (const [, key, id] of uploads.matchAll(/<Key>(.*?)<\/Key><UploadId>(.*?)<\/UploadId>/g)) {
    await aws.fetch(`${endpoint}/crash/${key}?uploadId=${id}`, { method: 'DELETE' });
  }
}

it('after SIGKILL copies and copied parts are there whole or not at all, and what they share lasts', async () => {
  const dir = mkdtempSync(join(tmpdir(), 's3-crash-'));
  const books = Array.from({ length: LANES }, (_, lane): Book => {
    return { lane, source: nothing(), copy: nothing(), whole: nothing(), upload: undefined, count: lane };
  });
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { endpoint, kill } = await startEngine(dir);
      if (round === 0) {
        for (const name of ['big0', 'big1']) await text(put(`${endpoint}/crash/${name}`, bodyOf(name, PART)));
      }
      await Promise.all(books.map((book) => check(endpoint, book)));
      const writers = books.map((book) =>
        untilDead(() => (book.lane < 2 ? copyParts(endpoint, book) : copyObjects(endpoint, book, round))),
      );
      await wait(50 + ((round * 137) % 600));
      await kill();
      await Promise.all(writers);
    }
    const { endpoint, swept, kill } = await startEngine(dir);
    await Promise.all(books.map((book) => check(endpoint, book)));
    const held = books.flatMap(({ source, copy, whole }) => [source.was, copy.was, whole.was]);
    expect(held.filter((each) => each !== NOTHING).length, held.join('; ')).toBeGreaterThan(LANES / 2);
    await removeAll(endpoint);
    expect(await swept('crash')).toMatchObject({ sizeBytes: 0, objects: 0, multipartBytes: 0 });
    expect(filesOf(dir)).toEqual([]);
    await kill();
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});
