import { beforeEach, expect, test } from 'vitest';
import { handler as show } from '#functions/auth/password-policy/show.ts';
import { handler as put } from '#functions/auth/password-policy/update.ts';
import { defaultPasswordPolicy } from '#lib/model/identity/password-policy.ts';
import { keys } from '#lib/store/keys.ts';
import { get } from '#lib/store/platform/read.ts';
import { put as store, transact } from '#lib/store/platform/write.ts';
import { call, type SignedUp } from '#lib/testing/functions/call.ts';
import { verified } from '#lib/testing/functions/verified.ts';

/* The version of the password policy (contract 1.3). */

let owner: SignedUp;
beforeEach(async () => {
  owner = await verified();
});

const etag = async () => (await call(show, { bearer: owner.bearer })).headers.etag;
const set = (min_length: number, match?: string) =>
  call(put, { bearer: owner.bearer, body: { min_length }, ...(match && { headers: { 'if-match': match } }) });
const stored = () => get(keys.passwordPolicy(owner.account_id));

test('the defaults have the version 0, and each change raises it', async () => {
  expect(await etag()).toBe('"v0"');
  const first = await set(14, '"v0"');
  expect([first.status, first.headers.etag, await etag()]).toEqual([200, '"v1"', '"v1"']);
  expect((await set(15)).headers.etag).toBe('"v2"');
  expect(await stored()).toMatchObject({ version: 2, rules: { min_length: 15 } });
});

test('a stale If-Match is 412 and changes nothing', async () => {
  await set(14);
  const late = await set(20, '"v0"');
  expect([late.status, late.headers['x-error-code'], late.body]).toEqual([
    412,
    'precondition_failed',
    { error: 'If-Match: "v0" is not the current version ("v1")' },
  ]);
  expect(await stored()).toMatchObject({ version: 1, rules: { min_length: 14 } });
});

test('a record of before has the version 1', async () => {
  const rules = { ...defaultPasswordPolicy, min_length: 16 };
  await transact([store({ ...keys.passwordPolicy(owner.account_id), rules })]);
  const { body, headers } = await call(show, { bearer: owner.bearer });
  expect([body.min_length, headers.etag]).toEqual([16, '"v1"']);
  expect((await set(17, '"v1"')).headers.etag).toBe('"v2"');
});

test('of two changes at a time with one ETag, one is made; without one, both are', async () => {
  const both = await Promise.all([set(14, '"v0"'), set(15, '"v0"')]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 412]);
  await Promise.all([set(16), set(17)]);
  expect(await stored()).toMatchObject({ version: 3 });
});
