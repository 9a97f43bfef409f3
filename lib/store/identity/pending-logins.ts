import type { Stored } from '#lib/store/entity.ts';
import { keys } from '#lib/store/keys.ts';
import { get } from '#lib/store/platform/read.ts';
import { create, type Refusal, remove, update, type Write } from '#lib/store/platform/write.ts';
import { maxTries } from './mfa.ts';
import type { pendingLogin } from './pending-logins.entity.ts';

/** A login with a correct password that needs another step. */
export type PendingLogin = Stored<typeof pendingLogin>;

/**
 * The pending login of a token's hash; undefined where it has expired at `now` (epoch seconds) or has no tries left.
 */
export async function getPendingLogin(token: string, now: number): Promise<PendingLogin | undefined> {
  const pending = await get(keys.pendingLogin(token));
  return pending && pending.expires > now && pending.tries < maxTries ? pending : undefined;
}

export const createPendingLogin = (token: string, pending: PendingLogin): Write =>
  create({ ...keys.pendingLogin(token), ...pending, ttl: pending.expires });

/**
 * Uses one of a pending login's tries before a code is compared, so that concurrent requests cannot exceed the limit.
 */
export const tryPendingLogin = (token: string, spent: Refusal<PendingLogin>): Write =>
  update(
    keys.pendingLogin(token),
    { add: { tries: 1 } },
    [
      ['pk', 'exists'],
      ['tries', '<', maxTries],
    ],
    spent,
  );

/** Consumes a pending login. Of several concurrent requests that finish it, one succeeds. */
export const finishPendingLogin = (token: string, used: Refusal<PendingLogin>): Write =>
  remove(keys.pendingLogin(token), [['pk', 'exists']], used);
