import { accessSync, constants } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';

/** This machine, as the engine's packages name it. */
export const MACHINE = `${process.platform}-${process.arch}`;

/** The path of the engine's program for `machine`: the npm package's where there is one, else `dynoxide` from PATH; undefined when there is neither. */
export function dynoxideBinary(machine = MACHINE, path = process.env.PATH ?? ''): string | undefined {
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

/** The first of these files that this process may run. */
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
