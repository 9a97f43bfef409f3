import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { localDocuments, openLink } from '#lib/drivers/documents/local.ts';
import { keyFiles } from '#test/support/accounts.ts';

const key = 'invoices/482910337451/inv-01kanx7m3v5q8w2c4d6f7g9h1j.pdf';
let dir: string;
beforeAll(async () => {
  keyFiles();
  dir = await mkdtemp(join(tmpdir(), 'svc-documents-'));
  await localDocuments(dir, 'http://localhost:3000').put(key, Buffer.from('%PDF-'));
});
afterEach(() => void vi.useRealTimers());
afterAll(() => rm(dir, { recursive: true, force: true }));

const link = async (of = key, seconds = 60) =>
  new URL((await localDocuments(dir, 'http://localhost:3000').link(of, 'SV-1.pdf', seconds)).url);

test('a link opens its document, until its time is over', async () => {
  const url = await link();
  expect(await openLink(dir, url)).toEqual({ name: 'SV-1.pdf', bytes: Buffer.from('%PDF-') });
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
  expect(await openLink(dir, url)).toBe('expired');
});

test.each(['name', 'expires', 'signature'])('one whose %s was changed opens nothing', async (part) => {
  const url = await link();
  url.searchParams.set(part, `${url.searchParams.get(part)}0`);
  expect(await openLink(dir, url)).toBe('forged');
});

test('one for another document opens nothing', async () => {
  const url = await link();
  url.pathname = url.pathname.replace('1j.pdf', '2j.pdf');
  expect(await openLink(dir, url)).toBe('forged');
  expect(await openLink(dir, await link(key.replace('1j.pdf', '2j.pdf')))).toBe('absent');
});

test('no key leads out of the folder', async () => {
  await expect(localDocuments(dir, '').put('invoices/../../x.pdf', Buffer.from(''))).rejects.toThrow('no document');
  expect(await openLink(dir, new URL('http://localhost/documents/%2e%2e%2fkeys'))).toBe('absent');
});
