import { createServer } from 'node:http';
import { inspect } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { ask } from '#lib/drivers/payments/client.ts';
import { GatewayRefusal, GatewayUnknown } from '#lib/drivers/payments/gateway.ts';
import { receiver } from '#test/support/http/receiver.ts';
import { keys, loopback } from './loopback.ts';

let gateway: Awaited<ReturnType<typeof loopback>>;
beforeAll(async () => {
  gateway = await loopback();
});
beforeEach(() => {
  gateway.sent.length = 0;
  process.env.SVC_GATEWAY_URL = gateway.url;
});
afterAll(() => gateway.close());

const make = () => ask('make a thing', 'POST', ['things'], { amount: 1 });
const thrown = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    (answer) => expect.fail(`answered ${inspect(answer)}`),
    (error: unknown) => error,
  );
/** That the outcome is not known, in these words, and that no key is in what may be logged. */
async function isUnknown(work: Promise<unknown>, what: string): Promise<void> {
  const error = await thrown(work);
  expect(error).toBeInstanceOf(GatewayUnknown);
  expect((error as Error).message).toBe(`the payment gateway did not answer: ${what}`);
  const told = inspect(error, { depth: 10, showHidden: true });
  for (const secret of [keys.key_secret, basic.slice('Basic '.length)]) expect(told).not.toContain(secret);
}

const basic = `Basic ${Buffer.from(`${keys.key_id}:${keys.key_secret}`).toString('base64')}`;

describe('a call', () => {
  test.each([
    ['GET', ['things', 'thing_1'], undefined, 'GET /v1/things/thing_1', null],
    ['GET', ['things'], { count: 10, note: 'a b&c=d' }, 'GET /v1/things?count=10&note=a+b%26c%3Dd', null],
    ['POST', ['things'], { amount: 1, note: '₹' }, 'POST /v1/things', { amount: 1, note: '₹' }],
    ['POST', ['things', 'thing_1', 'cancel'], undefined, 'POST /v1/things/thing_1/cancel', null],
    ['DELETE', ['things', 'thing_1'], undefined, 'DELETE /v1/things/thing_1', null],
  ] as const)('%s %j with %j is signed with the keys, once, on a connection of its own', async (...row) => {
    const [method, path, given, request, body] = row;
    gateway.says(200, { id: 'thing_1' });
    expect(await ask('x', method, path, given)).toEqual({ id: 'thing_1' });
    const headers = { authorization: basic, accept: 'application/json', connection: 'close' };
    expect(gateway.sent).toMatchObject([{ request, body, headers: { ...headers, 'user-agent': 'svc-payments/1' } }]);
    expect(gateway.sent[0]?.headers['content-type']).toBe(body ? 'application/json' : undefined);
    expect(gateway.sent[0]?.headers['transfer-encoding']).toBeUndefined();
  });

  test.each(['..', '', 'a/b', 'a?b', 'a%2fb', 'a b', 'ä', 'a'.repeat(65)])(
    'with %j for an id is refused before it is made',
    async (id) => {
      const error = await thrown(ask('x', 'GET', ['things', id]));
      expect(error).toBeInstanceOf(GatewayRefusal);
      expect(error).toMatchObject({ status: 404, message: 'The id provided does not exist', field: 'id' });
      expect(gateway.sent).toEqual([]);
    },
  );
});

describe('a refusal', () => {
  const long = { error: { description: 'x'.repeat(300), field: 'f'.repeat(300) } };
  test.each([
    [400, { error: { description: 'too little', field: 'amount' } }, 'too little', 'amount'],
    [401, { error: { description: 'Authentication failed', field: null } }, 'Authentication failed', undefined],
    [404, { error: { description: '', field: '' } }, 'refused with 404', undefined],
    [400, { error: { description: { not: 'text' }, field: 7 } }, 'refused with 400', undefined],
    [400, long, 'x'.repeat(256), 'f'.repeat(256)],
    [400, { error: null }, 'refused with 400', undefined],
    [400, { error: 'text' }, 'refused with 400', undefined],
    [400, {}, 'refused with 400', undefined],
    [403, [], 'refused with 403', undefined],
    [409, null, 'refused with 409', undefined],
    [400, '<html>', 'refused with 400', undefined],
    [422, '', 'refused with 422', undefined],
  ])('with %i and %j has its status and words', async (status, body, message, field) => {
    gateway.says(status, body);
    const error = await thrown(make());
    expect(error).toBeInstanceOf(GatewayRefusal);
    expect({ ...(error as GatewayRefusal), message: (error as Error).message }).toEqual({
      name: 'GatewayRefusal',
      status,
      message,
      field,
    });
    expect(gateway.sent).toHaveLength(1);
  });
});

