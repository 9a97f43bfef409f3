import { beforeEach, expect, test } from 'vitest';
import { handler as replace } from '#functions/compute/instances/update-ssh-keys.ts';
import { handler as removeKey } from '#functions/compute/ssh-keys/delete.ts';
import { handler as importKey } from '#functions/compute/ssh-keys/import.ts';
import { describeMachine } from '#lib/domain/compute/jobs/describe.ts';
import type { Instance } from '#lib/model/compute/instance.ts';
import { isTransient, statuses } from '#lib/model/compute/instance-states.ts';
import type { SshKey } from '#lib/model/compute/ssh-key.ts';
import { closeJob } from '#lib/store/compute/jobs.ts';
import { call, type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { testTable } from '#lib/testing/functions/table.ts';
import { refusal } from '#test/support/accounts/iam.ts';
import { newPublicKey } from '#test/support/accounts/public-key.ts';
import { launched, putInto, up } from '#test/support/compute/instances.ts';
import { type StandInHost, standInHost } from '#test/support/hosts/hosts.ts';
import { openJobs } from '#test/support/hosts/open-jobs.ts';
import { state } from '#test/support/table/state.ts';
import { eventually } from '#test/support/vitest/eventually.ts';

let caller: SignedUp;
let host: StandInHost;
let instance: Instance;

beforeEach(async () => {
  await testTable();
  caller = await signedUp();
  host = await standInHost();
  instance = await launched(caller);
  await putInto(instance, up);
});

const ask = (ssh_key_ids: unknown, headers = {}) =>
  call(replace, { bearer: caller.bearer, params: { id: instance.id }, body: { ssh_key_ids }, headers });
const newKey = async (name: string): Promise<SshKey> =>
  (await call(importKey, { bearer: caller.bearer, body: { name, public_key: newPublicKey() } })).body;
const configureJobs = async () => (await openJobs(host.id)).filter(({ kind }) => kind === 'configure');
const authorized = async () => (await describeMachine(caller.account_id, instance.id))?.authorized_keys;

test('the keys are replaced, and the host is asked to write them into the machine', async () => {
  const [one, two] = [await newKey('one'), await newKey('two')];
  const reply = await ask([two.id, one.id, two.id]);
  expect(reply).toMatchObject({ status: 200, body: { ssh_key_ids: [two.id, one.id] }, headers: { etag: '"v3"' } });
  expect(await authorized()).toEqual([two.public_key, one.public_key]);
  expect(await configureJobs()).toMatchObject([{ instance_id: instance.id, state: 'queued' }]);
});

test('with Prefer: wait the reply comes once the host has written them', async () => {
  const key = await newKey('awaited');
  let isDone = false;
  const asking = ask([key.id], { prefer: 'wait=20' }).then((reply) => ({ reply, after: isDone }));
  const [job] = await eventually(async () => {
    const jobs = await configureJobs();
    return jobs.length > 0 && jobs;
  });
  if (!job) throw new Error('no job');
  isDone = true;
  await closeJob(job);
  expect(await asking).toMatchObject({
    after: true,
    reply: { status: 200, headers: { 'preference-applied': 'wait=20' } },
  });
});

test('what is deleted later stays in the machine, and no key at all is a choice', async () => {
  const key = await newKey('laptop');
  await ask([key.id]);
  await call(removeKey, { bearer: caller.bearer, params: { id: key.id } });
  expect(await authorized()).toEqual([key.public_key]);
  expect((await ask([])).body.ssh_key_ids).toEqual([]);
  expect(await authorized()).toEqual([]);
});

test("404 for a key that the account lacks, another's among them, and nothing changes", async () => {
  const stranger = await signedUp();
  const { body } = await call(importKey, { bearer: stranger.bearer, body: { name: 'x', public_key: newPublicKey() } });
  const mine = await newKey('mine');
  const before = await state();
  for (const id of [body.id, 'key-1']) {
    expect(refusal(await ask([mine.id, id]))).toEqual([404, 'not_found', `ssh key ${id} not found`]);
  }
  expect(await state()).toEqual(before);
});

test.each([
  [undefined, 'ssh_key_ids: is required (an array)'],
  ['key-1', 'ssh_key_ids: "key-1" must be an array'],
  [Array.from({ length: 11 }, (_, i) => `key-${i}`), 'ssh_key_ids: must have at most 10 items'],
])('400 for %j', async (ids, error) => {
  expect(refusal(await ask(ids))).toEqual([400, 'validation_failed', error]);
});

test.each(statuses)('in status %s', async (status) => {
  await putInto(instance, { status, ttl: Math.floor(Date.now() / 1000) + 3600 });
  const reply = await ask([]);
  if (status === 'running' || status === 'stopped') {
    expect(reply.body).toMatchObject({ status, ssh_key_ids: [] });
    return;
  }
  const is = status === 'error' ? 'in status error' : status;
  const error = `instance ${instance.id} is ${is}; its SSH keys can be replaced in status running or stopped`;
  expect(refusal(reply)).toEqual([409, 'wrong_state', error]);
  expect(reply.headers['retry-after']).toBe(isTransient(status) ? '5' : undefined);
});

test("404 for another account's instance, and 412 for a stale If-Match", async () => {
  const stranger = await signedUp();
  const reply = await call(replace, {
    bearer: stranger.bearer,
    params: { id: instance.id },
    body: { ssh_key_ids: [] },
  });
  expect(reply.body.error).toBe(`instance ${instance.id} not found`);
  expect((await ask([], { 'if-match': '"v1"' })).status).toBe(412);
});

test('two at once both count, and one job is open for the last of them', async () => {
  const [one, two] = [await newKey('one'), await newKey('two')];
  const replies = await Promise.all([ask([one.id]), ask([two.id])]);
  expect(replies.map(({ status }) => status)).toEqual([200, 200]);
  expect(await configureJobs()).toHaveLength(1);
});
