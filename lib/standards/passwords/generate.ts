import { randomInt } from 'node:crypto';

/** The characters of a generated password. No two of them look alike. */
const kinds = ['ABCDEFGHJKLMNPQRSTUVWXYZ', 'abcdefghijkmnopqrstuvwxyz', '23456789', '!@#$%^*()_+-=[]{}'] as const;
const all = kinds.join('');

const minLength = 20;

/** A random password of `length` characters, at least 20 (120 bits), with every kind of character. */
export function generatePassword(length: number): string {
  const count = Math.max(length, minLength);
  for (;;) {
    const text = Array.from({ length: count }, () => all[randomInt(all.length)]).join('');
    if (kinds.every((kind) => [...kind].some((character) => text.includes(character)))) return text;
  }
}
