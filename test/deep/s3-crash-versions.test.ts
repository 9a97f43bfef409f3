import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
// biome-ignore lint/plugin: the moment of the crash is what the test varies
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { aws, bodyOf, filesOf, stampOf, startEngine } from '#test/lib/local/s3/killed-engine.ts';

const LANES = 6;
const ROUNDS = 25;
const SIZES = [100, 20_000, 700_000];
/** Above this many versions of a key, only removals. */
const MANY = 8;

/** A version as it is known: what it holds, or that it is a delete marker. */
interface Version {
  id: string;
  holds: string;
}

/** A key: its versions, the latest first, and what was asked last and not answered. */
interface Book {
  key: string;
  versions: Version[];
  pending: { adds: string } | { removes: string } | undefined;
  count: number;
}

const MARKER = 'a delete marker';

/** One request to one key; what it did is in the book once it is answered. */
async function change(endpoint: string, book: Book, round: number): Promise<void> {
  const url = `${endpoint}/versions/${book.key}`;
  const n = book.count++;
  const { versions } = book;
  const body = bodyOf(`${book.key}-${round}-${n}`, SIZES[n % SIZES.length] as number);
  const copied = versions.find(({ holds }) => holds !== MARKER);
  const kind = versions.length > MANY ? 'remove' : (['put', 'copy', 'put', 'mark', 'remove', 'copy'] as const)[n % 6];
  if (kind === 'remove' && versions.length > 0) {
    const { id } = versions[(n * 7) % versions.length] as Version;
    book.pending = { removes: id };
    await answered(aws.fetch(`${url}?versionId=${id}`, { method: 'DELETE' }));
    book.versions = versions.filter((each) => each.id !== id);
  } else if (kind === 'mark') {
    await adds(book, MARKER, aws.fetch(url, { method: 'DELETE' }));
  } else if (kind === 'copy' && copied) {
    const headers = {
      'x-amz-copy-source': `versions/${book.key}?versionId=${copied.id}`,
      'x-amz-metadata-directive': 'REPLACE',
    };
    await adds(book, copied.holds, aws.fetch(url, { method: 'PUT', headers }));
  } else await adds(book, stampOf(body), aws.fetch(url, { method: 'PUT', body }));
  book.pending = undefined;
}

async function adds(book: Book, holds: string, request: Promise<Response>): Promise<void> {
  book.pending = { adds: holds };
  const reply = await answered(request);
  book.versions = [{ id: reply.headers.get('x-amz-version-id') ?? '', holds }, ...book.versions];
}

/** Fails where it is answered by anything but success; throws where it is not answered. */
async function answered(request: Promise<Response>): Promise<Response> {
  const reply = await request;
  const text = await reply.text();
  if (!reply.ok) throw new Refused(`${reply.status}: ${text}`);
  return reply;
}

class Refused extends Error {}

async function changeUntilDead(endpoint: string, book: Book, round: number): Promise<void> {
  for (;;) {
    try {
      await change(endpoint, book, round);
    } catch (error) {
      if (error instanceof Refused) throw error;
      return;
    }
  }
}

/** What stands: every version read whole, the latest first. */
async function standing(endpoint: string, key: string): Promise<Version[]> {
  const list = await (await aws.fetch(`${endpoint}/versions?versions&prefix=${key}`)).text();
  const rows = [...list.matchAll(/<(Version|DeleteMarker)>.*?<VersionId>(.*?)<\/VersionId><IsLatest>(.*?)</gs)];
  expect(rows.map(([, , , latest]) => latest)).toEqual(rows.map((_, index) => `${index === 0}`));
  const read = async (id: string) => {
    const reply = await aws.fetch(`${endpoint}/versions/${key}?versionId=${id}`);
    return reply.ok ? stampOf(await reply.text()) : `${reply.status}`;
  };
  const versions = rows.map(async ([, kind, id = '']) => ({ id, holds: kind === 'Version' ? await read(id) : MARKER }));
  return Promise.all(versions);
}

/** The versions as they were before the request that was not answered, or as they are after it; nothing else. */
async function check(endpoint: string, book: Book): Promise<void> {
  const { key, versions, pending } = book;
  const found = await standing(endpoint, key);
  const old = JSON.stringify(versions);
  const after =
    pending === undefined
      ? versions
      : 'removes' in pending
        ? versions.filter(({ id }) => id !== pending.removes)
        : [{ id: found[0]?.id ?? '', holds: pending.adds }, ...versions];
  const what = `${key}, in the middle of ${JSON.stringify(pending)}`;
  expect([old, JSON.stringify(after)], what).toContain(JSON.stringify(found));
  const current = await aws.fetch(`${endpoint}/versions/${key}`);
  const shown = current.ok ? stampOf(await current.text()) : MARKER;
  expect(shown, what).toBe(found[0]?.holds ?? MARKER);
  Object.assign(book, { versions: found, pending: undefined });
}

it('after SIGKILL each key has the versions that were acknowledged, and of what was on its way all or nothing', async () => {
  const dir = mkdtempSync(join(tmpdir(), 's3-crash-'));
  const books = Array.from(
    { length: LANES },
    (_, n): Book => ({ key: `k${n}`, versions: [], pending: undefined, count: n }),
  );
  let cut = 0;
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { endpoint, kill } = await startEngine(dir);
      await Promise.all(books.map((book) => check(endpoint, book)));
      const writers = books.map((book) => changeUntilDead(endpoint, book, round));
      await wait(50 + ((round * 137) % 600));
      await kill();
      await Promise.all(writers);
      cut += books.filter(({ pending }) => pending).length;
    }
    expect(cut, 'requests that the kill fell into').toBeGreaterThan(ROUNDS);
    const { endpoint, swept, kill } = await startEngine(dir);
    await Promise.all(books.map((book) => check(endpoint, book)));
    const all = books.flatMap(({ versions }) => versions);
    const bytes = all.reduce((sum, { holds }) => sum + Number(holds === MARKER ? 0 : holds.split(' ')[1]), 0);
    const usage = await swept('versions');
    expect(usage.sizeBytes + usage.versionsBytes, 'bytes that are counted').toBe(bytes);
    for (const { key, versions } of books) {
      for (const { id } of versions)
        await aws.fetch(`${endpoint}/versions/${key}?versionId=${id}`, { method: 'DELETE' });
    }
    expect(await swept('versions')).toMatchObject({ sizeBytes: 0, objects: 0, versionsBytes: 0 });
    expect(filesOf(dir)).toEqual([]);
    await kill();
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});
