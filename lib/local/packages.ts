import { createRequire } from 'node:module';
import { StartError } from './start-error.ts';

/**
 * Refuses to start where a package with machine code has none for this machine; `npm ci --omit=optional` leaves it out.
 */
export function checkNativePackages(names: readonly string[] = ['@node-rs/argon2']): void {
  const require = createRequire(import.meta.url);
  for (const name of names) {
    try {
      require(name);
    } catch (cause) {
      throw new StartError(
        `the package ${name} has no native part here (${process.platform}-${process.arch}); run "npm ci" without --omit=optional and without --no-optional`,
        { cause },
      );
    }
  }
}
