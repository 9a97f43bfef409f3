import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { balancing, said, serving, tcp, web } from './support.ts';

/*
 * What RFC 9110 (7.6, 7.8, 15.2) and RFC 9112 (3.2) have an intermediary forward, drop and refuse; and that no header
 * of a client reaches a backend under a name that backends take for the balancer's own.
 */

/** What a backend is told by a request with these lines, and the answer. */
async function told(lines: readonly string[], { method = 'GET', target = '/', host = 'shop.example' } = {}) {
  const seen: IncomingMessage[] = [];
  const place = await web('a', (incoming, outgoing) => {
    seen.push(incoming);
    outgoing.end('well');
  });
  const { port } = await balancing([serving(place)]);
  const close = lines.some((line) => line.startsWith('Connection:')) ? [] : ['Connection: close'];
  const head = [`${method} ${target} HTTP/1.1`, `Host: ${host}`, ...lines, ...close];
  const answer = await said(port, `${head.join('\r\n')}\r\n\r\n`);
  return { port, answer, headers: seen[0]?.headers, reached: seen.length };
}

/** The variables that WSGI and CGI make of headers. */
const environment = (headers: IncomingMessage['headers'] = {}) =>
  Object.entries(headers).map(([name, value]) => [name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_'), value]);

describe('what only the balancer says', () => {
  const spellings = (name: string) => [
    name,
    name.replaceAll('-', '_'),
    name.replaceAll('-', '.'),
    name.toUpperCase().replaceAll('-', '_'),
    name.replace('-', '_'),
  ];
  const claims = ['For', 'Proto', 'Port', 'Host', 'Server', 'Ssl', 'Scheme', 'Prefix'].map(
    (end) => `X-Forwarded-${end}`,
  );

  test.each([...claims, 'X-Real-IP', 'Forwarded', 'Proxy'])(
    '%s of a client, however it is spelt, is dropped',
    async (name) => {
      const { headers, port } = await told([...new Set(spellings(name))].map((spelling) => `${spelling}: evil`));
      expect(environment(headers).toSorted()).toEqual([
        ['CONNECTION', 'keep-alive'],
        ['HOST', 'shop.example'],
        ['X_FORWARDED_FOR', '127.0.0.1'],
        ['X_FORWARDED_HOST', 'shop.example'],
        ['X_FORWARDED_PORT', `${port}`],
        ['X_FORWARDED_PROTO', 'http'],
      ]);
    },
  );

  test('a client cannot have it dropped by Connection, nor its own Host, length or cookie', async () => {
    const names = 'close, X-Forwarded-For, X-Forwarded-Proto, Host, Cookie, Content-Length, X-Mine';
    const { headers } = await told([`Connection: ${names}`, 'Cookie: a=1', 'X-Mine: 1', 'Content-Length: 0']);
    expect(headers).toMatchObject({
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'http',
      host: 'shop.example',
      cookie: 'a=1',
      'content-length': '0',
    });
    expect(headers).not.toHaveProperty('x-mine');
  });

  test('names in a second Connection header are dropped too', async () => {
    const { headers } = await told([
      'Connection: close',
      'Connection: x-one , X-Two',
      'X-One: 1',
      'X-Two: 2',
      'X-3: 3',
    ]);
    expect([headers?.['x-one'], headers?.['x-two'], headers?.['x-3']]).toEqual([undefined, undefined, '3']);
  });
});

describe('what an intermediary passes on', () => {
  test('each end-to-end header as it was sent, repeated ones and unknown methods too', async () => {
    const { headers } = await told(
      [
        'Authorization: Bearer x',
        'Accept: a',
        'Accept: b',
        'Range: bytes=0-1',
        'Cache-Control: no-cache',
        'X-Note: "é"',
      ],
      { method: 'PROPFIND' },
    );
    expect(headers).toMatchObject({
      authorization: 'Bearer x',
      accept: 'a, b',
      range: 'bytes=0-1',
      'cache-control': 'no-cache',
      'x-note': '"é"',
    });
  });

  test('Max-Forwards counts for OPTIONS: at 0 the balancer answers, before that it takes one off', async () => {
    const at = (hops: string, method = 'OPTIONS') => told([`Max-Forwards: ${hops}`], { method });
    const zero = await at('0');
    expect([zero.reached, zero.answer.split('\r\n')[0]]).toEqual([0, 'HTTP/1.1 204 No Content']);
    expect((await at('3')).headers?.['max-forwards']).toBe('2');
    expect((await at('many')).headers).not.toHaveProperty('max-forwards');
    expect((await at('0', 'GET')).reached).toBe(1);
  });

  test('interim answers, but 100, for a client that knows of them; and a Date where there is none', async () => {
    const final = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi';
    const early = 'HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload\r\nLink: </b.js>; rel=preload\r\n\r\n';
    const place = await tcp('a', (socket) =>
      socket.once('data', () => {
        socket.end(`HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 102 Processing\r\n\r\n${early}${final}`);
      }),
    );
    const { port } = await balancing([serving(place)], {
      health_check: {
        ...{ protocol: 'tcp', port: null, path: '/', interval_seconds: 0.05, timeout_seconds: 30 },
        ...{ healthy_threshold: 1, unhealthy_threshold: 2, expected: [] },
      },
    });
    const ask = (version: string) => said(port, `GET / HTTP/${version}\r\nHost: a\r\nConnection: close\r\n\r\n`);
    expect(await ask('1.1')).toMatch(
      /^HTTP\/1\.1 102 Processing\r\n\r\nHTTP\/1\.1 103 Early Hints\r\nLink: <\/a\.css>; rel=preload, <\/b\.js>; rel=preload\r\n\r\nHTTP\/1\.1 200 OK\r\n.*Date: .* GMT\r\n.*hi$/s,
    );
    expect(await ask('1.0')).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  });
});

describe('what an intermediary refuses', () => {
  test.each(['a b', 'a/b', 'user@a', 'a:80:80', 'a:x', '[::1', 'a"b', 'a\\b', 'é.example'])(
    'Host: %s',
    async (host) => {
      const { answer, reached } = await told([], { host });
      expect([answer.split('\r\n')[0], reached]).toEqual(['HTTP/1.1 400 Bad Request', 0]);
    },
  );

  test.each(['', 'a', 'a.example:8080', '127.0.0.1', '[::1]:80', 'a_b.example', 'xn--e1afmkfd.example', 'a:'])(
    'but not Host: %s',
    async (host) => {
      const { headers, reached } = await told([], { host });
      expect([headers?.host, headers?.['x-forwarded-host'], reached]).toEqual([host, host, 1]);
    },
  );

  test('a target with a fragment', async () => {
    const { answer, reached } = await told([], { target: '/a#b' });
    expect([answer.split('\r\n')[0], reached]).toEqual(['HTTP/1.1 400 Bad Request', 0]);
  });

  test.each(['h2c', 'H2C', 'h2', 'TLS/1.0', 'TLS/1.2, HTTP/1.1', 'websocket, h2c', 'HTTP/2.0'])(
    'a change to %s, behind which nobody would look: the request stays plain',
    async (upgrade) => {
      const lines = [
        `Upgrade: ${upgrade}`,
        'Connection: close, Upgrade, HTTP2-Settings',
        'HTTP2-Settings: AAMAAABkAAQAAP__',
      ];
      const { answer, headers } = await told(lines);
      expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n.*well/s);
      expect([headers?.upgrade, headers?.['http2-settings'], headers?.connection]).toEqual([
        undefined,
        undefined,
        'keep-alive',
      ]);
    },
  );
});
