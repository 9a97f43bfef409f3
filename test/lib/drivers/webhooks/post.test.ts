import { lookup } from 'node:dns/promises';
import { createServer } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deliveryMark, noAnswer } from '#lib/drivers/webhooks/delivery.ts';
import { post, signed } from '#lib/drivers/webhooks/post.ts';
import { addressesOf, urlProblem } from '#lib/drivers/webhooks/url-policy.ts';
import { receiver } from '#test/support/http/receiver.ts';

vi.mock('node:dns/promises', async (original) => {
  const usual = await original<typeof import('node:dns/promises')>();
  return { ...usual, lookup: vi.fn(usual.lookup) };
});

const open: { close(): Promise<void> }[] = [];
beforeEach(() => {
  vi.stubEnv('SVC_MODE', undefined);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const one of open.splice(0)) await one.close();
});
async function listening(answer?: () => number | undefined) {
  const one = await receiver(answer);
  open.push(one);
  return one;
}

const marked = { [deliveryMark]: 'webhook.test' };
const failed = { status: null, error: noAnswer, duration_ms: expect.any(Number) };

/** Spellings of this machine's own addresses, at which a laptop's webhooks may be received. */
const own = [
  ...['localhost', 'LOCALHOST', 'localhost.', '127.0.0.1', '127.1', '2130706433', '0x7f000001', '017700000001'],
  ...['127.9.9.9', '[::1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[0:0:0:0:0:ffff:7f00:1]'],
];
/** Spellings of what is neither public nor a laptop's own: private networks, a cloud's metadata, no address at all. */
const others = [
  ...['0.0.0.0', '0', '[::]', '10.0.0.1', '[::ffff:10.0.0.1]', '169.254.169.254', '[fd00::1]', '[fe80::1]'],
  ...['[64:ff9b::7f00:1]', '[::127.0.0.1]', '224.0.0.1'],
];

test('a signature is over the moment and the body', () => {
  // echo -n '1700000000.{"a":1}' | openssl dgst -sha256 -hmac whsec_x
  expect(signed('whsec_x', '{"a":1}', 1_700_000_000)).toMatch(/^t=1700000000,v1=[0-9a-f]{64}$/);
  expect(signed('whsec_x', '{"a":1}', 1_700_000_001)).not.toBe(signed('whsec_x', '{"a":1}', 1_700_000_000));
  expect(signed('whsec_y', '{"a":1}', 1_700_000_000)).not.toBe(signed('whsec_x', '{"a":1}', 1_700_000_000));
});

test.each([...own, ...others])('in the cloud nothing that is not public is connected to: %s', async (host) => {
  const { port, received } = await listening();
  for (const protocol of ['http', 'https']) {
    expect(await post(`${protocol}://${host}:${port}/`, '{}', marked)).toEqual(failed);
  }
  expect(received).toEqual([]);
});

test.each(others)('on a laptop nothing but the laptop is, by https as by http: %s', async (host) => {
  vi.stubEnv('SVC_MODE', 'local');
  for (const protocol of ['http', 'https']) {
    const url = `${protocol}://${host}/`;
    expect(urlProblem(url)).toMatch(
      /^(is of no public address|must be an https:\/\/ URL, or http:\/\/ to this machine .*)$/,
    );
    await expect(addressesOf(new URL(url))).rejects.toThrow('the name is of no public address');
    expect(await post(url, '{}', marked)).toEqual(failed);
  }
});

test.each(own)('what the platform itself listens on gets nothing: %s', async (host) => {
  vi.stubEnv('SVC_MODE', 'local');
  const { port, received } = await listening();
  const asked: string[] = [];
  const isOwnDoor = async (address: string, at: number) => asked.push(`${at} ${address}`) > 0;
  for (const protocol of ['http', 'https']) {
    expect(urlProblem(`${protocol}://${host}:${port}/dev/reset`)).toBeUndefined();
    expect(await post(`${protocol}://${host}:${port}/dev/reset`, '{}', marked, isOwnDoor)).toEqual(failed);
  }
  expect(received).toEqual([]);
  // The question is about addresses, with the port of the URL.
  for (const one of asked) expect(one).toMatch(new RegExp(`^${port} (127\\.|::1$|::ffff:)`));
});

