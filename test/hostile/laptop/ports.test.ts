import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page, Target } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser } from '#test/support/browser/browser.ts';
import { type Person, Web } from '#test/support/browser/web.ts';
import { ask, Client, demand, passphrase } from '#test/support/http/client.ts';

/** What a page tries from another port of the console's host. Each answers how it ended. */
const attempts = (base: string, mine: { access_token: string; refresh_token: string }): string => `
  const base = ${JSON.stringify(base)};
  const mine = ${JSON.stringify(mine)};
  const ended = async (act) => { try { return String(await act()); } catch (error) { return error.name; } };
  const post = (path, body, type) => fetch(base + path, { method: 'POST', mode: 'no-cors', credentials: 'include', body, headers: { 'content-type': type } });
  const framed = () => new Promise((done) => {
    const frame = Object.assign(document.createElement('iframe'), { src: base + '/console', onload: () => done(frame.contentDocument === null) });
    document.body.append(frame);
  });
  const form = (path) => new Promise((done) => {
    const target = Object.assign(document.createElement('iframe'), { name: 'target' + Math.random(), onload: () => done('sent') });
    document.body.append(target);
    const form = Object.assign(document.createElement('form'), { method: 'post', action: base + path, target: target.name, enctype: 'text/plain' });
    document.body.append(form);
    form.submit();
  });
  const arrived = new Promise((done) => { globalThis.arrive = done; });
  const opened = async (read) => {
    const other = open(base + '/console');
    // Until then it is an empty page of this site's own.
    await arrived;
    try { return read(other); } finally { other?.postMessage('changed', '*'); other?.close(); }
  };
  globalThis.outcomes = (async () => ({
    read: await ended(() => fetch(base + '/auth/me', { credentials: 'include' })),
    proven: await ended(() => fetch(base + '/auth/me', { credentials: 'include', headers: { 'x-svc-session-proof': 'x' } })),
    json: await ended(() => fetch(base + '/auth/logout', { method: 'POST', credentials: 'include', body: '{}', headers: { 'content-type': 'application/json' } })),
    plain: await ended(async () => (await post('/auth/logout', '{}', 'text/plain')).type),
    form: await ended(() => form('/auth/logout')),
    refresh: await ended(() => form('/auth/refresh')),
    frame: await ended(framed),
    storage: await ended(() => opened((other) => other.localStorage.getItem('svc.session_proof'))),
    own: String(localStorage.getItem('svc.session_proof')),
    worker: await ended(() => navigator.serviceWorker.register(base + '/docs/assets/reference.js', { scope: base + '/' })),
    channel: await ended(() => new BroadcastChannel('svc.session').postMessage('changed')),
    tossed: await ended(() => {
      for (const path of ['/', '/auth', '/auth/me', '/compute', '/console']) document.cookie = 'svc_access=' + mine.access_token + '; path=' + path;
      for (const path of ['/auth', '/auth/refresh']) document.cookie = 'svc_refresh=' + mine.refresh_token + '; path=' + path;
    }),
  }))();`;

/** How each of them is to end. A form is sent, and then refused. */
const refused = {
  read: 'TypeError',
  proven: 'TypeError',
  json: 'TypeError',
  plain: 'opaque',
  form: 'sent',
  refresh: 'sent',
  frame: 'true',
  storage: expect.stringMatching(/^(SecurityError|TypeError)$/),
  own: 'null',
  worker: 'SecurityError',
  channel: 'undefined',
  tossed: 'undefined',
};

