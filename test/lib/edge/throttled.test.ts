import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { handler as importKey } from '#functions/compute/ssh-keys/import.ts';
import { call, type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { newPublicKey } from '#test/support/accounts/public-key.ts';
import { cancelled, faultTransactions } from '#test/support/table/faults.ts';

let user: SignedUp;
beforeAll(async () => {
  user = await signedUp();
});
// The pauses between attempts are of random length, at least none.
beforeEach(() => void vi.spyOn(Math, 'random').mockReturnValue(0));
afterEach(() => vi.restoreAllMocks());

const importing = (name: string) =>
  call(importKey, { bearer: user.bearer, body: { name, public_key: newPublicKey() } });

test.each(['ThrottlingError', 'ProvisionedThroughputExceeded'])(
  'a transaction that the table cancels for %s is sent again',
  async (reason) => {
    const ended = faultTransactions((at) => (at <= 3 ? { instead: cancelled('None', reason) } : undefined));
    const { status } = await importing(reason.toLowerCase());
    expect([status, ended()]).toEqual([201, 4]);
  },
);

test('one that is throttled at every attempt is 503, to be tried again later', async () => {
  const ended = faultTransactions(() => ({ instead: cancelled('ThrottlingError', 'None') }));
  const reply = await importing('late');
  // Eight of the effect, and as many of the refusal’s entry in the audit log.
  expect(ended()).toBe(16);
  expect([reply.status, reply.headers['x-error-code'], reply.headers['retry-after']]).toEqual([
    503,
    'dependency_unavailable',
    '1',
  ]);
});
