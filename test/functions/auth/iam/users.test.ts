import { beforeEach, describe, expect, test } from 'vitest';
import { handler as createGroup } from '#functions/auth/groups/create.ts';
import { handler as showGroup } from '#functions/auth/groups/show.ts';
import { handler as create } from '#functions/auth/iam-users/create.ts';
import { handler as list } from '#functions/auth/iam-users/list.ts';
import { handler as show } from '#functions/auth/iam-users/show.ts';
import { handler as update } from '#functions/auth/iam-users/update.ts';
import { handler as showPolicy } from '#functions/auth/policies/show.ts';
import { handler as quotas } from '#functions/compute/quotas/list.ts';
import { goodPassword } from '#lib/testing/functions/accounts.ts';
import type { SignedUp } from '#lib/testing/functions/call.ts';
import { auditOf } from '#lib/testing/functions/items.ts';
import { verified } from '#lib/testing/functions/verified.ts';
import { type Caller, callerOf, expectStatus, newPolicy, refusal } from '#test/support/accounts/iam.ts';

let owner: SignedUp;
let root: Caller;
beforeEach(async () => {
  owner = await verified();
  root = callerOf(owner);
});

describe('a new user', () => {
  test('is answered with every field, and an ETag', async () => {
    const policy_ids = [await newPolicy(owner), 'ReadOnlyAccess'];
    await expectStatus(201, root(createGroup, { body: { name: 'ops' } }));
    const body = { username: 'Alice.B_1-x', description: 'first', tags: { team: 'a' }, groups: ['ops'], policy_ids };
    const reply = await root(create, { body });
    expect(reply.status).toBe(201);
    expect(reply.headers.etag).toBe('"v1"');
    const { body: managed } = await root(showPolicy, { params: { id: 'ReadOnlyAccess' } });
    expect(reply.body).toEqual({
      id: 'Alice.B_1-x',
      account_id: owner.account_id,
      username: 'Alice.B_1-x',
      description: 'first',
      tags: { team: 'a' },
      console_access: false,
      password_reset_required: false,
      mfa_enabled: false,
      groups: ['ops'],
      policies: [policy_ids[0], managed.id].sort(),
      last_login_at: null,
      access_key_count: 0,
      created_at: expect.stringMatching(/Z$/),
      updated_at: expect.stringMatching(/Z$/),
    });
    expect((await root(show, { params: { username: 'Alice.B_1-x' } })).body).toEqual(reply.body);
    expect((await root(showGroup, { params: { name: 'ops' } })).body.members).toEqual(['Alice.B_1-x']);
    expect(managed.attachment_count).toBe(1);
    const used = (await root(quotas)).body.quotas.find(({ name }: { name: string }) => name === 'iam_users');
    expect(used).toMatchObject({ used: 1, limit: 50 });
  });

  test('with a password has the console, and must change it unless told otherwise', async () => {
    const forced = await expectStatus(201, root(create, { body: { username: 'a', password: goodPassword } }));
    expect(forced).toMatchObject({ console_access: true, password_reset_required: true });
    const body = { username: 'b', password: goodPassword, password_reset_required: false };
    expect(await expectStatus(201, root(create, { body }))).toMatchObject({ password_reset_required: false });
    expect(JSON.stringify(await auditOf(owner.account_id))).not.toContain(goodPassword);
  });

  test.each([
    ['a slash', 'a/b', /^username: "a\/b" must be of/],
    ['a dot segment', '..', /^username: "\.\." must be of/],
    ['a plus', 'a+b', /^username: "a\+b" must be of/],
    ['nothing', '', /^username: "" must have at least 1 characters/],
    ['65 characters', 'x'.repeat(65), /at most 64 characters/],
  ])('is not named with %s', async (_, username, error) => {
    const reply = await root(create, { body: { username } });
    expect(refusal(reply)).toEqual([400, 'validation_failed', expect.stringMatching(error)]);
  });

  test('is told every rule that the password breaks', async () => {
    const reply = await root(create, { body: { username: 'kettleworth', password: 'Kettleworth' } });
    expect(refusal(reply)).toEqual([
      400,
      'validation_failed',
      'password: must have at least 12 characters; password: must not be made from the username',
    ]);
  });

  test('has a name that nobody has, whatever its case', async () => {
    await expectStatus(201, root(create, { body: { username: 'alice' } }));
    const reply = await root(create, { body: { username: 'ALICE' } });
    expect(refusal(reply)).toEqual([409, 'already_exists', 'username: user "alice" already exists']);
    const other = callerOf(await verified());
    await expectStatus(201, other(create, { body: { username: 'alice' } }));
  });

  test('joins groups and has policies that are there, or is not made', async () => {
    const stranger = await newPolicy(await verified());
    const group = await root(create, { body: { username: 'a', groups: ['ops'] } });
    expect(refusal(group)).toEqual([404, 'not_found', 'group ops not found']);
    const policy = await root(create, { body: { username: 'a', policy_ids: [stranger] } });
    expect(refusal(policy)).toEqual([404, 'not_found', `policy ${stranger} not found`]);
    expect((await root(list)).body.users).toEqual([]);
  });

  test('of more than ten policies is over a limit', async () => {
    const policy_ids = Array.from({ length: 11 }, (_, i) => `pol-${i}`);
    const reply = await root(create, { body: { username: 'a', policy_ids } });
    expect(refusal(reply)).toEqual([403, 'quota_exceeded', 'user a: 11 policies given (at most 10)']);
  });

  test('beyond the account’s quota is refused', async () => {
    process.env.SVC_QUOTA_IAM_USERS = '1';
    try {
      await expectStatus(201, root(create, { body: { username: 'a' } }));
      const reply = await root(create, { body: { username: 'b' } });
      expect(refusal(reply).slice(0, 2)).toEqual([403, 'quota_exceeded']);
    } finally {
      delete process.env.SVC_QUOTA_IAM_USERS;
    }
  });

  test('is made once of ten who ask for the name at once', async () => {
    const replies = await Promise.all(Array.from({ length: 10 }, () => root(create, { body: { username: 'one' } })));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
  });
});

