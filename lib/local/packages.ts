import { createRequire } from 'node:module';
import { StartError } from './start-error.ts';

/** Refuses where a package with a native part has none for this machine, which `npm ci --omit=optional` leaves out. */
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
