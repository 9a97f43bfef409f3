import { setTimeout } from 'node:timers/promises';
import { handler as register } from '#functions/auth/sessions/register.ts';
import type { Handler } from '#lib/edge/route.ts';
import type { User } from '#lib/model/identity/user.ts';
import { keys } from '#lib/store/keys.ts';
import { transact, update } from '#lib/store/platform/write.ts';
import { goodPassword, keyFiles, newEmail, newIp } from './accounts.ts';
import { settingOf } from './environment.ts';
import { type Call, eventOf } from './event.ts';
import { isTimeFixed } from './fixed.ts';
import { testTable } from './table.ts';

/** A handler's answer. */
export interface Reply {
  status: number;
  headers: Record<string, string>;
  /** Set-Cookie values by name, without their attributes. */
  cookies: Record<string, string>;
  /** Set-Cookie values as they are sent. */
  setCookies: string[];
  /** What the JSON of the body says; null where there is none. */
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects
  body: any;
}

/**
 * Calls a handler with an HTTP API event (payload 2.0) and reads its answer. Where the rate limit refuses it, it is
 * sent again in the next second, unless the request says `once` or time stands still.
 */
export async function call(handler: Handler, request: Call = {}): Promise<Reply> {
  for (;;) {
    const { statusCode = 0, headers = {}, cookies: setCookies = [], body } = await handler(eventOf(handler, request));
    if (headers['x-error-code'] === 'rate_limited' && !request.once && !isTimeFixed()) {
      await nextSecond();
      continue;
    }
    const cookies = Object.fromEntries(
      setCookies.map((cookie) => (cookie.split(';')[0] ?? '').split(/=(.*)/s).slice(0, 2)),
    );
    return {
      status: statusCode,
      headers: headers as Record<string, string>,
      cookies,
      setCookies,
      body: JSON.parse(body || 'null'),
    };
  }
}

/** The beginning of the next second, where rate windows begin. */
const nextSecond = () => setTimeout(1001 - (Date.now() % 1000));

/** An account, and its owner, whose address is verified. */
export interface SignedUp {
  /** An access token, for `call(handler, { bearer })`. */
  bearer: string;
  refresh_token: string;
  account_id: string;
  user: User;
  email: string;
  password: string;
}

/**
 * Makes an account by the real register handler in the table that SVC_TABLE names, and verifies its owner's address.
 * Without that setting it makes a new in-memory table, which a file's tests share unless they call `testTable()`
 * themselves. Key files are made once per file.
 */
export async function signedUp(given: { email?: string; name?: string } = {}): Promise<SignedUp> {
  keyFiles();
  if (!settingOf('SVC_TABLE')) await testTable();
  const body = { email: newEmail(), password: goodPassword, ...given };
  const reply = await call(register, { body, ip: newIp() });
  if (reply.status !== 201) throw new Error(`sign-up failed: ${reply.status} ${JSON.stringify(reply.body)}`);
  const { access_token: bearer, refresh_token, account_id, user } = reply.body;
  await transact([update(keys.user(user.id), { set: { email_verified: true, status: 'active' } })]);
  const owner = { ...user, email_verified: true, status: 'active' };
  return { bearer, refresh_token, account_id, user: owner, email: user.email, password: body.password };
}
