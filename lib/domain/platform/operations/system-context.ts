import { commitEffect, type Effect } from '#lib/domain/platform/commit.ts';
import type { Commit, Context } from '#lib/domain/platform/context.ts';
import { newId } from '#lib/model/platform/ids.ts';
import type { Principal } from '#lib/model/platform/principal.ts';
import { outsideAt } from '#lib/model/platform/source.ts';

const system = 'system';

/** Whether a principal is the platform itself. */
export const isSystem = ({ id }: Principal): boolean => id === system;

/** Fields of a Commit that need a client's request: its cookies and its audit entries. */
type ClientsOnly = Exclude<keyof Commit<unknown>, keyof Effect | 'reply' | 'version' | 'rehearsal'>;
const clientsOnly: Record<ClientsOnly, true> = { cookies: true, affects: true, actor: true };

/** Commits without a client. Throws if the commit has a field that only a client's request can honour. */
async function commit<T>(effect: Commit<T>): Promise<T> {
  const extra = Object.keys(clientsOnly).filter((field) => field in effect);
  if (extra.length > 0) throw new Error(`the platform commits without a client, and cannot give ${extra.join(', ')}`);
  await commitEffect(effect);
  return effect.reply;
}

/**
 * The context of the platform's own actions in an account. It commits as a request does, but without Idempotency-Key
 * and audit entry. The reply goes to the caller of the verb.
 */
export function systemContext(account: string, now: Date): Context {
  return {
    request_id: newId('request', now),
    principal: {
      type: 'root',
      id: system,
      account_id: account,
      default_vpc_id: '',
      owner_id: '',
      account_generation: 0,
      name: system,
      session_id: null,
      access_key_id: null,
      auth_method: 'password',
      mfa: false,
      role: null,
      iam_version: 0,
      suspended: false,
    },
    now,
    ...outsideAt(''),
    user_agent: '',
    renewal: undefined,
    verbatim: undefined,
    identify: () => undefined,
    claimed: async () => undefined,
    commit,
    show: (reply) => reply,
    refuseDenied: async () => undefined,
    allows: async () => true,
    match: () => undefined,
  };
}
