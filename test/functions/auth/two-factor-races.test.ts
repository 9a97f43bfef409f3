import { afterEach, beforeEach, expect, test } from 'vitest';
import { handler as disable } from '#functions/auth/mfa/disable.ts';
import { handler as show } from '#functions/auth/mfa/show.ts';
import { handler as login } from '#functions/auth/sessions/login.ts';
import { handler as verify } from '#functions/auth/two-factor/verify.ts';
import { newIp } from '#lib/testing/functions/accounts.ts';
import { call, type Reply, type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { resetClock } from '#lib/testing/functions/clock.ts';
import { codeFor, wrongCode } from '#test/support/accounts/totp.ts';
import { type Device, enrolled } from './mfa/devices.ts';

let user: SignedUp;
let device: Device;
let ip: string;
beforeEach(async () => {
  resetClock();
  user = await signedUp();
  device = await enrolled(user.bearer);
  ip = newIp();
});
afterEach(resetClock);

const begun = async (): Promise<string> =>
  (await call(login, { body: { email: user.email, password: user.password }, ip })).body.pending_token;
const finish = (pending_token: string, code: string, more = {}) =>
  call(verify, { body: { pending_token, code }, ip, ...more });

/** Runs the same thing many times at once; answers how many succeeded, and how the others were refused. */
async function race(times: number, once: (i: number) => Promise<Reply>) {
  const replies = await Promise.all(Array.from({ length: times }, (_, i) => once(i)));
  return {
    won: replies.filter(({ status }) => status === 200),
    lost: replies.filter(({ status }) => status !== 200).map(({ status }) => status),
  };
}

test('one pending token used many times at once logs in once', async () => {
  const token = await begun();
  const code = await codeFor(device.secret);
  const { won, lost } = await race(4, () => finish(token, code));
  expect(won).toHaveLength(1);
  for (const status of lost) expect([401, 410]).toContain(status);
});

test('one code used by many logins at once logs in once', async () => {
  const tokens = await Promise.all(Array.from({ length: 4 }, begun));
  const code = await codeFor(device.secret);
  const { won, lost } = await race(4, (i) => finish(tokens[i]!, code));
  expect(won).toHaveLength(1);
  expect(lost).toEqual([401, 401, 401]);
});

test('one recovery code used by many logins at once logs in once', async () => {
  const tokens = await Promise.all(Array.from({ length: 4 }, begun));
  const { won, lost } = await race(4, (i) => finish(tokens[i]!, device.recovery_codes[0]!));
  expect(won).toHaveLength(1);
  expect(lost).toEqual([401, 401, 401]);
  expect((await call(show, { bearer: user.bearer })).body.recovery_codes_remaining).toBe(9);
});

test('one code for a login and for the disabling at once serves one of them', async () => {
  const token = await begun();
  const code = await codeFor(device.secret);
  const replies = await Promise.all([
    finish(token, code),
    call(disable, { bearer: user.bearer, body: { code }, ip: newIp() }),
  ]);
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('of many wrong guesses at once, at most five are looked at', async () => {
  const token = await begun();
  const code = await wrongCode(device.secret);
  const { won, lost } = await race(9, () => finish(token, code, { ip: newIp() }));
  expect(won).toEqual([]);
  expect(lost.filter((status) => status === 401)).toHaveLength(5);
  expect(lost.filter((status) => status === 410)).toHaveLength(4);
});
