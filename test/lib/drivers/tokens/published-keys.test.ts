import { generateKeyPairSync } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { publishedJwks } from '#lib/drivers/tokens/published-keys.ts';

let server: Server;
afterEach(() => void server.close());

const key = (kid: string) => {
  const { n, e } = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ format: 'jwk' });
  return { kty: 'RSA', use: 'sig', alg: 'RS256', kid, n, e };
};

/** A place that publishes keys; it counts how often it was asked. */
async function publish(body: object, status = 200) {
  const place = { asked: 0, status };
  server = createServer((_, res) => {
    place.asked += 1;
    res.writeHead(place.status).end(JSON.stringify(body));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks.json`;
  return { place, url };
}

test('keys are read once, and strange tokens do not have them read again and again', async () => {
  const { place, url } = await publish({ keys: [key('one')] });
  const first = await publishedJwks(url);
  expect(first.keys.map(({ kid }) => kid)).toEqual(['one']);
  for (const fresh of [false, true, true]) expect(await publishedJwks(url, fresh)).toBe(first);
  expect(place.asked).toBe(1);
});

test('a place that does not answer, or publishes a private key, is refused', async () => {
  const { url } = await publish({ keys: [] }, 503);
  await expect(publishedJwks(url)).rejects.toThrow(`SVC_JWKS: ${url} answers 503`);
  server.close();
  const { url: bad } = await publish({ keys: [{ ...key('one'), d: 'secret' }] });
  await expect(publishedJwks(bad)).rejects.toThrow('a private key stands among the public ones');
});