test('what SVC_WEBHOOK_HOSTS names may be private: a host, an address, a block', async () => {
  vi.stubEnv('SVC_WEBHOOK_HOSTS', 'Hooks.Corp, 10.1.0.0/16,fd00::7,localhost');
  const problemOf = (url: string) => urlProblem(url);
  expect(problemOf('https://10.1.2.3/')).toBeUndefined();
  expect(problemOf('https://[fd00::7]/')).toBeUndefined();
  for (const host of ['10.2.0.1', '[fd00::8]', '127.0.0.1']) {
    expect(problemOf(`https://${host}/`)).toBe('is of no public address');
  }
  // A name may have any address, and no other name may have it.
  expect(await addressesOf(new URL('https://localhost/'))).not.toEqual([]);
  await expect(addressesOf(new URL('https://127.0.0.1/'))).rejects.toThrow('the name is of no public address');
  expect(problemOf('http://hooks.corp/')).toBe('must be an https:// URL');
  vi.stubEnv('SVC_MODE', 'local');
  for (const host of ['hooks.corp', '10.1.2.3']) expect(problemOf(`http://${host}/`)).toBeUndefined();
  expect(problemOf('http://10.2.0.1/')).toMatch(/^must be an https:\/\/ URL, or http:\/\/ to this machine/);
});

test('a delivery is one POST with its mark, over the address that was checked', async () => {
  vi.stubEnv('SVC_MODE', 'local');
  expect(await addressesOf(new URL('http://127.0.0.1/'))).toEqual([{ address: '127.0.0.1', family: 4 }]);
  const { port, received } = await listening();
  expect(await post(`http://localhost:${port}/a?b=c`, '{"a":"é"}', marked)).toMatchObject({ status: 200, error: null });
  expect(received).toEqual([
    expect.objectContaining({
      method: 'POST',
      url: '/a?b=c',
      body: '{"a":"é"}',
      headers: expect.objectContaining({
        host: `localhost:${port}`,
        'x-svc-event': 'webhook.test',
        'user-agent': 'svc-webhooks/1',
      }),
    }),
  ]);
});

test('a name is resolved once for each attempt, and only what it then had is connected to', async () => {
  vi.stubEnv('SVC_MODE', 'local');
  const { port, received } = await listening();
  const answers = (address: string) => vi.mocked(lookup).mockResolvedValueOnce([{ address, family: 4 }] as never);
  const sent = () => post(`http://rebound.example:${port}/`, '{}', marked);
  answers('127.0.0.1');
  expect(await sent()).toMatchObject({ status: 200 });
  answers('10.0.0.1');
  expect(await sent()).toEqual(failed);
  vi.mocked(lookup).mockResolvedValueOnce([
    { address: '127.0.0.1', family: 4 },
    { address: '10.0.0.1', family: 4 },
  ] as never);
  expect(await sent()).toEqual(failed);
  expect(received).toHaveLength(1);
});

test('a redirect is an answer like any other, and is not followed', async () => {
  vi.stubEnv('SVC_MODE', 'local');
  for (const status of [301, 302, 303, 307, 308]) {
    const { port, received } = await listening(() => status);
    expect(await post(`http://127.0.0.1:${port}/`, '{}', marked)).toMatchObject({
      status,
      error: `answered ${status}`,
    });
    expect(received).toHaveLength(1);
  }
});

test('whatever keeps a delivery from an answer is told in one sentence', async () => {
  vi.stubEnv('SVC_MODE', 'local');
  const silent = await listening(() => undefined);
  const closed = await listening();
  await closed.close();
  open.pop();
  const resetting = createServer((socket) => void socket.resetAndDestroy());
  await new Promise<void>((resolve) => resetting.listen(0, '127.0.0.1', resolve));
  const { port } = resetting.address() as { port: number };
  for (const url of [
    'https://no-such-name.invalid/',
    `http://127.0.0.1:${closed.port}/`,
    `http://127.0.0.1:${port}/`,
    `https://127.0.0.1:${silent.port}/`,
    'https://10.0.0.1/',
    `http://127.0.0.1:${silent.port}/`,
  ]) {
    expect([url, await post(url, '{}', marked)]).toEqual([url, failed]);
  }
  resetting.close();
});
