import { beforeEach, describe, expect, test } from 'vitest';
import { createClient } from '#lib/client/client.ts';
import { type SavedSession, type SessionStore, session } from '#lib/client/credentials/session.ts';
import { eventually } from '#test/support/vitest/eventually.ts';
import { type Came, refused, type Served, served } from './support/served.ts';

/**
 * A server with one session: it refreshes as the platform does, and under one Idempotency-Key once. `lose` loses the
 * replies of that many refreshes.
 */
let valid: number;
let lose: number;
let held: Promise<unknown> | undefined;
let server: Served;
let replies: Map<string, object>;

const pair = (n: number): SavedSession => ({ access_token: `at_${n}`, refresh_token: `rt_${n}` });
const refreshes = () => server.came.filter(({ url }) => url === '/auth/refresh');

async function refresh({ body, headers }: Came) {
  await held;
  const key = String(headers['idempotency-key']);
  const current = JSON.parse(body).refresh_token === `rt_${valid}`;
  if (!replies.has(key) && !current) return refused(401, 'invalid_token');
  if (!replies.has(key)) {
    valid += 1;
    replies.set(key, pair(valid));
  }
  lose -= 1;
  return lose >= 0 ? ('lost' as const) : { body: replies.get(key) };
}

beforeEach(async () => {
  [valid, lose, held, replies] = [1, 0, undefined, new Map()];
  server = await served((came) => {
    if (came.url === '/auth/refresh') return refresh(came);
    const isValid = came.headers.authorization === `Bearer at_${valid}`;
    return isValid ? { body: { id: came.url } } : refused(401, 'token_expired');
  });
});

/** A store that counts, and whose lock lets one in at a time. */
function keptIn(
  first: SavedSession | undefined,
): SessionStore & { saved: (SavedSession | undefined)[]; log: string[] } {
  const saved = [first];
  const log: string[] = [];
  let last: Promise<unknown> = Promise.resolve();
  return {
    saved,
    log,
    load: async () => saved.at(-1),
    save: async (next) => {
      log.push(`save with${next.refresh_key ? '' : 'out'} key, after ${refreshes().length} refreshes`);
      saved.push(next);
    },
    lock: (work) => {
      const mine = last.then(work);
      last = mine.catch(() => undefined);
      return mine;
    },
  };
}

const clientOf = (kept: SavedSession | SessionStore, retries = 4) =>
  createClient({ baseUrl: server.baseUrl, credentials: session(kept), retries });

test('tokens that are used up are refreshed, and the call is repeated', async () => {
  valid = 2;
  const svc = clientOf({ access_token: 'at_1', refresh_token: 'rt_2' });
  expect(await svc.getMe()).toEqual({ id: '/auth/me' });
  await svc.getMe();
  expect(server.came.map(({ url, headers }) => [url, headers.authorization])).toEqual([
    ['/auth/me', 'Bearer at_1'],
    ['/auth/refresh', undefined],
    ['/auth/me', 'Bearer at_3'],
    ['/auth/me', 'Bearer at_3'],
  ]);
});

test('a change keeps its Idempotency-Key over the refresh', async () => {
  const svc = clientOf({ access_token: 'at_0', refresh_token: 'rt_1' });
  await svc.stopInstance({ id: 'i-1' });
  const keys = server.came.filter(({ url }) => url.endsWith('/stop')).map(({ headers }) => headers['idempotency-key']);
  expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), keys[0]]);
});

test('calls that come at the same time share one refresh', async () => {
  const svc = clientOf({ access_token: 'at_0', refresh_token: 'rt_1' });
  const calls = await Promise.all(Array.from({ length: 20 }, () => svc.getMe()));
  expect([calls.length, refreshes().length]).toEqual([20, 1]);
});

test('programs that share a store with a lock share one refresh', async () => {
  const store = keptIn({ access_token: 'at_0', refresh_token: 'rt_1' });
  const programs = Array.from({ length: 12 }, () => clientOf(store));
  await Promise.all(programs.map((svc) => svc.getMe()));
  expect(refreshes()).toHaveLength(1);
  expect(store.saved.at(-1)).toEqual(pair(2));
});

test('the key of a refresh is saved before it is sent', async () => {
  const store = keptIn({ access_token: 'at_0', refresh_token: 'rt_1' });
  await clientOf(store).getMe();
  expect(store.log).toEqual(['save with key, after 0 refreshes', 'save without key, after 1 refreshes']);
  expect(refreshes()[0]?.headers['idempotency-key']).toBe(store.saved[1]?.refresh_key);
});

describe('a refresh whose reply is lost', () => {
  test('is repeated under its key by the same program', async () => {
    lose = 2;
    await clientOf({ access_token: 'at_0', refresh_token: 'rt_1' }).getMe();
    expect(refreshes()).toHaveLength(3);
    expect(valid).toBe(2);
  });

  test('is repeated under its key by the next program', async () => {
    lose = 1;
    const store = keptIn({ access_token: 'at_0', refresh_token: 'rt_1' });
    await expect(clientOf(store, 0).getMe()).rejects.toMatchObject({ code: 'connection_failed' });
    expect(await clientOf(store).getMe()).toEqual({ id: '/auth/me' });
    expect([refreshes().length, valid]).toEqual([2, 2]);
  });
});

test('what else the store keeps of a session stays', async () => {
  const kept = { access_token: 'at_0', refresh_token: 'rt_1', email: 'a@example.com' };
  const store = keptIn(kept);
  await clientOf(store).getMe();
  expect(store.saved.at(-1)).toEqual({ ...pair(2), email: 'a@example.com' });
});

test('when the session has ended, calls fail with the 401 of the refresh, and nothing is repeated', async () => {
  const store = keptIn({ access_token: 'at_0', refresh_token: 'rt_0' });
  await expect(clientOf(store).getMe()).rejects.toMatchObject({ status: 401, code: 'invalid_token' });
  expect(server.came.map(({ url }) => url)).toEqual(['/auth/me', '/auth/refresh']);
});

test('without a login nothing is sent', async () => {
  const failure = { status: 0, code: 'missing_credentials' };
  await expect(clientOf(keptIn(undefined)).getMe()).rejects.toMatchObject(failure);
  expect(server.came).toEqual([]);
});

test('a call that is aborted does not end the refresh for the others', async () => {
  let release = (): void => undefined;
  held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const svc = clientOf({ access_token: 'at_0', refresh_token: 'rt_1' });
  const stop = new AbortController();
  const aborted = svc.getMe({ signal: stop.signal });
  const other = svc.getMe();
  await eventually(() => server.came.filter(({ url }) => url === '/auth/me').length === 2 && refreshes().length === 1);
  stop.abort('enough');
  await expect(aborted).rejects.toBe('enough');
  release();
  expect(await other).toEqual({ id: '/auth/me' });
  expect(refreshes()).toHaveLength(1);
});

test('a wrong password is not taken for a token that is used up', async () => {
  const { baseUrl, came } = await served(() => refused(401, 'invalid_credentials'));
  const svc = createClient({ baseUrl, credentials: session(pair(1)) });
  const change = svc.changePassword({ body: { current_password: 'a', new_password: 'b' } });
  await expect(change).rejects.toMatchObject({ code: 'invalid_credentials' });
  expect(came).toHaveLength(1);
});
