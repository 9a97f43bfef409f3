import { createServer, type Server } from 'node:http';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Browser, BrowserContext, HTTPRequest, Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type * as door from '#lib/client/index.ts';
import { hasBrowser, openBrowser } from '#test/support/browser/browser.ts';
import { Client as Person, passphrase } from '#test/support/http/client.ts';
import { unusedPort } from '#test/support/http/unused-port.ts';
import { advance } from '#test/support/platform/dev-clock.ts';
import { type RunningPlatform, startPlatform } from '#test/support/platform/platform.ts';

/* The client in pages of a browser: of the API's own origin, and of one that SVC_CORS_ORIGINS names. */

declare global {
  /** What a page has imported. */
  var svc: typeof door;
}

const root = fileURLToPath(new URL('../../../', import.meta.url));

const html = "<script type=module>import * as svc from '/client.js'; globalThis.svc = svc;</script>";
const inBrowser = hasBrowser('the typed client') ? test : test.skip;
let platform: RunningPlatform;
let browser: Browser;
let script: string;
let baseUrl: string;
/** Origins of other servers: one that the platform allows, and one that it does not. */
let friend: string;
let stranger: string;
const servers: Server[] = [];

beforeAll(async () => {
  [friend, stranger] = [await otherOrigin(), await otherOrigin()];
  platform = await startPlatform({
    env: { SVC_COMPUTE: 'simulated', SVC_TIME_SCALE: '0.01', SVC_CORS_ORIGINS: friend },
  });
  baseUrl = platform.baseUrl;
  const options = { bundle: true, minify: true, write: false, format: 'esm', platform: 'browser' } as const;
  const { outputFiles } = await build({ ...options, absWorkingDir: root, entryPoints: ['lib/client/index.ts'] });
  script = outputFiles[0]?.text ?? '';
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await platform?.stop();
  for (const server of servers) server.close();
});

/** What is at an address that pages have of their own: the page, and the client that it imports. */
const ownAt = (pathname: string): [type: string, text: string] | undefined => {
  if (pathname === '/client.html') return ['text/html', html];
  return pathname === '/client.js' ? ['text/javascript', script] : undefined;
};

