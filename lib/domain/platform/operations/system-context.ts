import type { Context } from '#lib/domain/platform/context.ts';
import { nudge, postLetters } from '#lib/domain/platform/mail/post.ts';
import { wakeUp } from '#lib/drivers/wakeup/ring.ts';
import { newId } from '#lib/model/platform/ids.ts';
import type { Principal } from '#lib/model/platform/principal.ts';
import { transact } from '#lib/store/platform/write.ts';
import { begin, intend } from './begin.ts';

const system = 'system';

/** Whether somebody is the platform itself. */
export const isSystem = ({ id }: Principal): boolean => id === system;

/** The context of what the platform does by itself in an account: commits like a request, without key or audit entry. */
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
    source_ip: '',
    user_agent: '',
    refresh_cookie: undefined,
    verbatim: undefined,
    identify: () => undefined,
    claimed: async () => undefined,
    commit: async ({ writes, reply, workflow, letters = [], rings }) => {
      await transact([...writes, ...(await postLetters(letters)), ...(workflow ? [intend(workflow)] : [])]);
      if (letters.length > 0) nudge();
      if (rings) wakeUp();
      if (workflow) await begin(workflow);
      return reply;
    },
    show: (reply) => reply,
    refuseDenied: async () => undefined,
    match: () => undefined,
  };
}
