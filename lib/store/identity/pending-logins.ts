import type { Principal } from '#lib/model/platform/principal.ts';
import { keys } from '#lib/store/keys.ts';
import { get } from '#lib/store/platform/read.ts';
import { create, type Refusal, remove, update, type Write } from '#lib/store/platform/write.ts';
import { tries } from './mfa.ts';

/** A login whose password was right, and what is still to come. */
export interface PendingLogin {
  wants: 'code' | 'password';
  type: Principal['type'];
  principal_id: string;
  account_id: string;
  /** Of an IAM user. */
  username: string | null;
  /** The user's generation when the password was right, and that of the account. */
  generation: number;
  account_generation?: number;
  /** Codes tried against it. */
  tries: number;
  /** Epoch seconds, civil clock. */
  expires: number;
}

/** The half-done login of a token's hash, if it can still be finished at this epoch second. */
export async function getPendingLogin(token: string, now: number): Promise<PendingLogin | undefined> {
  const pending = await get<PendingLogin>(keys.pendingLogin(token));
  return pending && pending.expires > now && pending.tries < tries ? pending : undefined;
}

export const createPendingLogin = (token: string, pending: PendingLogin): Write =>
  create({ ...keys.pendingLogin(token), ...pending, ttl: pending.expires });

/** Takes one of its tries, before a code is looked at: however many come at once, no more are. */
export const tryPendingLogin = (token: string, spent: Refusal): Write =>
  update(
    keys.pendingLogin(token),
    { add: { tries: 1 } },
    [
      ['pk', 'exists'],
      ['tries', '<', tries],
    ],
    spent,
  );

/** Uses a half-done login up: of any number that finish it at once, one does. */
export const finishPendingLogin = (token: string, used: Refusal): Write =>
  remove(keys.pendingLogin(token), [['pk', 'exists']], used);
