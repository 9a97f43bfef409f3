import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { storeSize } from '#lib/runtime/image-store/records.ts';

it('says what a store holds: a layer of several images counts once, with the size that is known', async () => {
  const state = mkdtempSync(join(tmpdir(), 'svc-records-'));
  onTestFinished(() => rmSync(state, { recursive: true }));
  await expect(storeSize(state)).rejects.toThrow(/^ENOENT/);
  mkdirSync(join(state, 'image-records'));
  const put = (id: string, layers: object[]) =>
    writeFileSync(join(state, 'image-records', `${id}.json`), JSON.stringify({ format: 1, id, layers }));
  put('img-one', [
    { name: 'a', size_bytes: 100 },
    { name: 'b', size_bytes: 20 },
  ]);
  // An image of a snapshot does not know how large what lies below it is.
  put('img-two', [
    { name: 'a', size_bytes: 0 },
    { name: 'c', size_bytes: 3 },
  ]);
  writeFileSync(join(state, 'image-records', 'img-half.json.new'), '{');
  expect(await storeSize(state)).toEqual({ images: 2, layers: 3, bytes: 123 });
});