describe('an outcome is not known', () => {
  test.each([408, 429, 500, 502, 503, 504])('with %i, and it is asked once', async (status) => {
    gateway.says(status, { error: { description: 'busy' } });
    await isUnknown(make(), `make a thing (${status})`);
    expect(gateway.sent).toHaveLength(1);
  });

  test.each(['', '{', '<html>', 'null', '7', '"text"', '[]', '{"id":"thing_1"'])('with 200 and %j', async (text) => {
    gateway.says(200, text);
    await isUnknown(make(), 'make a thing (200)');
  });

  test.each([301, 302, 303, 307, 308])('with a redirect (%i), which is not followed', async (status) => {
    const elsewhere = await receiver();
    gateway.says(status, {}, { location: elsewhere.url });
    await isUnknown(make(), `make a thing (${status})`);
    await isUnknown(ask('show', 'GET', ['things']), `show (${status})`);
    expect(elsewhere.received).toEqual([]);
    await elsewhere.close();
  });

  test('with a connection that is refused', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((done) => server.once('listening', done));
    const { port } = server.address() as { port: number };
    await new Promise((done) => server.close(done));
    process.env.SVC_GATEWAY_URL = `http://127.0.0.1:${port}`;
    await isUnknown(make(), 'make a thing');
  });

  test('with a reply that is cut off, before it and in its middle', async () => {
    gateway.answer = (res) => res.destroy();
    await isUnknown(make(), 'make a thing');
    gateway.answer = (res) => {
      res.writeHead(200, { 'content-length': '100' }).write('{"id":', () => res.destroy());
    };
    await isUnknown(make(), 'make a thing');
    gateway.answer = (res) => {
      res.writeHead(400, { 'content-length': '100' }).write('{"error":', () => res.destroy());
    };
    await isUnknown(make(), 'make a thing');
  });

  test('with a reply without an end', async () => {
    gateway.answer = (res) => {
      const more = () => res.destroyed || setImmediate(() => res.write(' '.repeat(1024 * 1024), more));
      res.writeHead(200);
      more();
    };
    await isUnknown(make(), 'make a thing');
  });

  test('with no reply, one that never ends, and one that comes by the byte, after 5 seconds', async () => {
    const open = new Set<NodeJS.Timeout>();
    const ends: AbortController[] = [];
    const limits = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
      const end = new AbortController();
      ends.push(end);
      return end.signal;
    });
    const kinds = [
      () => undefined,
      (res: Parameters<typeof gateway.answer>[0]) => res.writeHead(200).write('{'),
      (res: Parameters<typeof gateway.answer>[0]) => {
        res.writeHead(200);
        open.add(setInterval(() => res.write(' '), 100));
      },
    ];
    gateway.answer = (res) => kinds.pop()?.(res);
    const made = Promise.all([1, 2, 3].map(() => isUnknown(make(), 'make a thing')));
    await expect.poll(() => [kinds.length, open.size]).toEqual([0, 1]);
    for (const end of ends) end.abort(new DOMException('the time is over', 'TimeoutError'));
    await made;
    for (const timer of open) clearInterval(timer);
    expect([kinds.length, open.size, gateway.sent.length]).toEqual([0, 1, 3]);
    expect(limits.mock.calls).toEqual([[5_000], [5_000], [5_000]]);
    limits.mockRestore();
  });
});
