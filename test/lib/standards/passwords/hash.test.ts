import { hash } from '@node-rs/argon2';
import { expect, test } from 'vitest';
import { hashPassword, needsRehash, UNKNOWN_USER_HASH, verifyPassword } from '#lib/standards/passwords/hash.ts';
import { costDifference } from '#test/support/vitest/cost.ts';

const password = 'sunlit-otter-42';
const stored = await hashPassword(password);

test('a hash is an argon2id PHC string at the stated cost, with a salt of its own', async () => {
  const phc = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/;
  expect(stored).toMatch(phc);
  expect(await hashPassword(password)).not.toBe(stored);
  expect(UNKNOWN_USER_HASH).toMatch(phc);
});

test('the password verifies and its neighbours do not', async () => {
  expect(await verifyPassword(stored, password)).toBe(true);
  for (const other of ['', ' ', `${password} `, password.toUpperCase(), password.slice(1), `${password}\0`]) {
    expect(await verifyPassword(stored, other), JSON.stringify(other)).toBe(false);
  }
});

test('a PHC string that another library made verifies', async () => {
  // phc-winner-argon2's test.c, version 0x13: argon2id, t=2, m=2^16, p=1, "password" with "somesalt".
  const phc = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
  expect(await verifyPassword(phc, 'password')).toBe(true);
  expect(await verifyPassword(phc, 'passwords')).toBe(false);
  expect(needsRehash(phc)).toBe(true);
});

test('one password typed as composed or compatibility characters is one password', async () => {
  const composed = await hashPassword('Åström-ﬁnal-①');
  expect(await verifyPassword(composed, 'A\u030astro\u0308m-final-1')).toBe(true);
});

test('an unknown user is false after the same work', async () => {
  const attempt = async (hashed: string | undefined) =>
    expect(await verifyPassword(hashed, 'not the password')).toBe(false);
  const difference = costDifference(
    () => attempt(undefined),
    () => attempt(stored),
  );
  expect(await difference).toBeUndefined();
});

test('a password over the caps is never hashed', async () => {
  const tooLong = ['x'.repeat(129), '😀'.repeat(129), '\ufdfa'.repeat(100), 'x'.repeat(50_000_000)];
  for (const long of tooLong) {
    await expect(hashPassword(long)).rejects.toThrow(TypeError);
    expect(await verifyPassword(stored, long)).toBe(false);
  }
  const longest = '😀'.repeat(128);
  expect(await verifyPassword(await hashPassword(longest), longest)).toBe(true);
});

test('hashing leaves the event loop free', async () => {
  let turns = 0;
  let done = false;
  const hashing = hashPassword(password).then(() => {
    done = true;
  });
  while (!done) {
    await new Promise(setImmediate);
    turns++;
  }
  await hashing;
  expect(turns).toBeGreaterThan(10);
});

test('a hash at another cost asks to be made anew', async () => {
  expect(needsRehash(stored)).toBe(false);
  expect(needsRehash(UNKNOWN_USER_HASH)).toBe(false);
  for (const cost of [{ memoryCost: 8192 }, { timeCost: 3 }, { parallelism: 2 }, { outputLen: 16 }, { algorithm: 1 }]) {
    const made = await hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1, ...cost });
    expect(needsRehash(made), JSON.stringify(cost)).toBe(true);
  }
});

test('a corrupt stored hash is an error, not a wrong password', async () => {
  await expect(verifyPassword('', password)).rejects.toThrow();
  await expect(verifyPassword('$argon2id$v=19$m=19456', password)).rejects.toThrow();
});
