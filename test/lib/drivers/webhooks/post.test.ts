import { afterEach, beforeEach, expect, test } from 'vitest';
import { post, signed } from '#lib/drivers/webhooks/post.ts';
import { addressesOf } from '#lib/drivers/webhooks/url-policy.ts';
import { receiver } from '#test/support/receiver.ts';

const open: { close(): Promise<void> }[] = [];
beforeEach(() => {
  delete process.env.SVC_MODE;
});
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});
async function listening(answer?: () => number | undefined) {
  const one = await receiver(answer);
  open.push(one);
  return one;
}

test('a signature is over the moment and the body', () => {
  // echo -n '1700000000.{"a":1}' | openssl dgst -sha256 -hmac whsec_x
  expect(signed('whsec_x', '{"a":1}', 1_700_000_000)).toMatch(/^t=1700000000,v1=[0-9a-f]{64}$/);
  expect(signed('whsec_x', '{"a":1}', 1_700_000_001)).not.toBe(signed('whsec_x', '{"a":1}', 1_700_000_000));
  expect(signed('whsec_y', '{"a":1}', 1_700_000_000)).not.toBe(signed('whsec_x', '{"a":1}', 1_700_000_000));
});

test('in the cloud nothing that is not public is connected to, by name or by number', async () => {
  const { port, received } = await listening();
  for (const host of [
    'localhost',
    '127.0.0.1',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '0.0.0.0',
    '10.0.0.1',
    '169.254.169.254',
  ]) {
    for (const protocol of ['http', 'https']) {
      const answer = await post(`${protocol}://${host}:${port}/`, '{}', {});
      expect({ host, ...answer, duration_ms: 0 }).toEqual({
        host,
        status: null,
        error: 'the name is of no public address',
        duration_ms: 0,
      });
    }
  }
  expect(received).toEqual([]);
});

test('on a laptop plain text goes to the laptop alone', async () => {
  process.env.SVC_MODE = 'local';
  await expect(addressesOf(new URL('http://10.0.0.1/'))).rejects.toThrow('the name is of no public address');
  expect(await addressesOf(new URL('http://127.0.0.1/'))).toEqual([{ address: '127.0.0.1', family: 4 }]);
  expect(await addressesOf(new URL('https://10.0.0.1/'))).toEqual([{ address: '10.0.0.1', family: 4 }]);
  const { port, received } = await listening();
  expect(await post(`http://localhost:${port}/a?b=c`, '{"a":"é"}', { 'x-svc-event': 'e' })).toMatchObject({
    status: 200,
    error: null,
  });
  expect(received).toEqual([
    expect.objectContaining({
      method: 'POST',
      url: '/a?b=c',
      body: '{"a":"é"}',
      headers: expect.objectContaining({
        host: `localhost:${port}`,
        'x-svc-event': 'e',
        'user-agent': 'svc-webhooks/1',
      }),
    }),
  ]);
});

test('a name without address, a certificate that is none, a silence: each is said', async () => {
  process.env.SVC_MODE = 'local';
  expect((await post('https://no-such-name.invalid/', '{}', {})).error).toBe('the name has no address');
  const { port } = await listening(() => undefined);
  expect((await post(`https://127.0.0.1:${port}/`, '{}', {})).status).toBeNull();
  const silent = await post(`http://127.0.0.1:${port}/`, '{}', {});
  expect(silent).toMatchObject({ status: null, error: 'no answer within 5 seconds' });
  expect(silent.duration_ms).toBeGreaterThanOrEqual(4_990);
});
