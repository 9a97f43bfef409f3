import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { type AskRegistry, RegistryWay } from '#lib/agent/hosted/registry-way.ts';

/** A way that is asked for, and what was told of it. */
function wayTo(registry: string, ask?: AskRegistry) {
  const told = { times: 0 };
  const way = new RegistryWay({ registry, loopback: true }, () => (told.times += 1), ask);
  return { way, told };
}

it('is not known before it was asked, and asks once', async () => {
  const asked: string[] = [];
  const answer = Promise.withResolvers<void>();
  const { way, told } = wayTo('registry.example', (registry) => {
    asked.push(registry);
    return answer.promise;
  });
  expect(way.reason).toBe('registry registry.example has not been asked yet');
  expect(way.reason).toBe('registry registry.example has not been asked yet');
  answer.resolve();
  await expect.poll(() => told.times).toBe(1);
  expect([way.reason, asked]).toEqual([null, ['registry.example']]);
});

it('says why there is none', async () => {
  const { way, told } = wayTo('registry.example', () => Promise.reject(new Error('registry.example has no address')));
  void way.reason;
  await expect.poll(() => told.times).toBe(1);
  expect(way.reason).toBe('registry registry.example cannot be reached: registry.example has no address');
});

it('is there wherever anything answers, also where it wants a login', async () => {
  const asked: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url);
    response.writeHead(401, { 'www-authenticate': 'Bearer realm="http://127.0.0.1:1/token"' }).end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const { way, told } = wayTo(`127.0.0.1:${port}/mirror`);
  void way.reason;
  await expect.poll(() => told.times).toBe(1);
  expect([way.reason, asked]).toEqual([null, ['/v2/']]);
  server.close();
});

it('of this computer is refused to a host that is no laptop', async () => {
  let times = 0;
  const way = new RegistryWay({ registry: '127.0.0.1:5000', loopback: false }, () => (times += 1));
  void way.reason;
  await expect.poll(() => times).toBe(1);
  expect(way.reason).toBe('registry 127.0.0.1:5000 cannot be reached: 127.0.0.1:5000 is not on the public internet');
});
