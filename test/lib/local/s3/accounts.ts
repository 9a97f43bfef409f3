import type { KeyUser, ObjectKey } from '#lib/local/s3/auth/keys.ts';
import type { TestEngine } from './engine.ts';

/** The accounts of the users of the tests. */
export const accounts = { ann: '100000000001', bob: '100000000002' } as const;

/** The key of a user, who is the root user of the account unless `rights` says what the user may do. */
export function userKey(name: keyof typeof accounts, more: Partial<KeyUser> = {}): ObjectKey {
  const account = accounts[name];
  const user: KeyUser = { account, srn: `srn:iam::${account}:root`, name, rights: 'all', ...more };
  return { secret: 'owner-secret', bucket: null, permission: 'read', status: 'active', user };
}

/** A request, and the status and error code of its reply. */
export type Ask = (
  key: string | undefined,
  method: string,
  path: string,
  init?: RequestInit,
) => Promise<{ status: number; code: string | undefined }>;

/** Sends requests of a key, or anonymous ones. */
export function asker(engine: () => TestEngine): Ask {
  return async (key, method, path, init = {}) => {
    const body = method === 'PUT' && init.body === undefined ? 'x' : init.body;
    const { status, code } = await engine().send(path, {
      method,
      ...(key ? { key } : { anonymous: true }),
      ...init,
      ...(body !== undefined && { body }),
    });
    return { status, code };
  };
}