describe('an update', () => {
  test('describes and tags; null clears; a stale If-Match is refused', async () => {
    await expectStatus(201, root(create, { body: { username: 'a', description: 'x' } }));
    const params = { username: 'a' };
    const first = await root(update, { params, body: { tags: { env: 'dev' } }, headers: { 'if-match': '"v1"' } });
    expect(first.body).toMatchObject({ description: 'x', tags: { env: 'dev' } });
    expect(first.headers.etag).toBe('"v2"');
    const stale = await root(update, { params, body: { description: null }, headers: { 'if-match': '"v1"' } });
    expect(stale.status).toBe(412);
    expect((await root(update, { params, body: { description: null } })).body.description).toBeNull();
    expect((await root(update, { params, body: { username: 'b' } })).status).toBe(400);
  });
});

describe('a list', () => {
  test('is in order of age or name, page by page, filtered by name and tag', async () => {
    for (const [username, env] of [
      ['Cleo', 'dev'],
      ['alice', 'prod'],
      ['bob', 'dev'],
    ] as const) {
      await expectStatus(201, root(create, { body: { username, tags: { env } } }));
    }
    const names = async (query: Record<string, string>) => {
      const { users, next_cursor } = await expectStatus(200, root(list, { query }));
      return { users: users.map((user: { username: string }) => user.username), next_cursor };
    };
    expect((await names({})).users).toEqual(['bob', 'alice', 'Cleo']);
    expect((await names({ sort: 'created_at' })).users).toEqual(['Cleo', 'alice', 'bob']);
    expect((await names({ sort: 'name' })).users).toEqual(['alice', 'bob', 'Cleo']);
    expect((await names({ 'tag.env': 'dev' })).users).toEqual(['bob', 'Cleo']);
    expect((await names({ username: 'alice,bob' })).users).toEqual(['bob', 'alice']);
    for (const sort of ['-created_at', 'created_at', 'name']) {
      const all: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await names({ sort, limit: '1', ...(cursor ? { cursor } : {}) });
        expect(page.users).toHaveLength(1);
        all.push(...page.users);
        cursor = page.next_cursor;
      } while (cursor);
      expect(all).toEqual((await names({ sort })).users);
    }
  });
});
