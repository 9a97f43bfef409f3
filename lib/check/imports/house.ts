import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Table, unknownNames, violations } from './check.ts';
import { circles } from './circles.ts';

/** The violations of imports.json in the tree at `root`, a sentence each, and the number of files that were checked. */
export function inspect(root: string): { files: number; faults: string[] } {
  const json = (name: string) => JSON.parse(readFileSync(join(root, name), 'utf8'));
  const table: Table = json('imports.json');
  const { dependencies, devDependencies, optionalDependencies } = json('package.json');
  // What `@types` describes is imported by its own name: `aws-lambda` is nothing but types.
  const packages = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies }).map((name) =>
    name.replace(/^@types\//, ''),
  );
  const files = globSync('{functions,statemachines,lib}/**/*.{ts,tsx,mjs,js}', { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .sort()
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));
  const data = globSync('lib/**/*.json', { cwd: root }).map((file) => file.replaceAll('\\', '/'));
  const paths = [...files.map(({ file }) => file), ...data];
  const faults = [
    ...unknownNames(table, paths, packages).map((name) => `imports.json: there is no ${name}`),
    ...violations(table, files),
    ...circles(files).map((group) => `a circle of imports: ${group.join(' ')}`),
  ];
  return { files: files.length, faults };
}
