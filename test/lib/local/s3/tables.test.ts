import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { open } from 'lmdb';
import { afterEach, expect, it } from 'vitest';
import { openTables } from '#lib/local/s3/store/tables.ts';

const dir = mkdtempSync(join(tmpdir(), 's3-tables-'));
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const entry = (size: number) => ({ id: 'ab', size, where: 'file' as const, refs: 1 });
const key = (size: number) => Buffer.from([size]);

it('reads rows that were written as records among those written as maps, whatever numbers are in them', async () => {
  const path = join(dir, 'index');
  const root = open({ path, pageSize: 8192, maxDbs: 24, keyEncoding: 'binary' });
  const earlier = root.openDB({ name: 'blobs', keyEncoding: 'binary', encoding: 'msgpack' });
  // 64 to 127 are, in a row of records, what stands for a structure.
  for (let size = 0; size < 256; size += 2) await earlier.put(key(size), entry(size));
  await root.close();

  const tables = await openTables(path, false);
  await tables.commit(() => {
    for (let size = 1; size < 256; size += 2) tables.blobs.putSync(key(size), entry(size));
  });
  const rows = [...tables.blobs.getRange({})].map(({ value }) => value);
  await tables.close();

  expect(rows).toEqual(Array.from({ length: 256 }, (_, size) => entry(size)));
});
