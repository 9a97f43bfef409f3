import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { devRoutes } from '#lib/local/dev/routes.ts';
import { type LocalGateway, startGateway } from '#lib/local/gateway/start.ts';

/* The routes behind the checkout page, over a real connection. */

const dir = mkdtempSync(join(tmpdir(), 'svc-test-dev-gateway-'));
let gateway: LocalGateway;
let server: Server;
let baseUrl: string;
beforeAll(async () => {
  const log = { warn: () => undefined };
  const [keyFile, socketPath] = [join(dir, 'keys.json'), join(dir, 'gateway')];
  gateway = await startGateway({ dir, keyFile, socketPath, webhookUrl: 'http://127.0.0.1:9/', log });
  server = createServer((req, res) => void routes(req, res));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const routes = devRoutes({ gateway, baseUrl } as unknown as Parameters<typeof devRoutes>[0]);
  const money = { amount: 11_800, amount_paid: 0, amount_due: 11_800, currency: 'INR' };
  const fields = { ...money, receipt: 'ord-1', status: 'created', attempts: 0, created_at: 1_800_000_000 };
  gateway.desk.book.put({ id: 'order_1', entity: 'order', ...fields });
});
afterAll(async () => {
  server.close();
  await gateway.close();
  rmSync(dir, { recursive: true, force: true });
});

async function asked(path: string, body?: string, headers: Record<string, string> = {}) {
  const type = { 'content-type': 'application/json', ...headers };
  const init = body === undefined ? { headers } : { method: 'POST', headers: type, body };
  const reply = await fetch(`${baseUrl}/dev/gateway/checkouts/${path}`, init);
  return [reply.status, reply.headers.get('x-error-code'), (await reply.json()) as { error?: string }] as const;
}
const isPaid = () => gateway.desk.book.need('order', 'order_1').status === 'paid';

test.each([
  ['order_2', undefined, {}, 404, 'not_found', 'The id provided does not exist'],
  ['order_2/pay', '{}', {}, 404, 'not_found', 'The id provided does not exist'],
  [`${'o'.repeat(41)}`, undefined, {}, 404, 'no_such_route', 'no such route'],
  ['order_1/pay', undefined, {}, 405, 'method_not_allowed', 'method not allowed (POST)'],
  ['order_1', '{}', {}, 405, 'method_not_allowed', 'method not allowed (GET)'],
  [
    'order_1/pay',
    '{"outcome":"approve"}',
    {},
    400,
    'validation_failed',
    'outcome: "approve" must be one of success, failure, cancel',
  ],
  ['order_1/pay', '{"webhooks":0}', {}, 400, 'unknown_field', 'unknown field "webhooks"'],
  ['order_1/pay', '[]', {}, 400, 'validation_failed', 'body: must be a JSON object'],
  [
    'order_1/pay',
    '{}',
    { 'content-type': 'text/plain' },
    415,
    'unsupported_media_type',
    'content-type: must be application/json',
  ],
])('%s with %s and %j is %i', async (path, body, headers, status, code, error) => {
  expect(await asked(path, body, headers as Record<string, string>)).toEqual([status, code, { error }]);
  expect(isPaid()).toBe(false);
});

test.each(['', '/pay'])('a page of another site gets nothing (%s)', async (path) => {
  const origin = 'http://example.com';
  const [status, code] = await asked(`order_1${path}`, path ? '{}' : undefined, { origin });
  expect([status, code, isPaid()]).toEqual([403, 'cross_origin', false]);
});

test('the page’s own origin shows it and pays it, once', async () => {
  const origin = { origin: baseUrl };
  expect(await asked('order_1', undefined, origin)).toMatchObject([200, null, { status: 'open', kind: 'order' }]);
  expect(await asked('order_1/pay', '{"outcome":"cancel"}', origin)).toMatchObject([200, null, { status: 'open' }]);
  const [, , paid] = await asked('order_1/pay', '{}', origin);
  expect(paid).toMatchObject({ status: 'paid', proof: { gateway_payment_id: expect.stringMatching(/^pay_/) } });
  const error = 'the order order_1 is paid; it cannot be paid';
  expect(await asked('order_1/pay', '{}', origin)).toEqual([409, 'wrong_state', { error }]);
  expect(await asked('order_1')).toMatchObject([200, null, { ...paid, now: expect.any(String) }]);
});
