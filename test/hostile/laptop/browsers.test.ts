import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Laptop, startLaptop } from './ground.ts';

/*
 * Requests that a page of another site can make this user's browser send. Browsers set these headers; no page can
 * change them.
 */
describe('a page of another site tries', () => {
  let laptop: Laptop;
  beforeAll(async () => {
    laptop = await startLaptop();
  });
  afterAll(() => laptop?.platform.stop());
  const moves = JSON.stringify({ advance_seconds: 86_400 });
  const data = [
    ...['/dev/clock', '/dev/outbox', '/dev/state', '/dev/faults', '/dev/limits', '/dev/requests'],
    ...['/dev/gateway/faults', '/dev/gateway/orders/order_1'],
  ];
  const pages = ['/dev/outbox.html', '/dev/checkout.html'];

  /** One request as a browser writes it, with these headers. */
  async function send(method: string, path: string, own: Record<string, string>, body = '') {
    const { port } = laptop.platform;
    const given = Object.entries({ host: 'localhost:PORT', 'content-length': `${body.length}`, ...own });
    const headers = Object.fromEntries(given.map(([name, value]) => [name, value.replace('PORT', `${port}`)]));
    const sent = request({ host: '127.0.0.1', port, method, path, headers, agent: false }).end(body);
    const [reply] = (await once(sent, 'response')) as [IncomingMessage];
    return { status: reply.statusCode ?? 0, headers: reply.headers, text: (await reply.toArray()).join('') };
  }

  test('nothing: our own pages get what they ask for', async () => {
    const own = { 'sec-fetch-site': 'same-origin', origin: 'http://localhost:PORT' };
    expect(await send('GET', '/dev/clock', own)).toMatchObject({
      status: 200,
      text: expect.stringContaining('"offset_seconds":0'),
    });
    expect(await send('GET', '/dev/outbox', { 'sec-fetch-site': 'none' })).toMatchObject({ status: 200 });
  });

  test.each([...data, ...pages])('%s by a name of its own that points here', async (path) => {
    for (const host of [
      'evil.example:PORT',
      'localhost.evil.example:PORT',
      '127.0.0.1.evil.example:PORT',
      '[::1]:PORT',
    ]) {
      const reply = await send('GET', path, { host, 'sec-fetch-site': 'same-origin' });
      expect(reply).toMatchObject({ status: 421, text: expect.stringContaining('is not this server') });
    }
  });

  test.each([...data, ...pages])('%s from its own origin', async (path) => {
    for (const origin of ['https://evil.example', 'null', 'http://localhost:1', 'http://evil.localhost:PORT']) {
      const reply = await send('GET', path, { origin });
      expect([reply.status, reply.headers['x-error-code']]).toEqual([403, 'cross_origin']);
      expect(reply.headers['access-control-allow-origin']).toBeUndefined();
    }
  });

  test.each([...data, ...pages])('%s as an image, a script or a frame, which tells no origin', async (path) => {
    for (const site of ['cross-site', 'same-site']) {
      for (const dest of ['image', 'script', 'iframe', 'empty']) {
        const mode = dest === 'iframe' ? 'navigate' : 'no-cors';
        const reply = await send('GET', path, {
          'sec-fetch-site': site,
          'sec-fetch-dest': dest,
          'sec-fetch-mode': mode,
        });
        expect([reply.status, reply.headers['x-error-code']]).toEqual([403, 'cross_origin']);
      }
    }
  });

  test('to lead the user to data; to a page it may, which no site can frame', async () => {
    const link = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
    for (const path of data) expect((await send('GET', path, link)).status).toBe(403);
    for (const path of pages) {
      const { status, headers } = await send('GET', path, link);
      expect([status, headers['content-security-policy']]).toEqual([
        200,
        expect.stringContaining("frame-ancestors 'none'"),
      ]);
    }
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'to move the clock by a form of type %s',
    async (type) => {
      expect((await send('POST', '/dev/clock', { 'content-type': type }, moves)).status).toBe(415);
      const own = { 'content-type': 'application/json', origin: 'https://evil.example' };
      expect((await send('POST', '/dev/clock', own, moves)).status).toBe(403);
      expect((await send('GET', '/dev/clock', {})).text).toContain('"offset_seconds":0');
    },
  );

  test('to be let in by a preflight', async () => {
    for (const path of ['/dev/clock', '/auth/login', '/compute/instances']) {
      const asked = { origin: 'https://evil.example', 'access-control-request-method': 'POST' };
      const { status, headers } = await send('OPTIONS', path, asked);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });

  test.each(['/auth/login', '/auth/register', '/auth/refresh'])('POST %s in the user’s name', async (path) => {
    const headers = { origin: 'https://evil.example', 'content-type': 'application/json' };
    const body = JSON.stringify({ email: 'a@example.com', password: 'a long passphrase' });
    const reply = await send('POST', path, headers, path === '/auth/refresh' ? '{}' : body);
    expect([reply.status, reply.headers['x-error-code']]).toEqual([403, 'cross_origin']);
    expect(reply.headers['set-cookie']).toBeUndefined();
  });
});
