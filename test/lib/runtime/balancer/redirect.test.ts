import { expect, test } from 'vitest';
import type { ListenerSpec } from '#lib/runtime/balancer/spec.ts';
import { makeCertificate } from '#test/support/http/certificate.ts';
import { balancing, said, serving, web } from './support.ts';

const { cert, key } = makeCertificate();
const certificates = [{ id: 'cert-1', certificate_pem: cert, private_key_pem: key }];

/** An http listener that redirects to the https listener beside it. */
async function redirecting(...ports: number[]) {
  const running = await balancing([serving(await web('i-1', (_, outgoing) => outgoing.end('backend')))]);
  const http: ListenerSpec = { protocol: 'http', port: running.port, target_port: 1 };
  const secure = ports.map((port) => ({ ...http, protocol: 'https' as const, port, certificate_ids: ['cert-1'] }));
  const turn = (redirect_https: boolean) =>
    running.change({ certificates, listeners: [{ ...http, redirect_https }, ...secure] });
  turn(true);
  return { ...running, turn };
}

const head = (answer: string) => answer.split('\r\n');
const locationIn = (answer: string) => /^location: (.*)$/im.exec(answer)?.[1]?.trim();

/** What the listener says to a request with this host and path. */
async function sentTo(port: number, path: string, host: string | null, method = 'GET') {
  const named = host === null ? '' : `Host: ${host}\r\n`;
  const answer = await said(
    port,
    `${method} ${path} HTTP/1.${host === null ? 0 : 1}\r\n${named}Connection: close\r\n\r\n`,
  );
  return [head(answer)[0], locationIn(answer)];
}

test('a client is sent to the same host and path by https', async () => {
  const { port } = await redirecting(8443, 443);
  const moved = 'HTTP/1.1 301 Moved Permanently';
  expect(await sentTo(port, '/a?b=c', 'Shop.example.in')).toEqual([moved, 'https://shop.example.in/a?b=c']);
  expect(await sentTo(port, '/', `shop.example.in:${port}`)).toEqual([moved, 'https://shop.example.in/']);
  expect(await sentTo(port, '/', '10.20.0.9')).toEqual([moved, 'https://10.20.0.9/']);
  expect(await sentTo(port, '/', '[::1]:80')).toEqual([moved, 'https://[::1]/']);
  expect(await sentTo(port, `http://a.in/x`, 'a.in')).toEqual([moved, 'https://a.in/x']);
  expect(await sentTo(port, '/', null)).toEqual([moved, 'https://127.0.0.1/']);
  const kept = 'HTTP/1.1 308 Permanent Redirect';
  expect(await sentTo(port, '/order', 'a.in', 'POST')).toEqual([kept, 'https://a.in/order']);
  expect(await sentTo(port, '*', 'a.in', 'OPTIONS')).toEqual([kept, 'https://a.in/']);
});

test('the port is that of the first https listener where none is on 443', async () => {
  const { port } = await redirecting(8443, 9443);
  expect((await sentTo(port, '/', 'a.in'))[1]).toBe('https://a.in:8443/');
});

test('no path leads to another host', async () => {
  const { port } = await redirecting(443);
  expect((await sentTo(port, '//evil.in/x', 'a.in'))[1]).toBe('https://a.in//evil.in/x');
  expect((await sentTo(port, '/@evil.in', 'a.in'))[1]).toBe('https://a.in/@evil.in');
});

test.each([
  'a.in@evil.in',
  'a.in/x',
  'a.in\\evil.in',
  'a in',
  'a.in?x',
  'a.in#x',
  'a.in:99999999',
  '[evil.in]',
  '-a.in',
  'x'.repeat(254),
  'a.in\rX: 1',
  '\u00e9.in',
])('a host that cannot stand in a URL is refused: %j', async (host) => {
  const { port } = await redirecting(443);
  expect(await sentTo(port, '/', host)).toEqual(['HTTP/1.1 400 Bad Request', undefined]);
});

test('a second host, and one that the target contradicts, are refused', async () => {
  const { port } = await redirecting(443);
  const twice = await said(port, 'GET / HTTP/1.1\r\nHost: a.in\r\nHost: b.in\r\nConnection: close\r\n\r\n');
  expect(head(twice)[0]).toBe('HTTP/1.1 400 Bad Request');
  expect(await sentTo(port, 'http://evil.in/', 'a.in')).toEqual(['HTTP/1.1 400 Bad Request', undefined]);
  expect((await sentTo(port, '/', 'a.in', 'TRACE'))[0]).toBe('HTTP/1.1 405 Method Not Allowed');
});

test('a WebSocket is redirected too, and reaches its backend once that is over', async () => {
  const { port, turn } = await redirecting(443);
  const upgrade = 'GET /ws HTTP/1.1\r\nHost: a.in\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n';
  expect(locationIn(await said(port, upgrade))).toBe('https://a.in/ws');
  turn(false);
  expect(await said(port, 'GET / HTTP/1.1\r\nHost: a.in\r\nConnection: close\r\n\r\n')).toMatch(/200 OK.*backend$/s);
});
