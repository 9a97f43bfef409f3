import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { type Client, createClient } from '#lib/client/client.ts';
import { accessKey } from '#lib/client/credentials/access-key.ts';
import { exchangedKey } from '#lib/client/credentials/exchanged-key.ts';
import { type SavedSession, session } from '#lib/client/credentials/session.ts';
import { nodeFetch } from '#lib/client/node/node-fetch.ts';
import type { Attempt } from '#lib/client/send.ts';
import type { Fetch } from '#lib/client/transport.ts';
import { Client as Person, passphrase } from '#test/support/http/client.ts';
import { advance } from '#test/support/platform/dev-clock.ts';
import { type SharedPlatform, sharedPlatform } from '#test/support/shared/lasting.ts';
import { eventually } from '#test/support/vitest/eventually.ts';

/* The typed client against a running platform: whom it speaks for, what it repeats, what it waits for. */

let platform: SharedPlatform;
let baseUrl: string;
let email: string;
let svc: Client;
beforeAll(async () => {
  platform = await sharedPlatform();
  baseUrl = platform.baseUrl;
  ({ email } = await Person.verified(baseUrl));
  svc = createClient({ baseUrl, credentials: session(await loggedIn()), fetch: nodeFetch() });
});

async function loggedIn(): Promise<SavedSession> {
  const tokens = await createClient({ baseUrl }).login({ body: { email, password: passphrase } });
  if ('requires_2fa' in tokens) throw new Error('a code is asked for');
  return tokens;
}

async function launchBody(name = 'web-01') {
  const { images } = await svc.listImages();
  return { name, instance_type_id: 's1-nano', image_id: images.find(({ available }) => available)?.id ?? '' };
}

/** Sends each request, and loses the first reply of this operation's path. */
function losing(path: string): Fetch {
  let lost = false;
  return async (url, request) => {
    const reply = await fetch(url, request);
    if (lost || !url.endsWith(path)) return reply;
    lost = true;
    throw new TypeError('the reply was lost');
  };
}

/** Credentials of a new IAM user who may do anything. */
async function newKey() {
  const { policies } = await svc.listPolicies({ query: { name: 'AdministratorAccess' } });
  const username = `al.ice_-${randomUUID()}`;
  await svc.createUser({ body: { username, policy_ids: [policies[0]?.id ?? ''], tags: { team: 'd b é' } } });
  const { access_key_id: accessKeyId, secret_key: secretKey } = await svc.createAccessKey({ username });
  return { username, accessKeyId, secretKey };
}

test('a launch is tried first, waited for, changed under its version, and terminated', async () => {
  const body = { ...(await launchBody()), tags: { role: 'd b é+&=' } };
  const tried = await svc.launchInstance({ body, dryRun: true });
  expect([tried.dry_run, tried.price_delta_paise_per_hour]).toEqual([true, 41]);
  expect((await svc.listInstances()).instances).toEqual([]);

  const instance = await svc.waitFor(svc.launchInstance({ body, wait: 1 }), 'running');
  expect(instance.plan.name).toBe('s1-nano');
  const { etag } = await svc.request('getInstance', { id: instance.id });
  await svc.updateInstance({ id: instance.id, body: { name: 'web-02' }, ifMatch: etag });
  const late = svc.updateInstance({ id: instance.id, body: { name: 'web-03' }, ifMatch: etag });
  await expect(late).rejects.toMatchObject({ status: 412, code: 'precondition_failed' });

  await svc.terminateInstance({ id: instance.id });
  expect((await svc.waitFor(instance, 'terminated')).status).toBe('terminated');
});

test('a refusal has its code and its fields', async () => {
  const wrong = svc.launchInstance({ body: { ...(await launchBody('-')), instance_type_id: '' } });
  await expect(wrong).rejects.toMatchObject({
    status: 400,
    code: 'validation_failed',
    requestId: expect.stringMatching(/^req-/),
    fields: [{ field: 'name' }, { field: 'instance_type_id' }],
  });
  const stranger = svc.getInstance({ id: 'i-01kanx7m3v5q8w2c4d6f7g9h1j' });
  await expect(stranger).rejects.toMatchObject({ status: 404, code: 'not_found' });
});

test('a list comes whole, however small its pages', async () => {
  const names = ['a', 'b', 'c', 'd', 'e'];
  for (const name of names) await svc.createGroup({ body: { name } });
  const seen: string[] = [];
  for await (const group of svc.paginate('listGroups', { query: { limit: 2, sort: 'name' } })) seen.push(group.name);
  expect(seen).toEqual(names);
});

