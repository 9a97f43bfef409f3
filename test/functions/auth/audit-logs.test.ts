import { beforeAll, beforeEach, expect, test } from 'vitest';
import { handler as createKey } from '#functions/auth/access-keys/create.ts';
import { handler as listAudit } from '#functions/auth/audit-logs/list.ts';
import { handler as createUser } from '#functions/auth/iam-users/create.ts';
import { handler as login } from '#functions/auth/sessions/login.ts';
import { handler as logout } from '#functions/auth/sessions/logout.ts';
import { handler as invite } from '#functions/auth/team/invite.ts';
import { handler as deleteKey } from '#functions/compute/ssh-keys/delete.ts';
import { handler as createVpc } from '#functions/compute/vpcs/create.ts';
import { newId } from '#lib/model/platform/ids.ts';
import { transact } from '#lib/store/platform/write.ts';
import { writeAudit } from '#lib/store/requests/audit.ts';
import { newEmail, newIp } from '#lib/testing/functions/accounts.ts';
import { call, type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { auditOf } from '#lib/testing/functions/items.ts';
import { verified } from '#lib/testing/functions/verified.ts';
import { callerOf, expectStatus, newName } from '#test/support/accounts/iam.ts';
import { tableCalls } from '#test/support/table/table-calls.ts';

let owner: SignedUp;
beforeAll(async () => {
  await signedUp();
});
beforeEach(async () => {
  owner = await signedUp();
});

const ask = (query: Record<string, string> = {}) => call(listAudit, { bearer: owner.bearer, query });
const logs = async (query: Record<string, string> = {}) => (await ask(query)).body.audit_logs;
const actions = async (query: Record<string, string> = {}) =>
  (await logs(query)).map(({ action }: { action: string }) => action);
const vpc = (name: string, headers = {}) => call(createVpc, { bearer: owner.bearer, body: { name }, headers });

test('an entry says who did what to what, from where, and how it ended', async () => {
  const reply = await vpc('web', { 'user-agent': 'probe/1' });
  const [entry] = await logs();
  expect(entry).toEqual({
    id: expect.stringMatching(/^log-/),
    account_id: owner.account_id,
    at: expect.stringMatching(/Z$/),
    created_at: entry.at,
    updated_at: entry.at,
    actor: { type: 'root', id: owner.user.id, name: owner.email, access_key_id: null },
    service: 'compute',
    method: 'POST',
    path: '/compute/vpcs',
    action: 'compute:CreateVpc',
    resource: `srn:compute:in-mum:${owner.account_id}:vpc/*`,
    status: 201,
    request_id: reply.headers['x-request-id'],
    source_ip: expect.any(String),
    source_instance: null,
    user_agent: 'probe/1',
    idempotency_replayed: false,
    created_resource: `srn:compute:in-mum:${owner.account_id}:vpc/${reply.body.id}`,
  });
});

test('the newest come first; failed ones, replays and logins among them', async () => {
  await vpc('web', { 'idempotency-key': 'k1' });
  await vpc('web', { 'idempotency-key': 'k1' });
  await vpc('web');
  await vpc('');
  await call(deleteKey, { bearer: owner.bearer, params: { id: newId('sshKey', new Date()) } });
  await call(login, { body: { email: owner.email, password: owner.password }, ip: newIp() });
  const seen = (await logs()).map((one: { action: string; status: number; idempotency_replayed: boolean }) => [
    one.action,
    one.status,
    one.idempotency_replayed,
  ]);
  expect(seen).toEqual([
    ['login', 200, false],
    ['compute:DeleteSshKey', 404, false],
    ['compute:CreateVpc', 400, false],
    ['compute:CreateVpc', 409, false],
    ['compute:CreateVpc', 201, true],
    ['compute:CreateVpc', 201, false],
    ['register', 201, false],
  ]);
  expect((await ask()).body.next_cursor).toBe('');
});

test('nothing of a body or a secret stands in it', async () => {
  await vpc('a-name-of-mine');
  await call(login, { body: { email: owner.email, password: 'a-wrong-guess' }, ip: newIp() });
  await call(logout, { bearer: owner.bearer, query: { token: 'a-secret-in-a-query' }, body: { strange: 'a-field' } });
  const text = JSON.stringify(await auditOf(owner.account_id));
  for (const secret of [
    'a-name-of-mine',
    'a-wrong-guess',
    'a-secret-in-a-query',
    'a-field',
    owner.password,
    owner.bearer,
  ]) {
    expect(text).not.toContain(secret);
  }
});

test('it is filtered by service, method and part of the path', async () => {
  await vpc('web');
  await call(deleteKey, { bearer: owner.bearer, params: { id: newId('sshKey', new Date()) } });
  expect(await actions({ service: 'auth' })).toEqual(['register']);
  expect(await actions({ service: 'compute' })).toEqual(['compute:DeleteSshKey', 'compute:CreateVpc']);
  expect(await actions({ service: 'storage' })).toEqual([]);
  expect(await actions({ method: 'DELETE' })).toEqual(['compute:DeleteSshKey']);
  expect(await actions({ method: 'delete' })).toEqual(['compute:DeleteSshKey']);
  expect(await actions({ method: 'GET' })).toEqual([]);
  expect(await actions({ q: 'SSH-keys' })).toEqual(['compute:DeleteSshKey']);
  expect(await actions({ q: 'vpcs', method: 'POST', service: 'compute' })).toEqual(['compute:CreateVpc']);
  expect(await actions({ q: '', limit: '1' })).toEqual(['compute:DeleteSshKey']);
});

test('filters look at the newest 200 and no further, in one read', async () => {
  const [first] = await auditOf(owner.account_id);
  const base = { ...first!, path: '/compute/vpcs', action: 'compute:CreateVpc', user_agent: 'x'.repeat(512) };
  for (let from = 1; from <= 210; from += 70) {
    const some = Array.from({ length: 70 }, (_, i) => {
      const at = new Date(Date.now() + (from + i) * 1000);
      return writeAudit({ ...base, id: newId('log', at) });
    });
    await transact(some);
  }
  expect(await logs()).toHaveLength(200);
  expect(await actions({ q: 'register' })).toEqual([]);
  expect(await logs({ limit: '3' })).toHaveLength(3);
  const { calls, rounds } = await tableCalls(() => ask());
  expect({ calls: calls.length, rounds }).toEqual({ calls: 3, rounds: 2 });
});

test('its pages continue within the newest 200 entries, by the same filters', async () => {
  for (const name of ['a', 'b', 'c']) await vpc(name);
  const paths = (body: { audit_logs: { id: string }[] }) => body.audit_logs.map(({ id }) => id);
  const all = paths((await ask()).body);
  const first = await ask({ limit: '3' });
  await vpc('d');
  const second = await ask({ limit: '3', cursor: first.body.next_cursor });
  expect([...paths(first.body), ...paths(second.body)]).toEqual(all);
  expect(second.body.next_cursor).toBe('');
  expect(paths((await ask({ sort: 'created_at' })).body).slice(0, 4)).toEqual(all.toReversed());
  for (const query of [{ q: 'vpcs' }, { method: 'POST' }, { service: 'compute' }]) {
    const reply = await ask({ ...query, cursor: first.body.next_cursor });
    expect([reply.status, reply.headers['x-error-code']]).toEqual([400, 'invalid_cursor']);
  }
  const filtered = await ask({ q: 'vpcs', limit: '2' });
  const rest = await ask({ q: 'VPCS'.toLowerCase(), limit: '2', cursor: filtered.body.next_cursor });
  expect([...paths(filtered.body), ...paths(rest.body)]).toHaveLength(4);
});

test('what a creation made stands in its entry alone', async () => {
  const { body: made } = await vpc('web', { 'idempotency-key': 'k1' });
  await vpc('web', { 'idempotency-key': 'k1' });
  await vpc('web');
  const created = (await logs({ service: 'compute' })).map(
    ({ created_resource }: { created_resource: string | null }) => created_resource,
  );
  expect(created).toEqual([null, null, `srn:compute:in-mum:${owner.account_id}:vpc/${made.id}`]);
});

test('what is made below a resource is named with it', async () => {
  const root = callerOf(await verified());
  const body = { username: newName() };
  const user = await expectStatus(201, root(createUser, { body }));
  const key = await expectStatus(201, root(createKey, { params: { username: user.username } }));
  const invited = await expectStatus(201, root(invite, { body: { email: newEmail(), role: 'viewer' } }));
  const entries = (await expectStatus(200, root(listAudit))).audit_logs;
  const account = `${user.account_id}`;
  expect(entries.slice(0, 3).map((entry: { created_resource: string }) => entry.created_resource)).toEqual([
    `srn:team::${account}:team/invite/${invited.id}`,
    `srn:iam::${account}:user/${user.username}/access-key/${key.access_key_id}`,
    `srn:iam::${account}:user/${user.username}`,
  ]);
});

test('every account has its own', async () => {
  const other = await signedUp();
  await vpc('web');
  const theirs = await call(listAudit, { bearer: other.bearer });
  expect(theirs.body.audit_logs.map(({ action }: { action: string }) => action)).toEqual(['register']);
});

test.each([{ method: 'FLY' }, { limit: '0' }, { limit: '201' }, { limit: 'x' }, { cursor: 'x' }, { sort: 'name' }])(
  '%j is refused',
  async (query) => {
    const reply = await ask(query as Record<string, string>);
    expect(reply.status).toBe(400);
    expect(reply.body.error).toContain(Object.keys(query)[0]);
  },
);
