import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { assetAt, sendAsset } from '#lib/local/pages/assets.ts';
import { ledTo, pageFor, sendPage } from '#lib/local/pages/page.ts';

const paths = ['/docs', '/console/i-x', '/dev/start.html', '/dev/outbox.html', '/dev/checkout.html'];
const root = new URL('../../../../', import.meta.url);
const text = (file: string) => readFileSync(new URL(file, root), 'utf8');
const ofBrowser = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8';

const asked = (url: string, accept?: string, method = 'GET') =>
  ({ url, method, headers: accept === undefined ? {} : { accept } }) as IncomingMessage;

/** What the page at this path is sent as. */
async function sent(path: string): Promise<{ html: string; policy: string; headers: Headers }> {
  const server = createServer((_req, res) => sendPage(res, pageFor(asked(path, ofBrowser))!)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const reply = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const html = await reply.text();
  server.close();
  return { html, policy: reply.headers.get('content-security-policy') ?? '', headers: reply.headers };
}

test.each([
  [ofBrowser, true],
  ['text/html', true],
  ['text/html;q=0.9, application/json;q=0.8', true],
  ['TEXT/HTML', true],
  [undefined, false],
  ['*/*', false],
  ['text/*', false],
  ['application/json', false],
  ['application/json, text/html;q=0.9', false],
  ['text/html;q=0', false],
  ['text/html;q=x', false],
  ['application/json, text/plain, */*', false],
])('/ for Accept: %s leads to the console: %s', (accept, leads) => {
  expect(ledTo(asked('/', accept))).toBe(leads ? '/console' : undefined);
  expect(ledTo(asked('/?from=mail', accept, 'HEAD'))).toBe(leads ? '/console?from=mail' : undefined);
});

test.each(['/join', '/reset'])(
  '%s of a mail leads to its page of the console, with its query, whoever asks',
  (path) => {
    for (const accept of [ofBrowser, '*/*', undefined]) {
      expect(ledTo(asked(`${path}?token=t%2F1`, accept))).toBe(`/console${path}?token=t%2F1`);
      expect(ledTo(asked(path, accept, 'HEAD'))).toBe(`/console${path}`);
    }
  },
);

test('only reading leads elsewhere, and no other path does or is a page', () => {
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
    for (const path of ['/', '/join', '/reset']) expect(ledTo(asked(path, ofBrowser, method))).toBeUndefined();
  }
  expect(ledTo(asked('/guides/', '*/*'))).toBe('/guides');
  for (const path of ['//', '/index.html', '/compute/instances', '/console', '/console/a/b', '/docs/', '/join/']) {
    expect([ledTo(asked(path, ofBrowser)), pageFor(asked(path, ofBrowser))]).toEqual([undefined, undefined]);
  }
});

test.each(paths)('%s runs exactly its own scripts, and cannot be framed', async (path) => {
  const { html, policy, headers } = await sent(path);
  const hashes = [...html.matchAll(/<script(?: type="module")?>(.*?)<\/script>/gs)].map(
    ([, script]) => `'sha256-${createHash('sha256').update(script!).digest('base64')}'`,
  );
  const files = /<script src=/.test(html) ? ["'self'"] : [];
  const directives = new Map(policy.split('; ').map((one) => [one.split(' ')[0], one.split(' ').slice(1)]));
  expect(directives.get('script-src')).toEqual([...files, ...hashes]);
  expect(directives.get('default-src')).toEqual(["'none'"]);
  expect(directives.get('connect-src')).toEqual(["'self'"]);
  for (const name of ['base-uri', 'form-action', 'frame-ancestors']) expect(directives.get(name)).toEqual(["'none'"]);
  const loose = path.startsWith('/console/') ? ['style-src'] : path === '/docs' ? ['style-src-attr'] : [];
  const unsafe = [...directives].filter(([, sources]) => sources.some((source) => source.startsWith("'unsafe")));
  expect(unsafe.map(([name]) => name)).toEqual(loose);
  expect([headers.get('referrer-policy'), headers.get('x-content-type-options')]).toEqual(['no-referrer', 'nosniff']);
});

test.each(paths)('%s loads nothing from elsewhere, has no inline handlers, and labels its fields', async (path) => {
  const { html } = await sent(path);
  expect(html).toMatch(/^<!doctype html>\n<html lang="en">/);
  expect(html).not.toContain('<!-- include');
  const loaded = [...html.matchAll(/<(?:script|link|img|a)\b[^>]*?(?:src|href)="([^"]*)"/g)].map(([, url]) => url);
  expect(loaded.filter((url) => !/^\/(?!\/)/.test(url!))).toEqual([]);
  expect(html).not.toMatch(/<[^>]* on[a-z]+=|innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(/);
  const ids = [...html.matchAll(/<(?:input|textarea|select)\b[^>]*?\bid="([^"]*)"/g)].map(([, id]) => id);
  const labelled = [...html.matchAll(/<label for="([^"]*)"/g)].map(([, id]) => id);
  expect(labelled.toSorted()).toEqual(ids.toSorted());
});

test('the start page has the first steps of README.md, and leads to the guides', async () => {
  const { html } = await sent('/dev/start.html');
  const steps = /<textarea id="steps"[^>]*>\n(.*?)<\/textarea>/s.exec(html)?.[1] ?? '';
  const written = steps.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
  expect(written).toBe(/```sh\n(echo '.*?)```/s.exec(text('README.md'))?.[1]);
  expect(html).toContain('<a href="/guides">');
});

test('the reference’s script is the one that is installed, whole', async () => {
  const server = createServer((_req, res) => sendAsset(res, assetAt('/docs/assets/reference.js')!)).listen(
    0,
    '127.0.0.1',
  );
  await once(server, 'listening');
  const reply = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const script = await reply.text();
  server.close();
  expect(reply.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect(script.length).toBeGreaterThan(1_000_000);
  expect(script).toContain('createApiReference');
});