test('a launch whose reply was lost has its effect once', async () => {
  const attempts: Attempt[] = [];
  const credentials = session(await loggedIn());
  const onAttempt = (attempt: Attempt) => attempts.push(attempt);
  const shaky = createClient({ baseUrl, credentials, fetch: losing('/compute/instances'), onAttempt });
  const reply = await shaky.request('launchInstance', { body: await launchBody('once') });
  expect(attempts.map(({ status, code }) => [status, code])).toEqual([
    [0, 'connection_failed'],
    [201, undefined],
  ]);
  expect([reply.status, reply.replayed]).toEqual([201, true]);
  const { instances } = await svc.listInstances({ query: { name: 'once' } });
  expect(instances.map(({ id }) => id)).toEqual([reply.body.id]);
});

test('a session refreshes itself, once for all that ask', async () => {
  const attempts: Attempt[] = [];
  const credentials = session(await loggedIn());
  const own = createClient({ baseUrl, credentials, onAttempt: (attempt) => attempts.push(attempt) });
  await advance(baseUrl, 16 * 60);
  await Promise.all(Array.from({ length: 10 }, () => own.getMe()));
  expect(attempts.filter(({ operation }) => operation === 'refresh')).toHaveLength(1);
  expect(attempts.filter(({ code }) => code === 'token_expired').length).toBeGreaterThan(0);
});

test('a refresh whose reply was lost costs nothing, also long after the old token is over', async () => {
  let saved = await loggedIn();
  const store = {
    load: () => saved,
    save: (next: SavedSession) => {
      saved = next;
    },
  };
  await advance(baseUrl, 16 * 60);
  const program = { baseUrl, credentials: session(store), fetch: losing('/auth/refresh'), retries: 0 };
  await expect(createClient(program).getMe()).rejects.toMatchObject({ code: 'connection_failed' });
  const begun = saved;
  await advance(baseUrl, 12);
  const next = createClient({ baseUrl, credentials: session(store) });
  expect((await next.getMe()).email).toBe(email);
  expect([begun.refresh_key, saved.refresh_key]).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), undefined]);
  // The session lives on: its next refresh is of the pair that the lost reply had.
  await advance(baseUrl, 16 * 60);
  expect((await next.getMe()).email).toBe(email);
});

test('a session that was ended fails with the 401 of its refresh', async () => {
  const credentials = session(await loggedIn());
  const own = createClient({ baseUrl, credentials });
  await own.logout();
  await expect(own.getMe()).rejects.toMatchObject({ status: 401, code: 'invalid_token' });
});

test.each([
  ['signs', accessKey],
  ['is exchanged', exchangedKey],
])('an access key that %s speaks for its user until it is deleted', async (_title, proving) => {
  const { username, ...key } = await newKey();
  const theirs = createClient({ baseUrl, credentials: proving(key) });
  expect((await theirs.getUser({ username })).username).toBe(username);
  const created = await theirs.createVpc({
    body: { name: `v-${randomUUID().slice(0, 8)}`, tags: { team: 'd b é+&=' } },
  });
  for (const query of [
    { 'tag.team': 'd b é+&=' },
    { q: created.name },
    { name: created.name, 'tag.team': 'd b é+&=' },
  ]) {
    const { vpcs } = await theirs.listVpcs({ query });
    expect(vpcs.map(({ id }) => id)).toContain(created.id);
  }
  expect((await theirs.listVpcs({ query: { q: "é '()*!~ /?#%" } })).vpcs).toEqual([]);
  await theirs.deleteVpc({ id: created.id });
  await svc.deleteAccessKey({ username, id: key.accessKeyId });
  await expect(theirs.getMe()).rejects.toMatchObject({ status: 401 });
});

test('more requests than a second allows are answered all the same', async () => {
  const key = await newKey();
  const attempts: Attempt[] = [];
  const credentials = exchangedKey(key);
  const busy = createClient({ baseUrl, credentials, onAttempt: (attempt) => attempts.push(attempt) });
  // A busy machine may be too slow to send too many within one second.
  await eventually(async () => {
    const answers = await Promise.all(Array.from({ length: 45 }, () => busy.listVpcs()));
    expect(answers).toHaveLength(45);
    return attempts.some(({ code }) => code === 'rate_limited');
  });
});
