import { expect, test } from 'vitest';
import { signerOf } from '#lib/agent/link/sign.ts';
import { callerOf, verifyHostCall } from '#lib/drivers/tokens/host-signature.ts';
import { isServed } from '#lib/model/compute/host-call.ts';
import { newHostKey } from '#test/support/hosts/host-link.ts';

const { key, public_key } = newHostKey();
const signable = {
  issuer: 'host-1',
  audience: 'svc',
  method: 'POST',
  target: '/hosts/self/leave',
  body: '{"epoch":1}',
};
const expected = { issuer: 'host-1', audience: 'svc', keys: [public_key] };

async function verified(
  sent: Partial<typeof signable> = {},
  arrived: Partial<typeof signable> = {},
  { seconds = 0, keys = expected.keys, audience = 'svc' } = {},
): Promise<string> {
  const authorization = await (await signerOf(key))({ ...signable, ...sent });
  const { method, target, body } = { ...signable, ...sent, ...arrived };
  const call = { method, target, body: Buffer.from(body), authorization };
  const now = new Date(Date.now() + seconds * 1000);
  return verifyHostCall(call, { ...expected, audience, keys, now }).then(
    () => 'verified',
    (error: Error) => error.message,
  );
}

test('a call is verified by the key that signed it, also where that is the key before', async () => {
  expect(await verified()).toBe('verified');
  expect(await verified({}, {}, { keys: [newHostKey().public_key, public_key] })).toBe('verified');
  expect(await verified({}, {}, { keys: [newHostKey().public_key] })).toMatch('not signed by the key of this host');
  expect(await verified({}, {}, { keys: [] })).toMatch('not signed by the key of this host');
});

test.each([{ method: 'GET' }, { target: '/hosts/self/leave?' }, { target: '/hosts/self/key' }, { body: '{}' }])(
  'a signature is for one call: %o',
  async (arrived) => {
    expect(await verified({}, arrived)).toBe('Authorization: is for another call');
  },
);

test('a signature is for a minute, for one audience and one host', async () => {
  const other = 'Authorization: is for another audience or another minute';
  expect(await verified({}, {}, { seconds: 55 })).toBe('verified');
  expect(await verified({}, {}, { seconds: 75 })).toBe(other);
  expect(await verified({}, {}, { seconds: -75 })).toBe(other);
  expect(await verified({}, {}, { audience: 'another' })).toBe(other);
  expect(await verified({ issuer: 'host-2' })).toBe(other);
});

test.each([
  [undefined, 'must be SvcHost <signature>'],
  ['Bearer abc', 'must be SvcHost <signature>'],
  [`SvcHost ${'a'.repeat(3000)}`, 'must be SvcHost <signature>'],
  ['SvcHost abc', 'is not a signed call'],
])('a header of another form is refused: %s', (authorization, why) => {
  const call = { method: 'GET', target: '/', body: Buffer.alloc(0), authorization };
  expect(() => callerOf(call)).toThrow(`Authorization: ${why}`);
});

test('the present version is served, and the one before', () => {
  expect([1, 2, 3, 4, 5].map((version) => isServed(version, 4))).toEqual([false, false, true, true, false]);
  expect(isServed(0, 1)).toBe(false);
});
