import { createRequire } from 'node:module';

/*
 * What handlers and verbs find in place of `@node-rs/argon2` (vitest.config.ts): the same, which hashes and verifies
 * each password once in a process, as most tests sign up with the same. Its own tests, of lib/standards/passwords, have
 * the real one.
 */

const real = createRequire(import.meta.url)('@node-rs/argon2') as typeof import('@node-rs/argon2');

export const { parseOptions } = real;

/** A hash, with the salt that the first hash of this password had. */
export const hash = once(real.hash);

/** Whether the password has this hash. */
export const verify = once(real.verify);

/** Work that is done once for the same arguments. */
function once<Arguments extends unknown[], Result>(
  work: (...args: Arguments) => Promise<Result>,
): (...args: Arguments) => Promise<Result> {
  const done = new Map<string, Promise<Result>>();
  return (...args) => {
    const key = JSON.stringify(args);
    const result = done.get(key) ?? work(...args);
    done.set(key, result);
    return result;
  };
}
