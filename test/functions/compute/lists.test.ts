import { beforeAll, describe, expect, test } from 'vitest';
import { handler as list } from '#functions/compute/ssh-keys/list.ts';
import { handler as listVpcs } from '#functions/compute/vpcs/list.ts';
import { newId } from '#lib/model/platform/ids.ts';
import { createSshKey, removeSshKey, type SshKeyRecord } from '#lib/store/compute/ssh-keys.ts';
import { transact } from '#lib/store/platform/write.ts';
import { type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { type Client, clientOf } from './client.ts';

/** An account with keys of these names, made in this order; nothing but what a list reads. */
async function withKeys(...names: string[]) {
  const account = await signedUp();
  const client = clientOf(account);
  const keys = names.map((name, i) => keyOf(account, name, new Date(Date.UTC(2026, 0, 1) + i * 1000)));
  for (let i = 0; i < keys.length; i += 80) await transact(keys.slice(i, i + 80).map(createSshKey));
  return { account, client, keys };
}

function keyOf({ account_id }: SignedUp, name: string, at: Date, type: SshKeyRecord['type'] = 'rsa'): SshKeyRecord {
  const created_at = `${at.toISOString().slice(0, 19)}Z`;
  const made = { account_id, name, type, public_key: 'ssh-rsa AAAA', fingerprint: 'SHA256:', version: 1 };
  return { id: newId('sshKey', at), ...made, created_at, updated_at: created_at };
}

const namesOf = (body: { ssh_keys: { name: string }[] }) => body.ssh_keys.map(({ name }) => name);
const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => `k${from + i}`);

async function pages(client: Client, query: Record<string, string>): Promise<string[][]> {
  const found: string[][] = [];
  for (let cursor = ''; ; ) {
    const { status, body } = await client(list, { query: { ...query, ...(cursor && { cursor }) } });
    expect(status).toBe(200);
    found.push(namesOf(body));
    if (body.next_cursor === '') return found;
    cursor = body.next_cursor;
  }
}

describe('pages', () => {
  let seven: Client;
  beforeAll(async () => {
    seven = (await withKeys(...numbers(1, 7))).client;
  });

  test('come newest first, oldest first, or by name', async () => {
    expect(await pages(seven, { limit: '3' })).toEqual([['k7', 'k6', 'k5'], ['k4', 'k3', 'k2'], ['k1']]);
    expect(await pages(seven, { limit: '4', sort: 'created_at' })).toEqual([numbers(1, 4), numbers(5, 7)]);
    const { client } = await withKeys('b', 'a', 'B', 'ab', 'ä', 'a-b', '10', '9');
    const sorted = ['10', '9', 'B', 'a', 'a-b', 'ab', 'b', 'ä'];
    expect(await pages(client, { sort: 'name' })).toEqual([sorted]);
    expect((await pages(client, { sort: 'name', limit: '1' })).flat()).toEqual(sorted);
  });

  test('end with "", also when the last one is full', async () => {
    expect(await pages(seven, { limit: '7' })).toEqual([numbers(1, 7).reverse()]);
    const { client } = await withKeys(...numbers(1, 6));
    for (const sort of ['created_at', '-created_at', 'name']) {
      expect((await pages(client, { limit: '3', sort })).map((page) => page.length)).toEqual([3, 3]);
      expect((await pages(client, { limit: '3', sort, type: 'rsa' })).map((page) => page.length)).toEqual([3, 3]);
    }
    const { client: nobody } = await withKeys();
    expect((await nobody(list)).body).toEqual({ ssh_keys: [], next_cursor: '' });
  });

  test('hold 50 unless asked, and up to 200', async () => {
    const { client } = await withKeys(...numbers(1, 201));
    const sizes = async (query: Record<string, string>) => (await pages(client, query)).map((page) => page.length);
    expect(await sizes({})).toEqual([50, 50, 50, 50, 1]);
    expect(await sizes({ limit: '200' })).toEqual([200, 1]);
  });

  test.each(['0', '201', '-1', '1.5', 'many', '', '1e999'])('of limit %j are refused', async (limit) => {
    const reply = await seven(list, { query: { limit } });
    expect(reply).toMatchObject({ status: 400, headers: { 'x-error-code': 'validation_failed' } });
    expect(reply.body.error).toMatch(/^limit: .*must be (a number|an integer|at least 1|at most 200)$/);
  });

  test('take no order but theirs, and nothing twice or unknown', async () => {
    const error = async (rawQuery: string) => (await seven(list, { rawQuery })).body.error;
    expect(await error('sort=-name')).toBe('sort: "-name" is not one of created_at, -created_at, name');
    expect(await error('limit=1&limit=2')).toBe('limit: is given twice');
    expect(await error('page=2')).toBe('unknown query parameter "page"');
  });
});

