import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { brotliCompressSync } from 'node:zlib';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { handler as login } from '#functions/auth/sessions/login.ts';
import { handler as refresh } from '#functions/auth/sessions/refresh.ts';
import { handler as getTicket } from '#functions/compute/instances/console-ticket.ts';
import { handler as show } from '#functions/compute/instances/show.ts';
import { consoleHostOf } from '#lib/domain/compute/console/host-of.ts';
import { unrouted } from '#lib/edge/unrouted.ts';
import { apiOf } from '#lib/local/api/api.ts';
import { Routes } from '#lib/local/api/routes.ts';
import type { Instance } from '#lib/model/compute/instance.ts';
import { outsideAt } from '#lib/model/platform/source.ts';
import { type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { testTable } from '#lib/testing/functions/table.ts';
import { buildTerminal } from '#lib/web/bundle/terminal.ts';
import { chromium, hasBrowser } from '#test/support/browser/browser.ts';
import { certificate, type OwnConsoleHost, openOwnConsoles } from '#test/support/browser/own-consoles.ts';

/* The document with the terminal as a package has it, from the API's origin, at a host of another origin. */

const { html, policy, assets } = buildTerminal();
const packed = [...assets].map(([name, bytes]) => [name, brotliCompressSync(bytes).toString('base64')]);
const load = async () => ({
  html: '<title>svc</title>',
  assets: Object.fromEntries(packed),
  terminal: { html, policy },
});
const loadReference = async () => ({ html: '', policy: '', name: '', script: () => new Uint8Array() });
const loadGuides = async () => new Map<string, Uint8Array>();

const handlers: Record<string, (event: never) => Promise<unknown>> = {
  login,
  refresh,
  show,
  getTicket,
  rest: unrouted({ load, loadReference, loadGuides, hostOf: consoleHostOf }),
};
const routes = new Routes({
  login: { events: [{ httpApi: 'POST /auth/login' }] },
  refresh: { events: [{ httpApi: 'POST /auth/refresh' }] },
  show: { events: [{ httpApi: 'GET /compute/instances/{id}' }] },
  getTicket: { events: [{ httpApi: 'POST /compute/instances/{id}/console-ticket' }] },
  rest: { events: [{ httpApi: '*' }] },
});
const api = apiOf(routes, async (key, event) => handlers[key]?.(event as never));

describe.skipIf(!hasBrowser('the terminal of a deployment'))('the terminal of a deployment in a browser', () => {
  let site: Server;
  let origin: string;
  let owner: SignedUp;
  let hosts: OwnConsoleHost[];
  let browser: Browser;
  let page: Page;
  const policies: string[] = [];

  beforeAll(async () => {
    site = createServer(certificate(), async (req, res) => {
      const headers = Object.fromEntries(Object.entries(req.headers).map(([name, value]) => [name, String(value)]));
      const body = Buffer.from(await text(req));
      const { method = '', url: target = '' } = req;
      const reply = await api({ method, target, headers, body, source: outsideAt('127.0.0.1') });
      const sent = reply.headers.filter(([name]) => name !== 'content-length');
      if (target.startsWith('/console/i-')) policies.push(policyIn(sent));
      res.writeHead(reply.status, sent.flat()).end(reply.body);
    });
    site.listen(0, '127.0.0.1');
    await once(site, 'listening');
    origin = `https://127.0.0.1:${(site.address() as AddressInfo).port}`;
    vi.stubEnv('SVC_BASE_URL', origin);
    await testTable();
    owner = await signedUp();
    hosts = [await openOwnConsoles(), await openOwnConsoles()];
    for (const { door } of hosts) door.allow([origin]);
    browser = await puppeteer.launch({ ...chromium, acceptInsecureCerts: true });
    page = await browser.newPage();
  });
  afterAll(async () => {
    await browser?.close();
    for (const host of hosts ?? []) await host.close();
    site?.close();
    site?.closeAllConnections();
    vi.unstubAllEnvs();
  });

  const policyIn = (headers: readonly (readonly [string, string])[]) =>
    /connect-src [^;]*/.exec(headers.find(([name]) => name === 'content-security-policy')?.[1] ?? '')?.[0] ?? '';
  const state = () => page.$eval('#state', (element) => element.textContent ?? '').catch(() => '');
  const screen = () => page.$eval('.xterm-rows', (element) => element.textContent ?? '');
  const answers = async () => {
    await expect.poll(state).toBe('Connected.');
    await page.keyboard.type('echo typed-"here"\n');
    await expect.poll(screen).toContain('typed-here');
  };

  test('has a person log in, learns of the host by one more load, and is a terminal there', async () => {
    const [host] = hosts as [OwnConsoleHost];
    const { id }: Instance = await host.machine(owner);
    await page.goto(`${origin}/console/${id}`);
    await expect.poll(state).toBe('Log in to go on.');
    await page.type('#login-email', owner.email);
    await page.type('#login-password', `${owner.password}\n`);
    await answers();
    expect(policies).toEqual(["connect-src 'self'", `connect-src 'self' ${host.origin}`]);
  });

  test('whoever is logged in has the right policy by one more load too, for the host of each machine', async () => {
    const host = hosts[1] as OwnConsoleHost;
    const { id } = await host.machine(owner);
    policies.length = 0;
    await page.goto(`${origin}/console/${id}`);
    await answers();
    // The cookie alone says nothing: a session of the console wants its proof.
    expect(policies).toEqual(["connect-src 'self'", `connect-src 'self' ${host.origin}`]);
    expect(page.url()).toBe(`${origin}/console/${id}`);
  });

  test('nothing in it connects to anywhere else', async () => {
    const elsewhere = JSON.stringify(hosts[0]?.origin);
    const refused = page.evaluate(`new Promise((done) => {
      addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
        done([effectiveDirective, blockedURI.startsWith(${elsewhere})]));
      sessionStorage.setItem('svc-console-loaded', String(Date.now()));
      new WebSocket(${elsewhere});
    })`);
    expect(await refused).toEqual(['connect-src', true]);
  });
});
