import { accessSync, constants } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { setting } from '#lib/model/platform/settings.ts';

/** This machine's name in the names of the engine's packages. */
export const MACHINE = `${process.platform}-${process.arch}`;

/**
 * The path of the engine's program for `machine`: that of the npm package, otherwise `dynoxide` from PATH; undefined
 * where there is neither.
 */
export function dynoxideBinary(machine = MACHINE, path = setting('PATH')): string | undefined {
  const require = createRequire(import.meta.url);
  try {
    return require.resolve(`@dynoxide/${machine}/dynoxide`);
  } catch {
    return firstExecutable(
      path
        .split(delimiter)
        .filter((folder) => folder !== '')
        .map((folder) => join(folder, 'dynoxide')),
    );
  }
}

/** The first of these files that this process may execute. */
export function firstExecutable(files: readonly string[]): string | undefined {
  return files.find(executable);
}

function executable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The arguments that make a program die with its parent, where the system supports that. */
export function tied(): string[] {
  const setpriv = firstExecutable(['/usr/bin/setpriv', '/bin/setpriv']);
  return setpriv ? [setpriv, '--pdeathsig', 'KILL', '--'] : [];
}
