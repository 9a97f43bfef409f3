import { beforeAll, describe, expect, test } from 'vitest';
import { handler as remove } from '#functions/compute/ssh-keys/delete.ts';
import { handler as create } from '#functions/compute/ssh-keys/import.ts';
import { handler as show } from '#functions/compute/ssh-keys/show.ts';
import { handler as update } from '#functions/compute/ssh-keys/update.ts';
import { takeQuota } from '#lib/store/platform/quotas.ts';
import { transact } from '#lib/store/platform/write.ts';
import { signedUp } from '#lib/testing/functions/call.ts';
import { type Client, clientOf } from '#test/functions/compute/client.ts';
import { newKey } from './keygen.ts';

let mine: Client;
beforeAll(async () => {
  mine = clientOf(await signedUp());
});

const importKey = async (name: string, key = newKey()) =>
  (await mine(create, { body: { name, public_key: key.line } })).body;

describe('409', () => {
  test('names the key that has the fingerprint, by the name that it has now', async () => {
    const key = newKey();
    const { id } = await importKey('first', key);
    await mine(update, { params: { id }, body: { name: 'my "old" key' } });
    const again = await mine(create, { body: { name: 'second', public_key: `${key.line}-elsewhere` } });
    expect(again).toMatchObject({
      status: 409,
      headers: { 'x-error-code': 'already_exists' },
      body: { error: `key with fingerprint ${key.fingerprint} already exists as ${id} ("my \\"old\\" key")` },
    });
  });

  test('names the key that has the name, on import and on renaming', async () => {
    const { id } = await importKey('taken');
    const other = await importKey('other');
    const error = `name: ssh key "taken" already exists as ${id}`;
    expect(await mine(create, { body: { name: 'taken', public_key: newKey().line } })).toMatchObject({
      status: 409,
      headers: { 'x-error-code': 'already_exists' },
      body: { error },
    });
    const renaming = await mine(update, { params: { id: other.id }, body: { name: 'taken' } });
    expect(renaming).toMatchObject({ status: 409, body: { error } });
    expect((await mine(show, { params: { id: other.id } })).body).toEqual(other);
  });

  test('a deleted or renamed key leaves its name and its fingerprint to others', async () => {
    const key = newKey();
    const first = await importKey('free again', key);
    await mine(remove, { params: { id: first.id } });
    const second = await importKey('free again', key);
    expect(second.id).not.toBe(first.id);
    await mine(update, { params: { id: second.id }, body: { name: 'moved on' } });
    expect(await importKey('free again')).toMatchObject({ name: 'free again' });
  });

  test('of two imports of one key at once, one succeeds', async () => {
    const key = newKey();
    const both = await Promise.all(
      ['left', 'right'].map((name) => mine(create, { body: { name, public_key: key.line } })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
  });
});

describe('400', () => {
  test.each([
    ['', 'name: "" must have at least 1 characters'],
    ['x'.repeat(65), `name: "${'x'.repeat(65)}" must have at most 64 characters`],
    [' a', 'name: " a" must not begin or end with a space or contain control characters'],
    ['a\nb', 'name: "a\\nb" must not begin or end with a space or contain control characters'],
    [7, 'name: 7 must be a string'],
  ])('name %j', async (name, error) => {
    const reply = await mine(create, { body: { name, public_key: newKey().line } });
    expect(reply).toMatchObject({ status: 400, headers: { 'x-error-code': 'validation_failed' }, body: { error } });
  });

  test('a private key is refused without a word of it', async () => {
    const { secret } = newKey();
    const reply = await mine(create, { body: { name: 'oops', public_key: secret } });
    expect(reply.status).toBe(400);
    expect(reply.body.error).toMatch(/^public_key: this is a private key/);
    const lines = secret.split('\n').filter((line) => line.length > 20);
    for (const line of lines) expect(JSON.stringify(reply)).not.toContain(line.slice(0, 20));
  });

  test('what is missing and what is unknown is named', async () => {
    expect((await mine(create, { body: { name: 'a' } })).body.error).toBe('public_key: is required (a string)');
    const typo = await mine(create, { body: { name: 'a', public_key: newKey().line, nmae: 'b' } });
    expect(typo).toMatchObject({
      headers: { 'x-error-code': 'unknown_field' },
      body: { error: 'unknown field "nmae"' },
    });
  });
});

test('the 51st key is over quota', async () => {
  const full = await signedUp();
  await transact([takeQuota(full.account_id, 'ssh_keys', 49)]);
  expect((await clientOf(full)(create, { body: { name: 'the 50th', public_key: newKey().line } })).status).toBe(201);
  expect(await clientOf(full)(create, { body: { name: 'the 51st', public_key: newKey().line } })).toMatchObject({
    status: 403,
    headers: { 'x-error-code': 'quota_exceeded' },
    body: { error: '50 of 50 ssh_keys used (see GET /compute/quotas)' },
  });
});
