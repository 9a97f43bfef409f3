import { SvcError } from '#lib/client/error.ts';
import { randomKey } from '#lib/client/outgoing.ts';
import { type Anonymous, bearer, type Credentials, isStale, type Refused, Shared } from './credentials.ts';

/** The tokens of a login, as they are kept. */
export interface SavedSession {
  readonly access_token: string;
  readonly refresh_token: string;
  /**
   * The Idempotency-Key of a refresh that was begun. It is saved before the refresh. A refresh whose reply was lost is
   * repeated under the same key, by whichever program comes next, and gets the pair that the first one made.
   */
  readonly refresh_key?: string | undefined;
}

/** Where a session is kept: a file that several programs use, say. */
export interface SessionStore {
  /** What was saved last; undefined where nobody is logged in. */
  load(): SavedSession | undefined | Promise<SavedSession | undefined>;
  /** Keeps a session in place of the one before; a program that reads meanwhile sees either. */
  save(session: SavedSession): void | Promise<void>;
  /** Does the work while no other program that uses this store does any. Without it, other programs' refreshes race. */
  lock?<T>(work: () => Promise<T>): Promise<T>;
}

/**
 * A session that refreshes its tokens when they are used up. Calls that come at the same time share one refresh, and so
 * do programs that share a store with `lock`. When the session has ended, calls fail with the 401 of its refresh.
 */
export function session(kept: SavedSession | SessionStore): Credentials {
  const store = 'load' in kept ? kept : inMemory(kept);
  const lock = store.lock?.bind(store) ?? ((work) => work());
  const refreshes = new Shared<void>();
  let current: SavedSession | undefined;
  const renewed = async (refused: string | undefined, call: Anonymous) => {
    const saved = (await store.load()) ?? nobody();
    // Another program was faster.
    if (bearer(saved.access_token) !== refused) current = saved;
    else current = await refreshed(saved, store, call);
  };
  return {
    async prove({ headers }) {
      current ??= (await store.load()) ?? nobody();
      headers.authorization = bearer(current.access_token);
    },
    async renew({ error, headers }: Refused, call) {
      if (!isStale(error)) return false;
      const refused = headers.authorization;
      if (current && bearer(current.access_token) === refused)
        await refreshes.run(() => lock(() => renewed(refused, call)));
      return true;
    },
  };
}

async function refreshed(saved: SavedSession, store: SessionStore, call: Anonymous): Promise<SavedSession> {
  const { refresh_token, refresh_key = randomKey() } = saved;
  if (saved.refresh_key === undefined) await store.save({ ...saved, refresh_key });
  const pair = await call('refresh', { body: { refresh_token }, idempotencyKey: refresh_key });
  const { refresh_key: _, ...rest } = { ...saved, access_token: pair.access_token, refresh_token: pair.refresh_token };
  await store.save(rest);
  return rest;
}

function inMemory(first: SavedSession): SessionStore {
  let kept = first;
  return {
    load: () => kept,
    save: (next) => {
      kept = next;
    },
  };
}

function nobody(): never {
  throw new SvcError('nobody is logged in', { code: 'missing_credentials' });
}