describe('a cursor', () => {
  test.each(['-created_at', 'created_at', 'name'])(
    'of %s loses and repeats nothing while rows come and go',
    async (sort) => {
      const { account, client, keys } = await withKeys(
        ...['d', 'b', 'f', 'a', 'e', 'c', 'g'].map((name) => `${name}-kept`),
      );
      const first = (await client(list, { query: { sort, limit: '3' } })).body;
      const [cut, ahead] = [first.ssh_keys[2], first.ssh_keys[0]];
      const gone = keys.filter(({ id }) => id === cut.id || id === ahead.id);
      await transact(gone.map(removeSshKey));
      const moments = [
        new Date(Date.UTC(2025, 0, 1)),
        new Date(Date.UTC(2026, 5, 1)),
        new Date(Date.UTC(2026, 0, 1, 0, 0, 2)),
      ];
      await transact(moments.map((at, i) => createSshKey(keyOf(account, `${'aez'[i]}-new`, at))));
      const rest: string[] = [];
      for (let cursor = first.next_cursor; cursor; ) {
        const { body } = await client(list, { query: { sort, limit: '2', cursor } });
        rest.push(...namesOf(body));
        cursor = body.next_cursor;
      }
      const seen = [...namesOf(first), ...rest];
      expect(seen.filter((name) => name.endsWith('kept')).sort()).toEqual(keys.map(({ name }) => name).sort());
      expect(new Set(seen).size).toBe(seen.length);
    },
  );

  test('is good for its request alone: not with other filters, order, noun or account, nor tampered with', async () => {
    const { client } = await withKeys(...numbers(1, 5));
    const { next_cursor: cursor } = (await client(list, { query: { limit: '2', type: 'rsa' } })).body;
    expect(namesOf((await client(list, { query: { limit: '1', type: 'rsa', cursor } })).body)).toEqual(['k3']);
    const others = await withKeys(...numbers(1, 5));
    const refused = [
      client(list, { query: { cursor } }),
      client(list, { query: { type: 'rsa,ecdsa', cursor } }),
      client(list, { query: { type: 'rsa', name: 'k1', cursor } }),
      client(list, { query: { type: 'rsa', sort: 'name', cursor } }),
      client(listVpcs, { query: { cursor } }),
      others.client(list, { query: { type: 'rsa', cursor } }),
      ...tamperings(cursor).map((bad) => client(list, { query: { type: 'rsa', cursor: bad } })),
    ];
    for (const reply of await Promise.all(refused)) {
      expect(reply).toMatchObject({
        status: 400,
        headers: { 'x-error-code': 'invalid_cursor' },
        body: { error: 'cursor: not valid for this request' },
      });
    }
  });
});

function tamperings(cursor: string): string[] {
  const [payload = '', mac = ''] = cursor.split('.');
  const swapped = (text: string, at: number) =>
    `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`;
  return ['', '.', 'x', payload, `.${mac}`, `${swapped(payload, 3)}.${mac}`, `${payload}.${swapped(mac, 5)}`, '💥'];
}

