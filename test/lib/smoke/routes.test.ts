import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { routes } from '#lib/client/index.ts';
import { readClasses, routesCheck } from '#lib/smoke/routes.ts';
import { closeServer } from '#test/support/http/close-server.ts';

const count = Object.keys(routes).length;

/** What the check says of a platform that answers so. */
async function said(answer: RequestListener, classes: Record<string, string> = {}): Promise<string | undefined> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    return await routesCheck(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, classes).run();
  } catch (error) {
    return (error as Error).message;
  } finally {
    await closeServer(server);
  }
}

const refusing = (status: number, code: string) => ({ 'x-request-id': 'req-1', 'x-error-code': code, status });

/** A platform whose answer to one route is another. */
const platform =
  (other: { method: string; path: string; headers: Record<string, string | number> }): RequestListener =>
  ({ method, url }, reply) => {
    const isOther = method === other.method && url === other.path;
    const { status, ...headers } = isOther ? other.headers : refusing(401, 'unauthorized');
    reply.writeHead(Number(status), headers).end();
  };
const login = { method: 'POST', path: '/auth/login' };

test('each route is asked once, and the first answers are told by class', async () => {
  const asked = new Map<string, number>();
  const count401: RequestListener = (request, reply) => {
    const key = `${request.method} ${request.url}`;
    asked.set(key, (asked.get(key) ?? 0) + 1);
    platform({ ...login, headers: refusing(401, 'unauthorized') })(request, reply);
  };
  const word = await said(count401, { login: 'password', register: 'password' });
  expect(word).toMatch(
    new RegExp(
      `^${count}; first answers of all \\d+ ms, at most \\d+ ms \\(\\w+\\), password \\d+ ms, at most \\d+ ms \\((login|register)\\)$`,
    ),
  );
  expect([...asked.values()].reduce((sum, one) => sum + one, 0)).toBe(count);
});

test.each([
  ['is not there', refusing(404, 'no_such_route'), 'POST /auth/login: 404 no_such_route'],
  ['is that of another method', refusing(405, 'method_not_allowed'), 'POST /auth/login: 405 method_not_allowed'],
  ['fails', refusing(500, 'internal'), 'POST /auth/login: 500 internal'],
  ['is answered by the gateway alone', { status: 503 }, 'POST /auth/login: 503 of something else'],
])('a route that %s is named', async (_how, headers, wrong) => {
  expect(await said(platform({ ...login, headers }))).toBe(`1 of ${count} are not: ${wrong}`);
});

test('a route that knows nothing of what it is asked for, or refuses the caller, is served', async () => {
  expect(await said(platform({ ...login, headers: refusing(404, 'not_found') }))).toMatch(/^\d+; first answers/);
});

test('classes are those that were packaged in this folder', () => {
  const dir = mkdtempSync(join(tmpdir(), 'svc-classes-'));
  const file = join(dir, 'classes.json');
  expect(readClasses(file)).toEqual({});
  writeFileSync(file, '{"login":"password"}');
  expect(readClasses(file)).toEqual({ login: 'password' });
  rmSync(dir, { recursive: true });
});
