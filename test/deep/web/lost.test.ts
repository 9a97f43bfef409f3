import type { HTTPRequest } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser } from '#test/support/browser/browser.ts';
import { type Person, Web } from '#test/support/browser/web.ts';
import { demand } from '#test/support/http/client.ts';

describe.skipIf(!hasBrowser('the console'))('what goes wrong between the console and the platform', () => {
  let web: Web;
  beforeAll(async () => {
    web = await Web.open({ SVC_TIME_SCALE: '0' });
  }, 90_000);
  afterAll(() => web?.close());

  const isFine = ({ page }: Person) => page.waitForFunction('!document.querySelector(".note.warn, .problem")');
  const volumes = async ({ client }: Awaited<ReturnType<Web['person']>>): Promise<{ name: string }[]> =>
    demand(await client.get('/compute/volumes'), 200).body.volumes;
  /** Has requests of this kind answered by something else, while `is` says so. */
  const answer = async ({ page }: Person, pattern: RegExp, is: () => boolean, status: number, code: string) => {
    await page.setRequestInterception(true);
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url());
      if (!is() || !pattern.test(`${request.method()} ${pathname}${search}`)) {
        return void request.continue();
      }
      void request.respond({
        status,
        headers: { 'x-error-code': code, 'x-request-id': 'req-lost', 'retry-after': '0' },
        contentType: 'application/json',
        body: JSON.stringify({ error: `the reason for ${code}` }),
      });
    });
  };

  it('a device that is offline is told so at once, and is up to date once it is online', async () => {
    const person = await web.person();
    await person.visit('/volumes');
    await person.sees('A volume is a disk that outlives machines');
    await person.page.setOfflineMode(true);
    await person.sees('This device is offline.');
    expect(await person.axe()).toEqual([]);
    await person.client.post('/compute/volumes', { name: 'made-elsewhere', size_gib: 1 });
    await person.page.setOfflineMode(false);
    await person.sees('made-elsewhere');
    await isFine(person);
    await person.leave();
  });

  it('a platform that is busy is told, and asked again until it is not', async () => {
    const person = await web.person();
    let isBusy = false;
    await answer(person, /^GET \/(auth\/activity|compute)/, () => isBusy, 503, 'dependency_unavailable');
    await person.visit('/volumes');
    await person.sees('A volume is a disk that outlives machines');
    isBusy = true;
    await person.sees('The platform is busy.');
    isBusy = false;
    await isFine(person);
    await person.leave();
  });

  it('too many requests are waited for, and told where that does not help', async () => {
    const person = await web.person();
    let left = 2;
    // Not those that only ask for the price.
    await answer(person, /^POST \/compute\/volumes$/, () => left-- > 0, 429, 'rate_limited');
    await person.visit('/volumes/new');
    await person.fill({ name: 'patient', size_gib: '1' });
    await person.press('Create volume');
    await person.page.waitForFunction('/^.console.volumes.vol-/.test(location.pathname)');
    left = 100;
    await person.visit('/volumes/new');
    await person.fill({ name: 'refused', size_gib: '1' });
    await person.press('Create volume');
    await person.sees('Too many requests');
    await person.sees('req-lost');
    expect((await volumes(person)).map(({ name }) => name)).toEqual(['patient']);
    left = 0;
    await person.press('Create volume');
    await person.page.waitForFunction('/^.console.volumes.vol-/.test(location.pathname)');
    await person.leave();
  });

  it('a change whose answer was lost is made once, however often it is sent, and over a reload', async () => {
    const person = await web.person();
    const keys = new Set<string>();
    let isCut = true;
    await person.page.setRequestInterception(true);
    const pass = async (request: HTTPRequest) => {
      const isChange = request.method() === 'POST' && new URL(request.url()).pathname === '/compute/volumes';
      if (!isChange || new URL(request.url()).search) return void request.continue();
      const key = request.headers()['idempotency-key'] ?? '';
      keys.add(key);
      if (!isCut) return void request.continue();
      // The platform has it; the browser never learns that.
      const body = JSON.parse(request.postData() ?? '{}');
      await person.client.post('/compute/volumes', body, { 'idempotency-key': key });
      await request.abort('connectionreset');
    };
    person.page.on('request', (request) => void pass(request));
    const send = async () => {
      await person.visit('/volumes/new');
      await person.fill({ name: 'once', size_gib: '1' });
      await person.press('Create volume');
    };
    await send();
    await person.sees('The platform does not answer');
    await person.page.reload();
    isCut = false;
    await send();
    await person.page.waitForFunction('/^.console.volumes.vol-/.test(location.pathname)');
    expect(keys.size).toBe(1);
    expect((await volumes(person)).map(({ name }) => name)).toEqual(['once']);
    await person.leave();
  });

  it('a session that was ended elsewhere leads to the login, and back to the page afterwards', async () => {
    const person = await web.person();
    await person.visit('/volumes?q=data');
    await person.sees('No volume matches');
    await person.client.post('/auth/logout', { all: true });
    await person.page.waitForSelector('[name="email"]', { timeout: 30_000 });
    expect(new URL(person.page.url()).search).toBe('?next=%2Fvolumes%3Fq%3Ddata');
    await person.leave();
  });

  it('nothing moves for who asks for that', async () => {
    const person = await web.person();
    await person.client.launch({ name: 'web-1' });
    await person.page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]);
    await person.visit('/instances');
    await person.sees('web-1');
    const moving =
      '[...document.querySelectorAll("*")].filter((one) => { const { transitionDuration, animationName } = getComputedStyle(one); return animationName !== "none" || /[1-9]/.test(transitionDuration) }).map((one) => one.outerHTML.slice(0, 80))';
    expect(await person.page.evaluate(moving)).toEqual([]);
    await person.leave();
  });
});