describe('filters', () => {
  test('match exactly, one of several between commas, and all of them', async () => {
    const { account, client } = await withKeys('a', 'b', 'c', 'ab');
    await transact([createSshKey(keyOf(account, 'd', new Date(), 'ecdsa'))]);
    const names = async (query: Record<string, string>) => (await pages(client, { sort: 'name', ...query })).flat();
    expect(await names({ name: 'a' })).toEqual(['a']);
    expect(await names({ name: 'c,a,nobody,' })).toEqual(['a', 'c']);
    expect(await names({ type: 'ecdsa,ed25519' })).toEqual(['d']);
    expect(await names({ type: 'rsa', name: 'a,d' })).toEqual(['a']);
    expect(await names({ type: 'ed25519' })).toEqual([]);
    expect((await client(list, { query: { name: '' } })).status).toBe(400);
  });

  test('of very many values are refused, not tried', async () => {
    const { client } = await withKeys('a');
    const reply = await client(list, { query: { name: Array.from({ length: 200 }, (_, i) => i % 10).join(',') } });
    expect(reply).toMatchObject({
      status: 400,
      headers: { 'x-error-code': 'validation_failed' },
      body: { error: 'filters name 200 values (at most 100)' },
    });
  });

  test('read at most 1,000 rows for a page, which then may be short or empty, and go on from there', async () => {
    const { account, client } = await withKeys(...numbers(1, 1100));
    await transact([createSshKey(keyOf(account, 'first', new Date(Date.UTC(2025, 0, 1)), 'ecdsa'))]);
    await transact([createSshKey(keyOf(account, 'last', new Date(Date.UTC(2027, 0, 1)), 'ecdsa'))]);
    expect(await pages(client, { type: 'ecdsa', limit: '5' })).toEqual([['last'], ['first']]);
    expect(await pages(client, { type: 'ecdsa', limit: '5', sort: 'created_at' })).toEqual([['first'], ['last']]);
    expect(await pages(client, { type: 'ed25519' })).toEqual([[], []]);
    expect(await pages(client, { type: 'ecdsa', sort: 'name' })).toEqual([['first'], ['last']]);
  });
});

describe('ids and parts of names', () => {
  let client: Client;
  let keys: SshKeyRecord[];
  const found = async (query: Record<string, string>) => {
    const { status, body } = await client(list, { query: { sort: 'name', ...query } });
    expect(status).toBe(200);
    return namesOf(body);
  };

  beforeAll(async () => {
    ({ client, keys } = await withKeys('Laptop', 'laptop-2', 'desk', 'büro'));
  });

  test('`id` has exact ids, alternatives between commas', async () => {
    const [laptop, , desk] = keys.map(({ id }) => id);
    expect(await found({ id: `${desk}` })).toEqual(['desk']);
    expect(await found({ id: `${desk},${laptop},key-none` })).toEqual(['Laptop', 'desk']);
    expect(await found({ id: `${desk?.toUpperCase()}` })).toEqual([]);
    expect(await found({ id: `${desk},${laptop}`, name: 'desk' })).toEqual(['desk']);
  });

  test('`q` is in a name, an id or an address, in any case', async () => {
    expect(await found({ q: 'LAPTOP' })).toEqual(['Laptop', 'laptop-2']);
    expect(await found({ q: 'top-' })).toEqual(['laptop-2']);
    expect(await found({ q: 'BÜRO' })).toEqual(['büro']);
    expect(await found({ q: keys[2]?.id.slice(4) ?? '' })).toEqual(['desk']);
    expect(await found({ q: 'ssh-rsa' })).toEqual([]);
    const vpcs = async (q: string) => (await client(listVpcs, { query: { q } })).body.vpcs.length;
    const [own] = (await client(listVpcs)).body.vpcs;
    expect([await vpcs(own.cidr), await vpcs('10.255.255.255')]).toEqual([1, 0]);
  });

  test('pages with `q` miss nothing and repeat nothing', async () => {
    // No id has the letter u.
    const names = numbers(1, 130).map((name) => name.replace('k', 'u'));
    const { client: many } = await withKeys(...names);
    const rows = (await pages(many, { q: 'U1', limit: '7' })).flat();
    expect(rows).toEqual(names.filter((name) => name.startsWith('u1')).toReversed());
    const { body } = await many(list, { query: { q: 'u1', limit: '7' } });
    const other = await many(list, { query: { q: 'u2', limit: '7', cursor: body.next_cursor } });
    expect([other.status, other.body.error]).toEqual([400, 'cursor: not valid for this request']);
  });

  test('more than 100 ids are refused', async () => {
    const reply = await client(list, { query: { id: Array.from({ length: 101 }, (_, i) => `key-${i}`).join(',') } });
    expect([reply.status, reply.body.error]).toEqual([
      400,
      expect.stringMatching(/^id: .* names more than 100 values$/),
    ]);
  });
});
