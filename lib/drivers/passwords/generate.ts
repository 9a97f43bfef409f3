import { randomInt } from 'node:crypto';

/** What a generated password is made of; none that are read for one another. */
const kinds = ['ABCDEFGHJKLMNPQRSTUVWXYZ', 'abcdefghijkmnopqrstuvwxyz', '23456789', '!@#$%^*()_+-=[]{}'] as const;
const all = kinds.join('');

const shortest = 20;

/** A random password of at least so many characters and never fewer than 20 (120 bits), with every kind in it. */
export function generatePassword(length: number): string {
  const wanted = Math.max(length, shortest);
  for (;;) {
    const text = Array.from({ length: wanted }, () => all[randomInt(all.length)]).join('');
    if (kinds.every((kind) => [...kind].some((character) => text.includes(character)))) return text;
  }
}