async function otherOrigin(): Promise<string> {
  const port = await unusedPort();
  const server = createServer((request, response) => {
    const [type = 'text/plain', text = ''] = ownAt(request.url ?? '') ?? [];
    response.writeHead(200, { 'content-type': type }).end(text);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return `http://localhost:${port}`;
}

/** A page of an origin, with the client. */
async function open(origin: string): Promise<Page> {
  const page = await (await browser.createBrowserContext()).newPage();
  await page.goto(`${origin}/client.html`);
  await page.waitForFunction(() => globalThis.svc !== undefined);
  return page;
}

/** A page of the API's own origin, and what it asked the API. */
async function openOwn(context?: BrowserContext): Promise<{ page: Page; asked: string[] }> {
  const asked: string[] = [];
  const page = await (context ?? (await browser.createBrowserContext())).newPage();
  await page.setRequestInterception(true);
  page.on('request', (request: HTTPRequest) => {
    const { pathname } = new URL(request.url());
    const [contentType, body] = ownAt(pathname) ?? [];
    if (contentType && body) return void request.respond({ contentType, body });
    asked.push(`${request.method()} ${pathname}`);
    return void request.continue();
  });
  await page.goto(`${baseUrl}/client.html`);
  await page.waitForFunction(() => globalThis.svc !== undefined);
  return { page, asked };
}

/** Logs in by cookies in a page, and answers what its scripts can see of them. */
const logIn = (page: Page, email: string) =>
  page.evaluate(
    async (api, body) => {
      const { createClient, cookies } = globalThis.svc;
      const own = createClient({ baseUrl: api, credentials: cookies() });
      await own.login({ body });
      return { me: await own.getMe(), visible: (globalThis as { document?: { cookie: string } }).document?.cookie };
    },
    baseUrl,
    { email, password: passphrase },
  );

inBrowser('pages with cookies refresh them together, once', async () => {
  const { email } = await Person.register(baseUrl);
  const context = await browser.createBrowserContext();
  const [one, two] = [await openOwn(context), await openOwn(context)];
  expect(await logIn(one.page, email)).toMatchObject({ me: { email }, visible: '' });
  await advance(baseUrl, 16 * 60);
  const ask = (page: Page) =>
    page.evaluate(async (api) => {
      const { createClient, cookies } = globalThis.svc;
      const own = createClient({ baseUrl: api, credentials: cookies() });
      const answers = await Promise.all([1, 2, 3, 4, 5].map(() => own.getMe()));
      return answers.map((me) => me.email);
    }, baseUrl);
  const answers = await Promise.all([ask(one.page), ask(two.page)]);
  expect(answers.flat()).toEqual(Array.from({ length: 10 }, () => email));
  const refreshes = [...one.asked, ...two.asked].filter((request) => request === 'POST /auth/refresh');
  expect(refreshes).toHaveLength(1);
});

inBrowser('a page with cookies changes things, sees refusals, and logs out', async () => {
  const { email } = await Person.verified(baseUrl);
  const { page } = await openOwn();
  await logIn(page, email);
  const seen = await page.evaluate(async (api) => {
    const { createClient, cookies, SvcError } = globalThis.svc;
    const own = createClient({ baseUrl: api, credentials: cookies() });
    const vpc = await own.createVpc({ body: { name: 'é', tags: { role: 'a b' } } }).catch((error: unknown) => error);
    const group = await own.createGroup({ body: { name: 'ops' } });
    await own.logout();
    const after = await own.getMe().catch((error: unknown) => error);
    const told = (error: unknown) =>
      error instanceof SvcError ? [error.status, error.code, ...error.fields.map(({ field }) => field)] : [];
    return { vpc: told(vpc), group: group.name, after: told(after) };
  }, baseUrl);
  expect(seen).toEqual({
    vpc: [400, 'validation_failed', 'name'],
    group: 'ops',
    after: [401, 'missing_credentials'],
  });
});

inBrowser('a page of an allowed origin signs, waits and reads codes, headers and times to wait', async () => {
  const person = await Person.verified(baseUrl);
  const { body: user } = await person.post('/auth/iam/users', { username: 'al.ice' });
  const { body: policies } = await person.get('/auth/iam/policies?name=AdministratorAccess');
  await person.ask(`/auth/iam/users/${user.username}/policies/${policies.policies[0].id}`, { method: 'PUT' });
  const { body: key } = await person.post(`/auth/iam/users/${user.username}/access-keys`, {});
  const image = (await person.launchBody()) as { image_id: string };
  const page = await open(friend);
  const seen = await page.evaluate(
    async (api, accessKeyId, secretKey, image_id) => {
      const { createClient, accessKey, SvcError } = globalThis.svc;
      const svc = createClient({ baseUrl: api, credentials: accessKey({ accessKeyId, secretKey }) });
      const body = { name: 'web-01', instance_type_id: 's1-nano', image_id, tags: { role: 'd b é' } };
      const { id, status } = await svc.waitFor(svc.launchInstance({ body, wait: 5 }), 'running');
      const { instances } = await svc.listInstances({ query: { 'tag.role': 'd b é' } });
      const { etag, requestId } = await svc.request('getInstance', { id });
      const late = await svc
        .updateInstance({ id, body: { name: 'web-02' }, ifMatch: '"v0"' })
        .catch((error: unknown) => (error instanceof SvcError ? [error.status, error.code] : []));
      return { status, found: instances.length, etag: etag !== undefined, requestId, late };
    },
    baseUrl,
    key.access_key_id,
    key.secret_key,
    image.image_id,
  );
  expect(seen).toEqual({
    status: 'running',
    found: 1,
    etag: true,
    requestId: expect.stringMatching(/^req-/),
    late: [412, 'precondition_failed'],
  });
  expect(await logIn(page, person.email)).toMatchObject({ me: { email: person.email }, visible: '' });
});

inBrowser('a page of another origin gets no reply', async () => {
  const page = await open(stranger);
  const seen = await page.evaluate(async (api) => {
    const { createClient, cookies, SvcError } = globalThis.svc;
    const own = createClient({ baseUrl: api, credentials: cookies(), retries: 0 });
    const error = await own.getMe().catch((failure: unknown) => failure);
    return error instanceof SvcError && [error.status, error.code];
  }, baseUrl);
  expect(seen).toEqual([0, 'connection_failed']);
});
