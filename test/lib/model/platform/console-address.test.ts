import { describe, expect, test } from 'vitest';
import { hostOffer } from '#lib/model/compute/host-messages.ts';
import { isNearConsole, readConsoleAddress } from '#lib/model/platform/console-address.ts';

test.each([
  ['wss://host-1.example.in', 'host-1.example.in', 443],
  ['wss://host-1.example.in:8443', 'host-1.example.in', 8443],
  ['wss://203.0.113.7:8443', '203.0.113.7', 8443],
  ['wss://fleet', 'fleet', 443],
  ['wss://xn--bcher-kva.example', 'xn--bcher-kva.example', 443],
])('%s is an address', (origin, host, port) => {
  expect(readConsoleAddress(origin)).toEqual({ origin, host, port });
});

test('the port of wss:// is left out of the origin, as a browser does', () => {
  expect(readConsoleAddress('wss://host-1.example.in:443')?.origin).toBe('wss://host-1.example.in');
});

describe('no address, and no offer', () => {
  test.each([
    '',
    'ws://host-1.example.in',
    'https://host-1.example.in',
    'javascript:alert(1)',
    'data:text/html,x',
    'WSS://host-1.example.in',
    'wss://Host-1.example.in',
    'wss://host-1.example.in/',
    'wss://host-1.example.in/compute',
    'wss://host-1.example.in?x',
    'wss://host-1.example.in#x',
    'wss://user@host-1.example.in',
    'wss://user:pass@host-1.example.in',
    'wss://api.example.in@evil.example',
    'wss://host-1.example.in:0',
    'wss://host-1.example.in:08443',
    'wss://host-1.example.in:65536',
    'wss://host-1.example.in:',
    'wss://host-1.example.in.',
    'wss://-host.example.in',
    'wss://host_1.example.in',
    'wss://host..example.in',
    'wss://*.example.in',
    'wss://*',
    "wss://host-1.example.in; script-src 'unsafe-inline'",
    'wss://host-1.example.in wss://evil.example',
    'wss://host-1.example.in\r\nSet-Cookie: a=b',
    ' wss://host-1.example.in',
    'wss://bücher.example',
    'wss://[::1]',
    'wss://127.1',
    'wss://2130706433',
    'wss://0x7f.0.0.1',
    'wss://0177.0.0.1',
    'wss://1.2.3.4.5',
    'wss://203.0.113.256',
    `wss://${'a'.repeat(64)}.example`,
    `wss://${'a.'.repeat(140)}in`,
    `wss://${'a'.repeat(300)}`,
  ])('%j', (text) => {
    expect(readConsoleAddress(text)).toBeUndefined();
    const { success, error } = hostOffer.shape.console_url.safeParse(text);
    expect([success, error?.issues[0]?.path]).toEqual([false, []]);
  });
});

test('an offer is an origin as a browser writes it', () => {
  expect(hostOffer.shape.console_url.safeParse('wss://host-1.example.in:443').success).toBe(false);
  expect(hostOffer.shape.console_url.safeParse('wss://host-1.example.in').success).toBe(true);
});

test.each([
  ['127.0.0.1', true],
  ['127.255.3.9', true],
  ['0.0.0.0', true],
  ['169.254.169.254', true],
  ['224.0.0.1', true],
  ['255.255.255.255', true],
  ['localhost', true],
  ['host.localhost', true],
  ['10.0.0.7', false],
  ['203.0.113.7', false],
  ['notlocalhost', false],
  ['localhost.example.in', false],
])('%s means whoever reads it: %s', (host, near) => {
  expect(isNearConsole({ host })).toBe(near);
});