describe.skipIf(!hasBrowser('attacks from other ports'))('at another port of the host of the console', () => {
  let web: Web;
  let attacker: Client;
  let mine: { access_token: string; refresh_token: string };
  let site: Server;
  let place: string;
  /** The Cookie headers that the site was sent, by path. */
  const seen = new Map<string, string>();
  beforeAll(async () => {
    web = await Web.open();
    attacker = await Client.verified(web.platform.baseUrl);
    const body = { email: attacker.email, password: passphrase };
    mine = demand(await attacker.post('/auth/login', body), 200).body;
    site = createServer(({ url = '/', headers }, res) => {
      seen.set(url, headers.cookie ?? '');
      // The refresh cookie is for /auth, and so is this.
      if (url === '/') return res.writeHead(302, { location: '/auth/callback' }).end();
      res.setHeader('content-type', 'text/html');
      return res.end(page());
    });
    await new Promise<void>((listening) => site.listen(0, '127.0.0.1', listening));
    place = `http://localhost:${(site.address() as AddressInfo).port}/`;
  });
  afterAll(async () => {
    site?.close();
    await web?.close();
  });

  const consoleAddress = () => `${web.platform.baseUrl}/console`;
  const page = () => `<!doctype html><body><script>${attempts(web.platform.baseUrl, mine)}</script>`;

  /** The address of an HTML object of the attacker's bucket. */
  async function object(): Promise<string> {
    demand(await attacker.post('/storage/buckets', { name: 'pages' }), 201);
    const sign = async (body: object) =>
      demand(await attacker.post('/storage/buckets/pages/presigned-urls', { key: 'index.html', ...body }), 201).body;
    const up = await sign({ operation: 'put', content_type: 'text/html' });
    expect((await fetch(up.url, { method: 'PUT', headers: up.headers, body: page() })).status).toBe(200);
    return (await sign({ operation: 'get' })).url;
  }

  /** What a page of this address, in the browser of this person, came to. */
  async function outcomesAt(url: string, { page: own }: Person): Promise<object> {
    const other: Page = await own.browserContext().newPage();
    await other.goto(url);
    const itsOwn = (target: Target) => target.opener() === other.target();
    await own.browserContext().waitForTarget((target) => itsOwn(target) && target.url().startsWith(consoleAddress()));
    await other.evaluate('arrive()');
    const outcomes = (await other.evaluate('outcomes')) as object;
    await other.close();
    await own.bringToFront();
    return outcomes;
  }

  const who = async ({ page: own }: Person) =>
    own.evaluate(async () => {
      const { localStorage } = globalThis as unknown as { localStorage: { getItem(name: string): string } };
      const headers = { 'x-svc-session-proof': localStorage.getItem('svc.session_proof') };
      const { email } = (await (await fetch('/auth/me', { headers })).json()) as { email: string };
      return email;
    });

  it('a server gets both cookies, and can do nothing with them', async () => {
    const person = await web.person();
    await outcomesAt(place, person);
    const cookie = seen.get('/auth/callback') ?? '';
    const { svc_access = '', svc_refresh = '' } = Object.fromEntries(cookie.split('; ').map((one) => one.split('=')));
    expect([svc_access, svc_refresh]).toEqual([expect.stringMatching(/^ey/), expect.stringMatching(/^rt_/)]);
    const { baseUrl } = web.platform;
    const replay = (path: string, headers: Record<string, string>, body?: object) =>
      ask(baseUrl, path, { headers, ...(body && { method: 'POST', body }) });
    for (const reply of [
      await replay('/auth/me', { cookie }),
      await replay('/auth/me', { authorization: `Bearer ${svc_access}` }),
      await replay('/compute/vpcs', { cookie }, { name: 'taken' }),
      await replay('/auth/refresh', { cookie }, {}),
      await replay('/auth/refresh', {}, { refresh_token: svc_refresh }),
      await replay('/auth/refresh', {}, { refresh_token: svc_refresh, session_proof: 'A'.repeat(43) }),
      await replay('/auth/logout', { cookie }, { all: true }),
    ])
      expect([reply.status, reply.headers.get('x-error-code'), reply.headers.get('set-cookie')]).toEqual([
        401,
        'invalid_token',
        null,
      ]);
    await person.page.reload();
    expect(await who(person)).toBe(person.client.email);
  });

  it('an HTML object, or a page of a server, does nothing to who is logged in, whatever cookies it sets', async () => {
    const url = await object();
    for (const address of [url, place]) {
      const person = await web.person();
      expect(await outcomesAt(address, person)).toEqual(refused);
      expect(await who(person)).toBe(person.client.email);
      // The access cookie ends after a quarter of an hour: then the attacker's is alone, and two are sent to refresh.
      await person.page.deleteCookie({ name: 'svc_access', path: '/', domain: 'localhost' });
      await person.page.reload();
      await person.page.waitForSelector('nav[aria-label="Pages"]');
      expect(await who(person)).toBe(person.client.email);
      expect(person.troubles).toEqual([]);
      await person.leave();
    }
  });

  it('nor to who is not: a login that it gives them is none', async () => {
    const person = await web.stranger();
    await outcomesAt(place, person);
    expect((await person.page.cookies(`${web.platform.baseUrl}/auth`)).map(({ value }) => value)).toContain(
      mine.access_token,
    );
    await person.visit('/');
    await person.page.waitForSelector('[name="password"]');
    await person.visit('/instances');
    await person.page.waitForSelector('[name="password"]');
    const client = await Client.verified(web.platform.baseUrl);
    await person.fill({ email: client.email, password: passphrase });
    await person.press('Log in');
    await person.page.waitForSelector('nav[aria-label="Pages"]');
    expect(await who(person)).toBe(client.email);
  });
});
