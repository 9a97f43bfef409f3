import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser } from '#test/support/browser/browser.ts';
import { Web } from '#test/support/browser/web.ts';
import { Client, demand } from '#test/support/http/client.ts';

/** A name that would run a script, were it taken for HTML. */
const hostile = '<img src=x onerror=document.body.dataset.hit=1>';

describe.skipIf(!hasBrowser('attacks on the console'))('the console under attack', () => {
  let web: Web;
  beforeAll(async () => {
    web = await Web.open();
  });
  afterAll(() => web?.close());

  it('no script of its page can read a login, and nothing of one is stored', async () => {
    const { page } = await web.person();
    const seen: string = await page
      .evaluate('document.cookie + JSON.stringify(localStorage) + JSON.stringify(sessionStorage) + location.href')
      .then(String);
    const cookies = await page.browserContext().cookies();
    const secrets = cookies.map(({ value }) => value);
    expect(cookies.map(({ name, httpOnly }) => [name, httpOnly]).sort()).toEqual([
      ['svc_access', true],
      ['svc_refresh', true],
    ]);
    for (const secret of secrets) expect(seen).not.toContain(secret);
    expect(seen).not.toMatch(/eyJ[\w-]+\./);
  });

  it('text that others chose is text', async () => {
    const client = await Client.verified(web.platform.baseUrl);
    demand(await client.ask('/auth/account', { method: 'PATCH', body: { name: hostile } }), 200);
    const machine = await client.launch({ name: 'web', tags: { note: hostile } });
    const { page } = await web.person(client);
    await page.goto(`${web.platform.baseUrl}/console/instances/${machine.id}`);
    await page.waitForSelector('.facts');
    const text: string = await page.evaluate('document.body.innerText').then(String);
    expect(text).toContain(hostile);
    expect(await page.evaluate('document.body.dataset.hit')).toBeUndefined();
  });

  it('its policy stops an inline script, a script of another host, and text that becomes HTML', async () => {
    const { page } = await web.person();
    const inline =
      "const s = document.createElement('script'); s.textContent = 'window.hit = 1'; document.body.append(s)";
    const other =
      "const s = document.createElement('script'); s.src = 'http://127.0.0.1:9/x.js'; document.body.append(s)";
    for (const attack of [inline, other, "document.body.innerHTML = '<b>x</b>'"]) {
      const error = await page.evaluate(`(() => { try { ${attack} } catch (error) { return error.name } })()`);
      expect(error).toBe('TypeError');
    }
    expect(await page.evaluate('window.hit')).toBeUndefined();
  });

  it('no page of another site shows it in a frame, or reads it', async () => {
    const { page } = await web.person();
    const frame = `<!doctype html><iframe src="${web.platform.baseUrl}/console"></iframe>`;
    const site = createServer((_req, res) => res.setHeader('content-type', 'text/html').end(frame)).listen(
      0,
      '127.0.0.1',
    );
    await new Promise((resolve) => site.once('listening', resolve));
    await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
    expect(await page.frames()[1]?.evaluate("document.getElementById('root') !== null")).toBe(false);
    const read = await page.evaluate(
      (url) => fetch(`${url}/auth/me`, { credentials: 'include' }).then((reply) => reply.status, String),
      web.platform.baseUrl,
    );
    expect(read).toBe('TypeError: Failed to fetch');
    site.close();
  });

  it('a path never leads out of its files', async () => {
    const paths = ['/console/assets/..%2f..%2fpackage.json', '/console/assets/main.tsx', '/console/assets/__proto__'];
    for (const path of paths) {
      const reply = await fetch(web.platform.baseUrl + path);
      expect([path, reply.status, await reply.text()]).toEqual([
        path,
        404,
        expect.not.stringContaining('dependencies'),
      ]);
    }
  });
});
