import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser } from '#test/support/browser/browser.ts';
import { type Person, Web } from '#test/support/browser/web.ts';
import { demand } from '#test/support/http/client.ts';

const mebibyte = 1024 * 1024;
const bytes = 200 * mebibyte;
const parts = 25;

describe.skipIf(!hasBrowser('the console'))('a large upload in the console', () => {
  let web: Web;
  let folder: string;
  let digest: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'svc-web-'));
    const content = Buffer.concat(Array.from({ length: 25 }, () => randomBytes(8 * mebibyte)));
    digest = createHash('sha256').update(content).digest('hex');
    writeFileSync(join(folder, 'film.bin'), content);
    web = await Web.open();
  }, 120_000);
  afterAll(async () => {
    await web?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const choose = async (person: Person) => {
    const [chooser] = await Promise.all([person.page.waitForFileChooser(), person.press('Upload files')]);
    await chooser.accept([join(folder, 'film.bin')]);
  };
  /** Bytes that the page says are sent. */
  const sentBy = (person: Person) =>
    person.page.evaluate('document.querySelector(".uploads progress")?.value ?? 0') as Promise<number>;
  /** The uploads that the browser remembers. */
  const kept = (person: Person) =>
    person.page.evaluate(
      'Object.entries(localStorage).flatMap(([name, text]) => (name.startsWith("svc.upload.") ? [text] : []))',
    ) as Promise<string[]>;
  const until = (person: Person, sent: number) =>
    expect.poll(() => sentBy(person), { timeout: 60_000 }).toBeGreaterThan(sent);

  it('goes on after the connection broke, and after a reload with the parts that are missing', async () => {
    const person = await web.person();
    const { client, page } = person;
    page.on('dialog', (dialog) => void dialog.accept());
    demand(await client.post('/storage/buckets', { name: 'console-films' }), 201);
    await person.visit('/buckets/console-films');
    await person.press('Add the CORS rule');
    await page.waitForSelector('main .note', { hidden: true });
    await page.emulateNetworkConditions({ upload: 20 * mebibyte, download: -1, latency: 0 });
    await choose(person);
    await until(person, 24 * mebibyte);
    await page.setOfflineMode(true);
    // What is sent of the parts that were under way is taken back.
    await expect.poll(async () => (await sentBy(person)) % (8 * mebibyte), { timeout: 20_000 }).toBe(0);
    const before = await sentBy(person);
    await page.setOfflineMode(false);
    await until(person, before + 40 * mebibyte);
    await page.reload();
    await person.sees('These uploads were interrupted.');
    expect(await person.axe()).toEqual([]);
    const [begun = '{}'] = await kept(person);
    const path = `/storage/buckets/console-films/multipart-uploads/${JSON.parse(begun).upload_id}?key=film.bin`;
    const there = demand(await client.get(path), 200).body.parts.length;
    expect(there).toBeGreaterThan(3);
    const puts: string[] = [];
    page.on('request', (request) => request.method() === 'PUT' && puts.push(request.url()));
    await page.emulateNetworkConditions(null);
    await choose(person);
    await person.sees('1 of 1 uploaded');
    expect(puts).toHaveLength(parts - there);
    const body = { operation: 'get', key: 'film.bin' };
    const { url } = demand(await client.post('/storage/buckets/console-films/presigned-urls', body), 201).body;
    const stored = Buffer.from(await (await fetch(url)).arrayBuffer());
    expect([stored.length, createHash('sha256').update(stored).digest('hex')]).toEqual([bytes, digest]);
    await page.reload();
    await person.sees('film.bin');
    expect(await kept(person)).toEqual([]);
    expect(person.troubles).toEqual([]);
    await person.leave();
  }, 180_000);

  it('one that is cancelled leaves nothing behind', async () => {
    const person = await web.person();
    const { client, page } = person;
    demand(await client.post('/storage/buckets', { name: 'console-cancelled' }), 201);
    await person.visit('/buckets/console-cancelled');
    await person.press('Add the CORS rule');
    await page.waitForSelector('main .note', { hidden: true });
    await page.emulateNetworkConditions({ upload: 20 * mebibyte, download: -1, latency: 0 });
    await choose(person);
    await until(person, 10 * mebibyte);
    const [begun = '{}'] = await kept(person);
    await person.press('Cancel film.bin');
    await page.waitForSelector('.uploads', { hidden: true });
    const path = `/storage/buckets/console-cancelled/multipart-uploads/${JSON.parse(begun).upload_id}?key=film.bin`;
    await expect.poll(async () => (await client.get(path)).status, { timeout: 20_000 }).toBe(404);
    expect(await kept(person)).toEqual([]);
    await person.leave();
  }, 90_000);
});
