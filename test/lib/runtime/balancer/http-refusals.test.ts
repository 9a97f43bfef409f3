import { describe, expect, test } from 'vitest';
import { balancing, said, serving, web } from './support.ts';

describe('what is no request to pass on', () => {
  const smuggled: [string, string, number][] = [
    [
      'a length and chunks',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    ['two lengths', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab', 400],
    ['a length with a sign', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: +1\r\n\r\na', 400],
    [
      'chunks that are not the last coding',
      'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n',
      400,
    ],
    ['a coding that nobody knows', 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n', 400],
    ['two codings', 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n', 400],
    ['chunks of HTTP/1.0', 'POST / HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n', 400],
    ['a space before the colon', 'GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding : chunked\r\n\r\n', 400],
    ['a folded header', 'GET / HTTP/1.1\r\nHost: a\r\nX: 1\r\n folded: 2\r\n\r\n', 400],
    ['a bare line feed in a header', 'GET / HTTP/1.1\r\nHost: a\r\nX: 1\n\nGET /evil HTTP/1.1\r\nHost: b\r\n\r\n', 400],
    ['a null in a header', 'GET / HTTP/1.1\r\nHost: a\r\nX: \0\r\n\r\n', 400],
    ['two hosts', 'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n', 400],
    ['no host', 'GET / HTTP/1.1\r\nX: 1\r\n\r\n', 400],
    ['another host in the target', 'GET http://b/ HTTP/1.1\r\nHost: a\r\n\r\n', 400],
    ['a target that is none', 'GET nowhere HTTP/1.1\r\nHost: a\r\n\r\n', 400],
    ['not HTTP', 'hello\r\n\r\n', 400],
    ['a tunnel', 'CONNECT b:80 HTTP/1.1\r\nHost: b:80\r\n\r\n', 405],
    ['a trace', 'TRACE / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 405],
    ['headers without end', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    [
      'an expectation that nobody meets',
      'GET / HTTP/1.1\r\nHost: a\r\nExpect: wonders\r\nConnection: close\r\n\r\n',
      417,
    ],
  ];

  test.each(smuggled)('%s', async (_, bytes, status) => {
    let reached = 0;
    const place = await web('a', (__, outgoing) => {
      reached += 1;
      outgoing.end();
    });
    const { port } = await balancing([serving(place)]);
    const answer = await said(
      port,
      bytes + (status === 400 ? 'GET /next HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n' : ''),
    );
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(reached).toBe(0);
  });

  test('a whole URL of the right host is understood, and so is HTTP/1.0', async () => {
    const place = await web('a', ({ url: path, headers }, outgoing) => void outgoing.end(`${path} ${headers.host}`));
    const { port } = await balancing([serving(place)]);
    const close = 'Connection: close\r\n\r\n';
    expect(await said(port, `GET http://a.example/x?y HTTP/1.1\r\nHost: a.example\r\n${close}`)).toMatch(
      /\/x\?y a\.example$/,
    );
    expect(await said(port, 'GET /old HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 OK\r\n.*\/old 127\.0\.0\.1:\d+$/s);
  });
});

test('a client that dribbles its headers is answered with 408', async () => {
  const { port } = await balancing([serving(await web('a', (_, outgoing) => void outgoing.end()))], {
    limits: { headers: 300 },
  });
  expect(await said(port, 'GET / HTTP/1.1\r\nHost:')).toMatch(/^HTTP\/1\.1 408 /);
});

test('a client that stops within its body is cut off, and its backend hears of it', async () => {
  const broken = Promise.withResolvers<void>();
  const place = await web('a', (incoming) => void incoming.resume().on('error', () => broken.resolve()));
  const { port } = await balancing([serving(place)], { limits: { client: 300 } });
  await said(port, 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc').catch(() => undefined);
  await broken.promise;
});
